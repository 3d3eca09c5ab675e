package dev.slowhour.job.stream;

import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.read.InputException;
import dev.slowhour.job.config.StreamConfig;
import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.kafka.KafkaSources;
import dev.slowhour.job.kafka.TopicCheck;
import dev.slowhour.job.store.ContractChange;
import dev.slowhour.job.store.Patience;
import dev.slowhour.job.store.StoreAddress;
import dev.slowhour.job.store.StreamSinks;
import dev.slowhour.job.store.TopicNames;
import dev.slowhour.job.workflow.ContractLine;
import dev.slowhour.job.workflow.JudgeWorkflow;
import dev.slowhour.job.workflow.TimeSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;

/** The workflow from topics into the store. */
public final class StreamJob {

  /** Its name in Flink. */
  public static final String NAME = "slowhour stream";

  private StreamJob() {}

  /**
   * How the run is to tell the time: as configured, over the partitions that there are.
   *
   * @throws InputException when Kafka cannot be reached, or lacks a topic
   */
  public static TimeSettings timeSettings(StreamConfig config)
      throws InputException, InterruptedException {
    TopicCheck.beforeStreaming(config.kafka());
    return new TimeSettings(
        config.time().allowedDisorder(),
        config.time().silence(),
        config.time().openRefresh(),
        TopicCheck.partitionsOf(config.kafka(), config.kafka().topics().requestLogs()));
  }

  /**
   * Builds the graph.
   *
   * @param store where rows go
   * @param runId the run's number there
   * @param from where a job that begins without a savepoint begins in the topics; empty: at their
   *     first records
   * @param syntheticPools pools whose logs and metrics are made up
   */
  public static void define(
      StreamExecutionEnvironment env,
      StreamConfig config,
      TimeSettings time,
      StoreAddress store,
      long runId,
      Optional<Instant> from,
      Set<String> syntheticPools) {
    JudgeWorkflow.Sources sources =
        KafkaSources.streaming(env, config.kafka(), config.judge(), from);
    StreamSinks sinks = new StreamSinks(store, runId, config.judge(), Patience.OF_STREAMING);
    // Windows and those that are withdrawn go one way, so that none overtakes another.
    AtomicReference<DataStream<JudgedWindow>> windows = new AtomicReference<>();
    JudgeWorkflow.define(
        sources,
        new JudgeWorkflow.Sinks(
            windows::set,
            withdrawn -> sinks.windows(windows.get(), withdrawn, syntheticPools),
            notices -> sinks.notices(notices, topicNames(config.kafka()))),
        config.judge(),
        time);
    sinks.contracts(
        sources
            .contracts()
            .<ContractChange>flatMap(StreamJob::changes)
            .returns(ContractChange.class)
            .setParallelism(1)
            .name("contract changes")
            .uid("contract-changes"));
  }

  private static void changes(ContractLine line, Collector<ContractChange> out) {
    if (line.removedOrNull() != null) {
      out.collect(
          ContractChange.removed(
              line.removedOrNull().endpoint(), line.removedOrNull().validFromOrNull()));
    }
    if (line.contractOrNull() != null) {
      out.collect(ContractChange.put(line.contractOrNull()));
    }
  }

  private static TopicNames topicNames(KafkaSettings kafka) {
    return new TopicNames(
        Map.of(
            Table.REQUEST_LOGS, kafka.topics().requestLogs(),
            Table.POOL_METRICS, kafka.topics().poolMetrics(),
            Table.TENANT_CONTRACTS, kafka.topics().tenantContracts()));
  }

  /** What it reads, as its row in {@code runs} has it: a JSON array of topics. */
  public static String inputsJson(KafkaSettings kafka) {
    return List.of(
            kafka.topics().requestLogs(),
            kafka.topics().poolMetrics(),
            kafka.topics().tenantContracts())
        .stream()
        .map(topic -> "\"topic " + topic + "\"")
        .toList()
        .toString();
  }
}
