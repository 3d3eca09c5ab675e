package dev.slowhour.job.kafka;

import static dev.slowhour.job.testing.TopicRecords.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.job.batch.Judging;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.Kafka;
import dev.slowhour.job.testing.Request;
import dev.slowhour.job.testing.TopicRecords;
import dev.slowhour.job.workflow.JudgeWorkflow;
import dev.slowhour.job.workflow.RequestLine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The streaming sources over a real Kafka. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KafkaSourcesITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = Judging.cluster(4);

  private static final Request AT_TEN = Request.at("2026-10-13T10:17:00+09:00");
  private static final Instant TEN = Instant.parse("2026-10-13T01:00:00Z");
  private static final long COMPLETED = Instant.parse("2026-10-13T01:17:00.100Z").toEpochMilli();

  @TempDir private Path folder;

  private KafkaSettings kafka;

  @BeforeEach
  void makeTopics() throws Exception {
    kafka = Kafka.topics(2);
  }

  private ProducerRecord<byte[], byte[]> request(int partition, String keyOrNull, String value) {
    return TopicRecords.of(kafka.topics().requestLogs(), partition, COMPLETED, keyOrNull, value);
  }

  /** What a line says, and the timestamp of its element. */
  private static final class Said extends ProcessFunction<RequestLine, String> {

    private static final long serialVersionUID = 1L;

    @Override
    public void processElement(RequestLine line, Context context, Collector<String> out) {
      String what =
          line.rowOrNull() != null
              ? line.rowOrNull().place().source()
                  + ":"
                  + line.rowOrNull().place().line()
                  + " "
                  + line.rowOrNull().requestId()
              : line.noticeOrNull() != null
                  ? line.noticeOrNull().place().source()
                      + ":"
                      + line.noticeOrNull().place().line()
                      + " "
                      + line.noticeOrNull().code()
                      + " in "
                      + line.noticeOrNull().windowStartOrNull()
                  : "blank " + line.blankLines();
      out.collect(what + ", " + line.bytes() + " bytes, at " + context.timestamp());
    }
  }

  private StreamExecutionEnvironment environment(Optional<String> savepoint) {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
    savepoint.ifPresent(path -> configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, path));
    // That of the sink with which a test collects, which has no uid.
    configuration.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    env.setParallelism(2);
    return env;
  }

  private static JudgeWorkflow.Sources sources(
      StreamExecutionEnvironment env, KafkaSettings kafka) {
    return KafkaSources.streaming(env, kafka, JudgeSettings.defaults(), Optional.empty());
  }

  /** Runs a stream until that many elements have come, and then what is to be done. */
  private static List<String> take(
      StreamExecutionEnvironment env, DataStream<String> stream, int count, Then then)
      throws Exception {
    CloseableIterator<String> elements = stream.collectAsync();
    JobClient job = env.executeAsync();
    try {
      List<String> taken = new ArrayList<>();
      while (taken.size() < count) {
        taken.add(elements.next());
      }
      then.run(job);
      return taken;
    } finally {
      elements.close();
      job.cancel().exceptionally(ended -> null).get();
    }
  }

  private interface Then {
    void run(JobClient job) throws Exception;
  }

  private static List<String> ofPartition(List<String> lines, int partition) {
    return lines.stream().filter(line -> line.startsWith(partition + ":")).toList();
  }

  @Test
  void everyRecordBecomesALineWithItsTimestampPartitionAndOffset() throws Exception {
    String row = AT_TEN.json();
    TopicRecords.send(
        kafka,
        List.of(
            request(0, "tenant/endpoint", row),
            request(1, null, "{nonsense"),
            request(0, null, null),
            request(0, null, " "),
            request(0, "k", AT_TEN.id("r-2").ttft(0).json())));
    StreamExecutionEnvironment env = environment(Optional.empty());

    List<String> lines =
        take(env, sources(env, kafka).requests().process(new Said()), 5, job -> {});

    assertThat(lines)
        .containsExactlyInAnyOrder(
            "0:0 r-1, " + row.length() + " bytes, at " + COMPLETED,
            "0:1 MALFORMED_JSON in " + TEN + ", 0 bytes, at " + COMPLETED,
            "blank 1, 1 bytes, at " + COMPLETED,
            "0:3 INVALID_FIELD in " + TEN + ", " + (row.length() - 2) + " bytes, at " + COMPLETED,
            "1:0 MALFORMED_JSON in null, 9 bytes, at " + COMPLETED);
    assertThat(ofPartition(lines, 0)).first().asString().startsWith("0:0 r-1");
  }

  @Test
  void theHourOfANoticeIsThatOfTheNearestEarlierRecordAlsoOverARestart() throws Exception {
    TopicRecords.send(
        kafka,
        List.of(
            request(0, null, AT_TEN.json()),
            request(1, null, AT_TEN.after(Duration.ofHours(1)).json())));
    StreamExecutionEnvironment before = environment(Optional.empty());
    List<String> savepoint = new ArrayList<>();
    take(
        before,
        sources(before, kafka).requests().process(new Said()).uid("said"),
        2,
        job ->
            savepoint.add(
                job.stopWithSavepoint(
                        false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
                    .get()));

    TopicRecords.send(kafka, List.of(request(0, null, "{"), request(1, null, "{")));
    StreamExecutionEnvironment after = environment(Optional.of(savepoint.get(0)));
    // Partitions move.
    after.setParallelism(1);
    List<String> lines =
        take(after, sources(after, kafka).requests().process(new Said()).uid("said"), 2, job -> {});

    assertThat(lines)
        .containsExactlyInAnyOrder(
            "0:1 MALFORMED_JSON in 2026-10-13T01:00:00Z, 1 bytes, at " + COMPLETED,
            "1:1 MALFORMED_JSON in 2026-10-13T02:00:00Z, 1 bytes, at " + COMPLETED);
  }

  @Test
  void whatCannotBeReadGoesToTheDeadLettersAsItWasWithTheReason() throws Exception {
    ProducerRecord<byte[], byte[]> bad = request(1, "key\uFFFF", AT_TEN.ttft(0).tpot("-1").json());
    bad.headers().add("trace", new byte[] {1, 2});
    TopicRecords.send(kafka, List.of(bad));
    TopicRecords.send(
        kafka,
        List.of(
            TopicRecords.of(kafka.topics().poolMetrics(), 0, COMPLETED, "pool", "[]"),
            TopicRecords.of(
                kafka.topics().tenantContracts(),
                0,
                COMPLETED,
                "tenant/endpoint/-",
                Contracts.json(Contracts.of("tenant", "endpoint", 0))),
            TopicRecords.of(kafka.topics().tenantContracts(), 0, COMPLETED, "tenant", null)));
    StreamExecutionEnvironment env = environment(Optional.empty());
    List<ConsumerRecord<byte[], byte[]>> letters = new ArrayList<>();

    take(
        env,
        sources(env, kafka).requests().process(new Said()),
        1,
        job -> letters.addAll(TopicRecords.await(kafka, kafka.topics().deadLetter(), 4)));

    ConsumerRecord<byte[], byte[]> request =
        only(letters, letter -> header(letter, "slowhour.table").equals("request_logs"));
    assertThat(request.key()).isEqualTo("key\uFFFF".getBytes(StandardCharsets.UTF_8));
    assertThat(request.value()).isEqualTo(bad.value());
    assertThat(request.timestamp()).isEqualTo(COMPLETED);
    assertThat(Arrays.stream(request.headers().toArray()).map(header -> header.key()))
        .containsExactly(
            "trace",
            "slowhour.topic",
            "slowhour.partition",
            "slowhour.offset",
            "slowhour.table",
            "slowhour.code",
            "slowhour.fields",
            "slowhour.message");
    assertThat(request.headers().lastHeader("trace").value()).isEqualTo(new byte[] {1, 2});
    assertThat(header(request, "slowhour.topic")).isEqualTo(kafka.topics().requestLogs());
    assertThat(header(request, "slowhour.partition")).isEqualTo("1");
    assertThat(header(request, "slowhour.offset")).isEqualTo("0");
    assertThat(header(request, "slowhour.code")).isEqualTo("invalid_field");
    assertThat(header(request, "slowhour.fields")).isEqualTo("ttft_ms,tpot_ms");
    assertThat(header(request, "slowhour.message")).endsWith("이 줄은 세지 않았습니다.");

    ConsumerRecord<byte[], byte[]> metric =
        only(letters, letter -> header(letter, "slowhour.table").equals("pool_metrics"));
    assertThat(header(metric, "slowhour.code")).isEqualTo("malformed_json");
    assertThat(header(metric, "slowhour.fields")).isEmpty();

    assertThat(letters)
        .filteredOn(letter -> header(letter, "slowhour.table").equals("tenant_contracts"))
        .extracting(
            letter -> header(letter, "slowhour.offset"),
            letter -> header(letter, "slowhour.fields"),
            letter -> letter.value() == null)
        .containsExactlyInAnyOrder(
            tuple("0", "ttft_slo_ms", false), tuple("1", "tenant_id,endpoint_id,valid_from", true));
  }

  private static ConsumerRecord<byte[], byte[]> only(
      List<ConsumerRecord<byte[], byte[]>> letters,
      Predicate<ConsumerRecord<byte[], byte[]>> which) {
    List<ConsumerRecord<byte[], byte[]>> found = letters.stream().filter(which).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @Test
  void anyPropertyOfAClientPassesThrough() throws Exception {
    KafkaSettings uncommitted =
        new KafkaSettings(
            Map.of(
                KafkaSettings.BOOTSTRAP_SERVERS,
                kafka.client().get(KafkaSettings.BOOTSTRAP_SERVERS),
                "isolation.level",
                "read_uncommitted",
                "partition.discovery.interval.ms",
                "100"),
            kafka.groupId(),
            kafka.topics());
    TopicRecords.inTransaction(kafka, false, List.of(request(0, null, AT_TEN.json())));
    StreamExecutionEnvironment env = environment(Optional.empty());

    List<String> lines =
        take(env, sources(env, uncommitted).requests().process(new Said()), 1, job -> {});

    assertThat(lines).singleElement().asString().startsWith("0:0 r-1");
  }

  @Test
  void whatAProducerTookBackIsNotRead() throws Exception {
    TopicRecords.inTransaction(
        kafka, false, List.of(request(0, null, AT_TEN.id("aborted").json())));
    TopicRecords.inTransaction(
        kafka, true, List.of(request(0, null, AT_TEN.id("committed").json())));
    StreamExecutionEnvironment env = environment(Optional.empty());

    List<String> lines =
        take(env, sources(env, kafka).requests().process(new Said()), 1, job -> {});

    assertThat(lines).singleElement().asString().startsWith("0:2 committed");
  }

  @Test
  void aNoticeIsThatOfTheTable() throws Exception {
    TopicRecords.send(
        kafka, List.of(TopicRecords.of(kafka.topics().poolMetrics(), 0, COMPLETED, "pool", "[]")));
    StreamExecutionEnvironment env = environment(Optional.empty());

    List<String> notices =
        take(
            env,
            sources(env, kafka)
                .metrics()
                .map(line -> line.noticeOrNull().toString())
                .returns(String.class),
            1,
            job -> {});

    assertThat(notices)
        .containsExactly(
            new Notice(
                    Table.POOL_METRICS,
                    new Place(0, 0),
                    NoticeCode.MALFORMED_JSON,
                    List.of(),
                    null,
                    null,
                    null,
                    "[]")
                .toString());
  }

  /** Tells records and watermarks in the order in which they come. */
  private static final class Teller<T> extends AbstractStreamOperator<String>
      implements OneInputStreamOperator<T, String> {

    private static final long serialVersionUID = 1L;

    @Override
    public void processElement(StreamRecord<T> element) {
      output.collect(new StreamRecord<>("record"));
    }

    @Override
    public void processWatermark(Watermark mark) {
      output.collect(
          new StreamRecord<>(mark.equals(Watermark.MAX_WATERMARK) ? "end" : mark.toString()));
    }
  }

  private static <T> DataStream<String> told(DataStream<T> stream) {
    return stream.transform("told", Types.STRING, new Teller<T>()).setParallelism(1);
  }

  private ProducerRecord<byte[], byte[]> contract(String endpointId) {
    return TopicRecords.of(
        kafka.topics().tenantContracts(),
        0,
        COMPLETED,
        "tenant/" + endpointId + "/-",
        Contracts.json(Contracts.of("tenant", endpointId, 800)));
  }

  @Test
  void theEndOfTheContractsComesBehindAllThatWereThereAtTheStart() throws Exception {
    TopicRecords.send(kafka, List.of(contract("a"), contract("b"), contract("c")));
    // Behind the last record stand one that no one is given, and a marker.
    TopicRecords.inTransaction(kafka, false, List.of(contract("d")));
    StreamExecutionEnvironment env = environment(Optional.empty());

    List<String> told = take(env, told(sources(env, kafka).contracts()), 4, job -> {});

    assertThat(told).containsExactly("record", "record", "record", "end");
  }

  @Test
  void aTopicWithoutRecordsIsAtItsEndAtOnce() throws Exception {
    StreamExecutionEnvironment env = environment(Optional.empty());

    List<String> told = take(env, told(sources(env, kafka).metrics()), 1, job -> {});

    assertThat(told).containsExactly("end");
  }

  @Test
  void theEndComesAgainAfterARestartBehindWhatCameMeanwhile() throws Exception {
    TopicRecords.send(kafka, List.of(contract("a")));
    StreamExecutionEnvironment before = environment(Optional.empty());
    List<String> savepoint = new ArrayList<>();
    take(
        before,
        told(sources(before, kafka).contracts()),
        2,
        job ->
            savepoint.add(
                job.stopWithSavepoint(
                        false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
                    .get()));
    StreamExecutionEnvironment unchanged = environment(Optional.of(savepoint.get(0)));
    assertThat(take(unchanged, told(sources(unchanged, kafka).contracts()), 1, job -> {}))
        .containsExactly("end");

    TopicRecords.send(kafka, List.of(contract("b"), contract("c")));
    StreamExecutionEnvironment after = environment(Optional.of(savepoint.get(0)));
    assertThat(take(after, told(sources(after, kafka).contracts()), 3, job -> {}))
        .containsExactly("record", "record", "end");
  }

  @Test
  void ofAValueThatIsTooLargeForTheDeadLettersItsSizeIsTold() throws Exception {
    try (Admin admin = Admin.create(kafka.clientProperties())) {
      admin
          .incrementalAlterConfigs(
              Map.of(
                  new ConfigResource(ConfigResource.Type.TOPIC, kafka.topics().requestLogs()),
                  List.of(
                      new AlterConfigOp(
                          new ConfigEntry("max.message.bytes", "4000000"),
                          AlterConfigOp.OpType.SET))))
          .all()
          .get();
    }
    String large = "\"".repeat(2_000_000);
    TopicRecords.send(kafka, List.of(request(0, "key", large), request(0, "key", "{")));
    StreamExecutionEnvironment env = environment(Optional.empty());
    List<ConsumerRecord<byte[], byte[]>> letters = new ArrayList<>();

    List<String> lines =
        take(
            env,
            sources(env, kafka).requests().process(new Said()),
            2,
            job -> letters.addAll(TopicRecords.await(kafka, kafka.topics().deadLetter(), 2)));

    assertThat(lines)
        .containsExactly(
            "0:0 MALFORMED_JSON in null, 2000000 bytes, at " + COMPLETED,
            "0:1 MALFORMED_JSON in null, 1 bytes, at " + COMPLETED);
    assertThat(letters)
        .extracting(
            letter -> header(letter, "slowhour.offset"),
            letter -> header(letter, "slowhour.value_bytes"),
            letter -> letter.value() == null)
        .containsExactly(tuple("0", "2000000", true), tuple("1", null, false));
  }
}
