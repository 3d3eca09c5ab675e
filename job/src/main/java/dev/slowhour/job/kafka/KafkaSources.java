package dev.slowhour.job.kafka;

import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.ValueReader;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.workflow.ContractLine;
import dev.slowhour.job.workflow.JudgeWorkflow;
import dev.slowhour.job.workflow.PoolMetricLine;
import dev.slowhour.job.workflow.RequestLine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The workflow's sources over topics. Sources tell no time by watermarks; a record's element has
 * the record's timestamp, and the {@code source} of its place is its partition.
 */
public final class KafkaSources {

  /**
   * The property among those of the clients that says how often topics are looked at for new
   * partitions, in milliseconds.
   */
  public static final String DISCOVERY_INTERVAL =
      KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key();

  private static final Duration DEFAULT_DISCOVERY_INTERVAL = Duration.ofSeconds(30);

  private final StreamExecutionEnvironment env;
  private final KafkaSettings kafka;
  private final JudgeSettings settings;

  private KafkaSources(
      StreamExecutionEnvironment env, KafkaSettings kafka, JudgeSettings settings) {
    this.env = env;
    this.kafka = kafka;
    this.settings = settings;
  }

  /**
   * Sources for STREAMING, without an end. What cannot be read goes to the topic of dead letters
   * too.
   *
   * <p>Behind the contracts, and behind the metrics, the last watermark there is ({@link
   * Long#MAX_VALUE}) says that the topic has been read to the end that it had at the (re)start;
   * before it comes none.
   *
   * @param requestsFrom where a job that starts without a savepoint begins in {@code request_logs}
   *     and {@code pool_metrics}: at the first record of that time or later; empty: at the first
   *     that there is. Contracts are always read from the first on
   */
  public static JudgeWorkflow.Sources streaming(
      StreamExecutionEnvironment env,
      KafkaSettings kafka,
      JudgeSettings settings,
      Optional<Instant> requestsFrom) {
    KafkaSources sources = new KafkaSources(env, kafka, settings);
    OffsetsInitializer start =
        requestsFrom
            .map(instant -> OffsetsInitializer.timestamp(instant.toEpochMilli()))
            .orElseGet(OffsetsInitializer::earliest);
    SingleOutputStreamOperator<RequestLine> requests = sources.requests(Reading.from(start));
    SingleOutputStreamOperator<PoolMetricLine> metrics = sources.metrics(Reading.from(start));
    SingleOutputStreamOperator<ContractLine> contracts = sources.contracts();
    DataStream<DeadLetter> deadLetters =
        requests
            .getSideOutput(SplitLines.DEAD_LETTERS)
            .union(
                metrics.getSideOutput(SplitLines.DEAD_LETTERS),
                contracts.getSideOutput(SplitLines.DEAD_LETTERS));
    DeadLetters.send(deadLetters, kafka);
    return new JudgeWorkflow.Sources(requests, metrics, contracts);
  }

  /**
   * Sources for BATCH.
   *
   * @param requests what is read of {@code request_logs}
   * @param metrics what is read of {@code pool_metrics}
   * @param contracts what was read before of {@code tenant_contracts}, at least one element
   */
  public static JudgeWorkflow.Sources bounded(
      StreamExecutionEnvironment env,
      KafkaSettings kafka,
      JudgeSettings settings,
      TopicRange requests,
      TopicRange metrics,
      List<ContractLine> contracts) {
    KafkaSources sources = new KafkaSources(env, kafka, settings);
    return new JudgeWorkflow.Sources(
        sources.requests(Reading.of(requests)),
        sources.metrics(Reading.of(metrics)),
        env.fromData(contracts, TypeInformation.of(ContractLine.class))
            .name("tenant contracts")
            .uid("tenant-contracts"));
  }

  /**
   * From where to where a topic is read.
   *
   * @param end empty: without an end
   */
  private record Reading(OffsetsInitializer start, Optional<OffsetsInitializer> end) {

    static Reading from(OffsetsInitializer start) {
      return new Reading(start, Optional.empty());
    }

    static Reading of(TopicRange range) {
      return new Reading(
          OffsetsInitializer.offsets(range.starts()),
          Optional.of(OffsetsInitializer.offsets(range.ends())));
    }

    boolean hasEnd() {
      return end.isPresent();
    }
  }

