package dev.slowhour.core.read;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The contracts of all files, each version once: of two with the same tenant, endpoint and {@code
 * valid_from} the later line is in force.
 */
public final class ContractFiles {

  /** With an order, without which a map of ids whose hashes are equal would be searched in full. */
  private record Version(EndpointId endpoint, Instant validFrom) implements Comparable<Version> {

    static Version of(Contract contract) {
      return new Version(contract.endpoint(), contract.validFrom().orElse(Instant.MIN));
    }

    @Override
    public int compareTo(Version other) {
      int byEndpoint = endpoint.compareTo(other.endpoint);
      return byEndpoint != 0 ? byEndpoint : validFrom.compareTo(other.validFrom);
    }
  }

  private ContractFiles() {}

  /** What the files hold: the versions in force, and what is said about the other lines. */
  public record Contracts(List<Contract> inForce, List<Notice> notices) {}

  /**
   * Reads the files, in order.
   *
   * @throws InputException when a file cannot be read, or is a broken JSON array
   */
  public static Contracts read(List<InputFile> files, ReportZone zone) throws InputException {
    SmallTable<Contract> table =
        SmallTable.read(Table.TENANT_CONTRACTS, files, ContractReader::new, zone);
    Map<Version, SmallTable.Line<Contract>> inForce = new LinkedHashMap<>();
    List<Notice> notices = new ArrayList<>(table.notices());
    for (SmallTable.Line<Contract> line : table.lines()) {
      SmallTable.Line<Contract> earlier = inForce.put(Version.of(line.row()), line);
      if (earlier != null) {
        notices.add(duplicate(earlier));
      }
    }
    return new Contracts(
        inForce.values().stream().map(SmallTable.Line::row).toList(), List.copyOf(notices));
  }

  private static Notice duplicate(SmallTable.Line<Contract> line) {
    return new Notice(
        Table.TENANT_CONTRACTS,
        line.place(),
        NoticeCode.DUPLICATE_CONTRACT,
        List.of("tenant_id", "endpoint_id", "valid_from"),
        line.row().tenantId(),
        line.row().endpointId(),
        null,
        line.rawLine());
  }
}
