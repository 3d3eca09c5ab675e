package dev.slowhour.core.read;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.RawLine;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The contracts of all files, each version once: of two with the same tenant, endpoint and {@code
 * valid_from} the later line is in force.
 */
public final class ContractFiles {

  private record Version(String tenantId, String endpointId, Instant validFromOrNull) {}

  private record Line(Contract contract, Place place, String rawLine) {}

  private final FaultNotices faults;
  private final LineReader<Contract> reader = new ContractReader();
  private final Map<Version, Line> inForce = new HashMap<>();
  private final List<Notice> notices = new ArrayList<>();

  private ContractFiles(ReportZone zone) {
    faults = new FaultNotices(Table.TENANT_CONTRACTS, zone);
  }

  /** What the files hold: the versions in force, and what is said about the other lines. */
  public record Contracts(List<Contract> inForce, List<Notice> notices) {}

  /**
   * Reads the files, in order.
   *
   * @throws InputException when a file cannot be read, or is a broken JSON array
   */
  public static Contracts read(List<InputFile> files, ReportZone zone) throws InputException {
    ContractFiles contracts = new ContractFiles(zone);
    for (int source = 0; source < files.size(); source++) {
      InputFile file = files.get(source);
      try {
        if (file.isJsonArray()) {
          contracts.readArray(source, file);
        } else {
          contracts.readLines(source, file);
        }
      } catch (IOException e) {
        throw new InputException(file.name() + ": cannot be read: " + e.getMessage(), e);
      }
    }
    return new Contracts(
        contracts.inForce.values().stream().map(Line::contract).toList(),
        List.copyOf(contracts.notices));
  }

  private void readArray(int source, InputFile file) throws IOException, InputException {
    byte[] bytes;
    try (FileStream onDisk = file.open()) {
      GunzipStream gunzip = file.isGzip() ? new GunzipStream(onDisk) : null;
      bytes = (gunzip == null ? onDisk : gunzip).readAllBytes();
      if (gunzip != null && gunzip.isBroken()) {
        throw new InputException(
            file.name()
                + ": the gzip stream is broken (expected: a whole .json.gz; copy it again)");
      }
    }
    JsonArrayReader.read(source, file.name(), bytes, this::readElement);
  }

  private void readElement(Place place, byte[] bytes, int from, int to) {
    boolean tooLong = to - from > LineReader.MAX_LINE_BYTES;
    take(
        place,
        tooLong ? reader.tooLong() : reader.read(place, bytes, from, to),
        RawLine.of(bytes, from, to));
  }

  private void readLines(int source, InputFile file) throws IOException {
    try (LineScanner lines = new LineScanner(file.content(file.open()))) {
      while (lines.next()) {
        if (!lines.isBlank()) {
          Place place = new Place(source, lines.lineNumber());
          take(
              place,
              lines.isTooLong()
                  ? reader.tooLong()
                  : reader.read(place, lines.buffer(), lines.from(), lines.to()),
              RawLine.of(lines.buffer(), lines.from(), lines.to()));
        }
      }
      if (lines.isBroken()) {
        notices.add(faults.truncated(new Place(source, lines.lineNumber() + 1)));
      }
    }
  }

  private void take(Place place, Reading<Contract> reading, String rawLine) {
    if (reading instanceof Reading.Fault<Contract> fault) {
      notices.add(faults.of(place, fault, rawLine));
    } else if (reading instanceof Reading.Row<Contract> row) {
      Contract contract = row.row();
      Version version =
          new Version(contract.tenantId(), contract.endpointId(), contract.validFromOrNull());
      Line earlier = inForce.put(version, new Line(contract, place, rawLine));
      if (earlier != null) {
        notices.add(
            new Notice(
                Table.TENANT_CONTRACTS,
                earlier.place(),
                NoticeCode.DUPLICATE_CONTRACT,
                List.of("tenant_id", "endpoint_id", "valid_from"),
                contract.tenantId(),
                contract.endpointId(),
                null,
                earlier.rawLine()));
      }
    }
  }
}
