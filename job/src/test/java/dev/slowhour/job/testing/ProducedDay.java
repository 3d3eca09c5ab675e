package dev.slowhour.job.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.read.ReadValue;
import dev.slowhour.core.read.ValueReader;
import dev.slowhour.core.testing.Day;
import dev.slowhour.core.testing.DayFile;
import dev.slowhour.core.testing.Line;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.kafka.KafkaSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A day as producers bring it into topics: requests in the order in which they completed, each with
 * that time as its record's, a line of an endpoint always in one partition.
 *
 * @param judge the zone and the bound of requests
 * @param partitions of {@code request-logs}
 * @param requests in the order in which they are sent
 * @param metrics in the order of their file
 * @param contracts in the order of their file
 */
public record ProducedDay(
    Day judge, int partitions, List<Sent> requests, List<Line> metrics, List<Line> contracts) {

  /** Of every partition's end: no tenant's, so that it changes no window. */
  private static final String CLOCK =
      """
      {"request_id":"clock-%d-%d","tenant_id":"slowhour","endpoint_id":"clock","accel_pool":"clock",\
      "arrived_at":"%s","input_tokens":1,"output_tokens":1,"ttft_ms":1,"tpot_ms":0}\
      """;

  private static final String METRIC_CLOCK =
      """
      {"accel_pool":"clock","minute":"%s","kv_cache_util":null,"queued_requests":null}\
      """;

  private static final Place SOMEWHERE = new Place(0, 1);

  /** A line, where it is sent, and when its request arrived and completed. */
  public record Sent(
      Line line, int partition, String keyOrNull, Instant arrived, Instant completed) {

    /** The same in another partition. */
    public Sent in(int other) {
      return new Sent(line, other, keyOrNull, arrived, completed);
    }
  }

  /** Takes copies of the lists. */
  public ProducedDay {
    requests = List.copyOf(requests);
    metrics = List.copyOf(metrics);
    contracts = List.copyOf(contracts);
  }

  /** That day; a line without a time completes with the one before it. */
  public static ProducedDay of(Day day, int partitions) {
    ValueReader<RequestRow> reader =
        ValueReader.ofRequests(ReportZone.of(day.zone().getId()), day.bound());
    List<Sent> requests = new ArrayList<>();
    Instant arrived = Instant.EPOCH;
    Instant time = Instant.EPOCH;
    for (DayFile file : day.requestFiles()) {
      for (Line line : file.lines()) {
        ReadValue<RequestRow> read = reader.read(SOMEWHERE, line.text().getBytes(UTF_8));
        String keyOrNull = null;
        if (read.rowOrNull() != null) {
          RequestRow row = read.rowOrNull();
          arrived = row.arrivedAt();
          time = arrived.plusNanos(row.durationNanos());
          keyOrNull = row.tenantId() + "/" + row.endpointId();
        }
        requests.add(
            new Sent(
                line,
                keyOrNull == null ? 0 : Math.floorMod(keyOrNull.hashCode(), partitions),
                keyOrNull,
                arrived,
                time));
      }
    }
    requests.sort(Comparator.comparing(Sent::completed));
    return new ProducedDay(
        day, partitions, requests, day.poolMetrics().lines(), day.contracts().lines());
  }

  /** How many requests there are. */
  public int size() {
    return requests.size();
  }

  /** When the last of the requests completed. */
  public Instant lastCompletion() {
    return requests.get(requests.size() - 1).completed();
  }

  /** The same day as files: the requests of partition {@code n} in the n-th, in their order. */
  public Day asFiles() {
    List<DayFile> files =
        IntStream.range(0, partitions)
            .mapToObj(
                partition ->
                    new DayFile(
                        "request_logs-" + partition + ".jsonl",
                        requests.stream()
                            .filter(sent -> sent.partition() == partition)
                            .map(Sent::line)
                            .toList()))
            .toList();
    return new Day(
        judge.name(),
        judge.zone(),
        judge.bound(),
        null,
        null,
        files,
        new DayFile("pool_metrics.jsonl", metrics),
        new DayFile("tenant_contracts.jsonl", contracts));
  }

  /** Sends the contracts and the metrics. */
  public void sendContractsAndMetrics(KafkaSettings kafka) throws Exception {
    ReportZone zone = ReportZone.of(judge.zone().getId());
    ValueReader<Contract> contractReader = ValueReader.ofContracts(zone);
    ValueReader<PoolMetric> metricReader = ValueReader.ofPoolMetrics(zone);
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < contracts.size(); i++) {
      String text = contracts.get(i).text();
      ReadValue<Contract> read = contractReader.read(SOMEWHERE, text.getBytes(UTF_8));
      String key =
          read.row()
              .map(row -> row.tenantId() + "/" + row.endpointId() + "/-")
              .orElse("unreadable-" + i);
      records.add(TopicRecords.of(kafka.topics().tenantContracts(), 0, 1L, key, text));
    }
    Instant time = Instant.EPOCH;
    for (Line metric : metrics) {
      ReadValue<PoolMetric> read = metricReader.read(SOMEWHERE, metric.text().getBytes(UTF_8));
      time = read.row().map(row -> row.minute().plusSeconds(60)).orElse(time);
      records.add(
          TopicRecords.of(
              kafka.topics().poolMetrics(),
              0,
              time.toEpochMilli(),
              read.row().map(PoolMetric::accelPool).orElse(null),
              metric.text()));
    }
    TopicRecords.send(kafka, records);
  }

  /** Sends the requests from one number to another, the first 0. */
  public void sendRequests(KafkaSettings kafka, int from, int to) throws Exception {
    send(kafka, requests.subList(from, to));
  }

  /** Sends requests. */
  public static void send(KafkaSettings kafka, List<Sent> requests) throws Exception {
    TopicRecords.send(kafka, requests.stream().map(sent -> record(kafka, sent)).toList());
  }

  private static ProducerRecord<byte[], byte[]> record(KafkaSettings kafka, Sent sent) {
    return TopicRecords.of(
        kafka.topics().requestLogs(),
        sent.partition(),
        sent.completed().toEpochMilli(),
        sent.keyOrNull(),
        sent.line().text());
  }

  /**
   * Sends into every partition a row that completes then, and that belongs to nobody, and a metric
   * of nobody's pool of then: metrics that are behind hold back final windows.
   */
  public void sendClock(KafkaSettings kafka, Instant completed) throws Exception {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    records.add(
        TopicRecords.of(
            kafka.topics().poolMetrics(),
            0,
            completed.toEpochMilli(),
            "clock",
            METRIC_CLOCK.formatted(completed.truncatedTo(ChronoUnit.MINUTES))));
    for (int partition = 0; partition < partitions; partition++) {
      records.add(clock(kafka, partition, completed));
    }
    TopicRecords.send(kafka, records);
  }

  /** The same into one partition. */
  public static ProducerRecord<byte[], byte[]> clock(
      KafkaSettings kafka, int partition, Instant completed) {
    return TopicRecords.of(
        kafka.topics().requestLogs(),
        partition,
        completed.toEpochMilli(),
        "slowhour/clock",
        CLOCK.formatted(partition, completed.toEpochMilli(), completed.minusMillis(1)));
  }

  /** The hour of a time. */
  public Instant hourOf(Instant time) {
    return ReportZone.of(judge.zone().getId()).hourOf(time);
  }

  /** When all hours are final: for a stream time that allows that disorder. */
  public Instant end(Duration disorder) {
    return hourOf(lastCompletion())
        .plus(Duration.ofHours(1))
        .plus(judge.bound())
        .plus(disorder)
        .plusSeconds(1);
  }
}
