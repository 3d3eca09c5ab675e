package dev.slowhour.job.testing;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.ContractKey;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.read.ContractKeyText;
import dev.slowhour.core.read.ValueReader;
import dev.slowhour.core.testing.Line;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.kafka.KafkaSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;

/**
 * The files of a day as topics: each file of requests is a partition, each line a record, so that
 * line n is offset n - 1.
 */
public final class DayTopics {

  private static final ReportZone UTC = ReportZone.of("UTC");
  private static final long LARGE = 10_000_000;

  private final KafkaSettings kafka;
  private Instant firstOrNull;
  private Instant lastOrNull;

  private DayTopics(KafkaSettings kafka) {
    this.kafka = kafka;
  }

  /**
   * Sends a day.
   *
   * @param folder its files of requests and of metrics
   * @param contracts its contracts, each an element of an array
   * @param maxRequestDuration the bound for one request
   */
  public static DayTopics send(Path folder, List<Line> contracts, Duration maxRequestDuration)
      throws Exception {
    List<Path> requests = files(folder, "request_logs");
    DayTopics day = new DayTopics(Kafka.topics(requests.size()));
    day.takeLargeRecords();
    for (int partition = 0; partition < requests.size(); partition++) {
      day.sendRequests(partition, requests.get(partition), maxRequestDuration);
    }
    for (Path file : files(folder, "pool_metrics")) {
      day.sendMetrics(file);
    }
    day.sendContracts(contracts);
    return day;
  }

  private static List<Path> files(Path folder, String table) throws IOException {
    try (var files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(table))
          .sorted(Comparator.comparing(Path::toString))
          .toList();
    }
  }

  /** The settings of its topics. */
  public KafkaSettings kafka() {
    return kafka;
  }

  /** When the first request arrived; empty when none can be read. */
  public Optional<Instant> first() {
    return Optional.ofNullable(firstOrNull);
  }

  /** When the last request arrived; empty when none can be read. */
  public Optional<Instant> last() {
    return Optional.ofNullable(lastOrNull);
  }

  private void takeLargeRecords() throws Exception {
    try (Admin admin = Admin.create(kafka.clientProperties())) {
      admin
          .incrementalAlterConfigs(
              Map.of(
                  new ConfigResource(ConfigResource.Type.TOPIC, kafka.topics().requestLogs()),
                  List.of(
                      new AlterConfigOp(
                          new ConfigEntry("max.message.bytes", Long.toString(LARGE)),
                          AlterConfigOp.OpType.SET))))
          .all()
          .get();
    }
  }

  /** A request's timestamp is when it completed. */
  private void sendRequests(int partition, Path file, Duration bound) throws Exception {
    ValueReader<RequestRow> reader = ValueReader.ofRequests(UTC, bound);
    send(
        kafka.topics().requestLogs(),
        partition,
        lines(file),
        line -> {
          Optional<RequestRow> row = reader.read(new Place(0, 0), line).row();
          row.ifPresent(request -> saw(request.arrivedAt()));
          return row.map(request -> request.arrivedAt().plusNanos(request.durationNanos()));
        });
  }

  /** What tells no time has that of the one before, and at the start that of the one after. */
  private void send(
      String topic,
      int partition,
      List<byte[]> lines,
      Function<byte[], Optional<Instant>> timestampOf)
      throws Exception {
    List<Optional<Instant>> told = lines.stream().map(timestampOf).toList();
    Instant timestamp = told.stream().flatMap(Optional::stream).findFirst().orElse(Instant.EPOCH);
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      timestamp = told.get(i).orElse(timestamp);
      records.add(
          new ProducerRecord<>(topic, partition, timestamp.toEpochMilli(), null, lines.get(i)));
    }
    TopicRecords.send(kafka, records);
  }

  private void saw(Instant arrivedAt) {
    if (firstOrNull == null || arrivedAt.isBefore(firstOrNull)) {
      firstOrNull = arrivedAt;
    }
    if (lastOrNull == null || arrivedAt.isAfter(lastOrNull)) {
      lastOrNull = arrivedAt;
    }
  }

  private void sendMetrics(Path file) throws Exception {
    ValueReader<?> reader = ValueReader.ofPoolMetrics(UTC);
    send(
        kafka.topics().poolMetrics(),
        0,
        lines(file),
        line ->
            Optional.ofNullable(reader.read(new Place(0, 0), line).instantOrNull())
                .map(minute -> minute.plusSeconds(60)));
  }

  private void sendContracts(List<Line> contracts) throws Exception {
    ValueReader<Contract> reader = ValueReader.ofContracts(UTC);
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (Line contract : contracts) {
      byte[] value = contract.text().getBytes(StandardCharsets.UTF_8);
      String key =
          reader
              .read(new Place(0, 0), value)
              .row()
              .map(row -> ContractKeyText.of(ContractKey.of(row)))
              .orElse("no contract " + records.size());
      records.add(
          new ProducerRecord<>(
              kafka.topics().tenantContracts(), 0, key.getBytes(StandardCharsets.UTF_8), value));
    }
    TopicRecords.send(kafka, records);
  }

  private static List<byte[]> lines(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    if (file.toString().endsWith(".gz")) {
      try (GZIPInputStream gunzip = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
        bytes = gunzip.readAllBytes();
      }
    }
    boolean isMarked =
        bytes.length >= 3
            && bytes[0] == (byte) 0xEF
            && bytes[1] == (byte) 0xBB
            && bytes[2] == (byte) 0xBF;
    List<byte[]> lines = new ArrayList<>();
    int from = isMarked ? 3 : 0;
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        boolean endsWithReturn = i > from && bytes[i - 1] == '\r';
        lines.add(Arrays.copyOfRange(bytes, from, endsWithReturn ? i - 1 : i));
        from = i + 1;
      }
    }
    if (from < bytes.length) {
      lines.add(Arrays.copyOfRange(bytes, from, bytes.length));
    }
    return lines;
  }
}