  private SingleOutputStreamOperator<RequestLine> requests(Reading reading) {
    String zone = settings.zone();
    Duration maxRequestDuration = settings.maxRequestDuration();
    String topic = kafka.topics().requestLogs();
    TypeInformation<RequestRow> type = TypeInformation.of(RequestRow.class);
    return source(
            "request logs",
            topic,
            reading,
            new RecordDeserializer<>(
                () ->
                    RecordReader.ofValues(
                        ValueReader.ofRequests(ReportZone.of(zone), maxRequestDuration)),
                type))
        .process(new NearestHours<>(zone))
        .returns(TopicLine.type(type))
        .name("request hours")
        .uid("request-hours")
        .process(
            new SplitLines<>(
                topic,
                line ->
                    new RequestLine(
                        line.rowOrNull(), line.noticeOrNull(), line.bytes(), line.blankLines())))
        .returns(RequestLine.class)
        .name("request lines")
        .uid("request-lines");
  }

  /** One line per pool and minute: one subtask, which can tell when it has read all partitions. */
  private SingleOutputStreamOperator<PoolMetricLine> metrics(Reading reading) {
    String zone = settings.zone();
    String topic = kafka.topics().poolMetrics();
    TypeInformation<PoolMetric> type = TypeInformation.of(PoolMetric.class);
    SingleOutputStreamOperator<TopicLine<PoolMetric>> read =
        source(
                "pool metrics",
                topic,
                reading,
                new RecordDeserializer<>(
                    () -> RecordReader.ofValues(ValueReader.ofPoolMetrics(ReportZone.of(zone))),
                    type))
            .setParallelism(1);
    return (reading.hasEnd() ? read : readToEnd(read, topic, type, "pool metrics"))
        .process(new NearestHours<>(zone))
        .returns(TopicLine.type(type))
        .setParallelism(1)
        .name("metric hours")
        .uid("metric-hours")
        .process(
            new SplitLines<>(
                topic,
                line ->
                    new PoolMetricLine(
                        line.rowOrNull(),
                        line.noticeOrNull(),
                        line.bytes(),
                        line.blankLines(),
                        line.place().source())))
        .returns(PoolMetricLine.class)
        .setParallelism(1)
        .name("metric lines")
        .uid("metric-lines");
  }

  private SingleOutputStreamOperator<ContractLine> contracts() {
    String zone = settings.zone();
    String topic = kafka.topics().tenantContracts();
    TypeInformation<ContractLine> type = TypeInformation.of(ContractLine.class);
    SingleOutputStreamOperator<TopicLine<ContractLine>> read =
        source(
                "tenant contracts",
                topic,
                Reading.from(OffsetsInitializer.earliest()),
                new RecordDeserializer<>(
                    () -> new ContractRecords(ValueReader.ofContracts(ReportZone.of(zone))), type))
            .setParallelism(1);
    return readToEnd(read, topic, type, "tenant contracts")
        .process(new SplitLines<>(topic, ContractRecords::line))
        .returns(ContractLine.class)
        .setParallelism(1)
        .name("contract lines")
        .uid("contract-lines");
  }

  private <R> SingleOutputStreamOperator<TopicLine<R>> readToEnd(
      DataStream<TopicLine<R>> lines, String topic, TypeInformation<R> type, String name) {
    return lines
        .transform(
            name + " to the end",
            TopicLine.type(type),
            new ReadToEnd<>(new TopicOffsets(kafka, topic)))
        .setParallelism(1)
        .uid(uid(name) + "-to-the-end");
  }

  private <R> SingleOutputStreamOperator<TopicLine<R>> source(
      String name, String topic, Reading reading, RecordDeserializer<R> deserializer) {
    KafkaSourceBuilder<TopicLine<R>> builder =
        KafkaSource.<TopicLine<R>>builder()
            .setProperties(properties())
            .setGroupId(kafka.groupId())
            .setClientIdPrefix(kafka.groupId() + "-" + uid(name))
            .setTopics(topic)
            .setStartingOffsets(reading.start())
            .setDeserializer(deserializer);
    reading.end().ifPresent(builder::setBounded);
    return env.fromSource(
            builder.build(), WatermarkStrategy.noWatermarks(), name, deserializer.getProducedType())
        .uid(uid(name));
  }

  private Properties properties() {
    Properties properties = Clients.readingProperties(kafka);
    // Flink has its own; with Kafka's come hundreds of warnings about names.
    properties.put(KafkaSourceOptions.REGISTER_KAFKA_CONSUMER_METRICS.key(), "false");
    properties.putIfAbsent(
        DISCOVERY_INTERVAL, Long.toString(DEFAULT_DISCOVERY_INTERVAL.toMillis()));
    return properties;
  }

  private static String uid(String name) {
    return name.replace(' ', '-');
  }
}
