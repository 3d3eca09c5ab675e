package dev.slowhour.job.batch;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.PlatformEvent;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFile;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.read.PoolFiles;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.files.NoticeFiles;
import dev.slowhour.job.files.NoticePlaces;
import dev.slowhour.job.kafka.ContractTopic;
import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.kafka.KafkaSources;
import dev.slowhour.job.kafka.TopicCheck;
import dev.slowhour.job.kafka.TopicPlaces;
import dev.slowhour.job.kafka.TopicRange;
import dev.slowhour.job.workflow.ContractLine;
import dev.slowhour.job.workflow.JudgeWorkflow;
import dev.slowhour.job.workflow.RequestFailureLine;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.common.KafkaException;

/**
 * The part of topics that says something about the hours from {@code --from} to {@code --to}, found
 * by the timestamps of the records, and the contracts as they are now. What is read is counted in
 * records.
 *
 * <p>The bounds are offsets: they are looked up before the job, so that what comes meanwhile does
 * not belong to it.
 */
final class TopicInput implements RunInput {

  /** What a producer's clock may be behind: a timestamp should not be before the completion. */
  static final Duration CLOCK_ROOM = Duration.ofMinutes(5);

  /** For records that stand behind later ones of their partition by more than the disorder. */
  static final Duration LATE_ROOM = Duration.ofHours(1);

  private final KafkaSettings kafka;
  private final JudgeSettings settings;
  private final TopicRange requests;
  private final TopicRange metrics;
  private final ContractTopic.Contracts contracts;
  private final InputFiles poolFiles;
  private final PoolFiles.Pools pools;

  private TopicInput(
      KafkaSettings kafka,
      JudgeSettings settings,
      TopicRange requests,
      TopicRange metrics,
      ContractTopic.Contracts contracts,
      InputFiles poolFiles,
      PoolFiles.Pools pools) {
    this.kafka = kafka;
    this.settings = settings;
    this.requests = requests;
    this.metrics = metrics;
    this.contracts = contracts;
    this.poolFiles = poolFiles;
    this.pools = pools;
  }

  /**
   * Finds it.
   *
   * @param allowedDisorder D of the streaming job
   * @param poolFolders folders of which {@code pools} is read; may be none
   * @param settings with the first and the last hour
   * @throws InputException when Kafka cannot be read, or a file of pools
   */
  static TopicInput of(
      KafkaSettings kafka,
      Duration allowedDisorder,
      List<String> poolFolders,
      JudgeSettings settings)
      throws InputException, InterruptedException {
    TopicCheck.beforeBatch(kafka);
    InputFiles poolFiles = InputFiles.list(poolFolders);
    PoolFiles.Pools pools = PoolFiles.read(poolFiles.of(Table.POOLS), settings.reportZone());
    Instant from = firstTimestamp(settings);
    Instant to = endOfTimestamps(settings, allowedDisorder);
    try {
      return new TopicInput(
          kafka,
          settings,
          TopicRange.between(kafka, kafka.topics().requestLogs(), from, to),
          TopicRange.between(kafka, kafka.topics().poolMetrics(), from, to),
          ContractTopic.read(kafka, settings.reportZone()),
          poolFiles,
          pools);
    } catch (KafkaException e) {
      throw TopicCheck.unreachable(kafka, e);
    }
  }

  /**
   * The hour before is looked back on. What is in progress at the first hour's start arrived at
   * most B before; whether it counts hangs on all of the hour in which it did.
   */
  private static Instant firstTimestamp(JudgeSettings settings) {
    return settings
        .from()
        .orElseThrow()
        .minus(settings.maxRequestDuration())
        .minusSeconds(ReportZone.HOUR_SECONDS)
        .minus(CLOCK_ROOM);
  }

  /** A request of the last hour completes at most B after its end. */
  private static Instant endOfTimestamps(JudgeSettings settings, Duration allowedDisorder) {
    return settings
        .to()
        .orElseThrow()
        .plus(settings.maxRequestDuration())
        .plus(allowedDisorder)
        .plus(LATE_ROOM);
  }

  @Override
  public List<Contract> contractsInForce() {
    return contracts.inForce();
  }

  @Override
  public Set<String> syntheticPools() {
    return pools.synthetic();
  }

  /** Their topics are not read yet. */
  @Override
  public List<PlatformEvent> events() {
    return List.of();
  }

  @Override
  public boolean has(Table table) {
    return table == Table.REQUEST_LOGS
        || table == Table.TENANT_CONTRACTS
        || table == Table.POOL_METRICS
        || (table == Table.POOLS && !poolFiles.of(table).isEmpty());
  }

  @Override
  public NoticePlaces noticePlaces() {
    return new TopicPlaces(kafka, NoticeFiles.of(poolFiles));
  }

  @Override
  public JudgeWorkflow.Sources sources(StreamExecutionEnvironment env) {
    List<ContractLine> lines = new ArrayList<>();
    // Flink's source of given elements cannot be empty.
    lines.add(new ContractLine(null, null));
    contracts.inForce().forEach(contract -> lines.add(new ContractLine(contract, null)));
    for (List<Notice> notices : List.of(contracts.notices(), pools.notices())) {
      notices.forEach(notice -> lines.add(new ContractLine(null, notice)));
    }
    return KafkaSources.bounded(env, kafka, settings, requests, metrics, lines);
  }

  @Override
  public Optional<DataStream<RequestFailureLine>> failures(StreamExecutionEnvironment env) {
    return Optional.empty();
  }

  @Override
  public void writeInputs(JsonGenerator json) throws IOException {
    writeRange(json, Table.REQUEST_LOGS, requests);
    writeRange(json, Table.POOL_METRICS, metrics);
    json.writeStartObject();
    json.writeStringField("table", Table.TENANT_CONTRACTS.tableName());
    json.writeStringField("topic", kafka.topics().tenantContracts());
    json.writeEndObject();
    for (InputFile file : poolFiles.of(Table.POOLS)) {
      FileInput.writeFile(json, file);
    }
  }

  private static void writeRange(JsonGenerator json, Table table, TopicRange range)
      throws IOException {
    for (TopicRange.OfPartition part : range.parts()) {
      json.writeStartObject();
      json.writeStringField("table", table.tableName());
      json.writeStringField("topic", range.topic());
      json.writeNumberField("partition", part.partition());
      json.writeNumberField("from_offset", part.start());
      json.writeNumberField("to_offset", part.end());
      json.writeEndObject();
    }
  }

  @Override
  public long total() {
    return requests.records() + metrics.records();
  }

  @Override
  public long read(RunCounts counts) {
    return lines(counts, Table.REQUEST_LOGS) + lines(counts, Table.POOL_METRICS);
  }

  private static long lines(RunCounts counts, Table table) {
    return counts.rows(table) + counts.unreadableLines(table) + counts.blankLines(table);
  }

  @Override
  public InputException noReadableRequest(long unreadableLines) {
    return new InputException(
        "no readable request in topic "
            + requests.topic()
            + " from "
            + settings.reportZone().minuteText(settings.from().orElseThrow())
            + " to "
            + settings.reportZone().minuteText(settings.to().orElseThrow())
            + " and the hours about it ("
            + unreadableLines
            + " records cannot be read; expected: records with timestamps of these hours)");
  }
}
