package dev.slowhour.job.replay;

import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.batch.TemporaryFolder;
import dev.slowhour.job.kafka.KafkaSettings;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sends a day of files into topics, in the order in which its requests completed and with the gaps
 * between them. Every line becomes one record: rows, and lines that cannot be read.
 */
public final class Replay {

  /** Lines held in memory while they are sorted; with the rest of the process within 512 MiB. */
  private static final long MAX_BYTES_HELD = 128L << 20;

  private final KafkaSettings kafka;
  private final JudgeSettings judge;
  private final Duration allowedDisorder;
  private final WallTime wall;

  /**
   * A replay into that Kafka.
   *
   * @param judge B, and the zone whose hours a day is moved and closed by
   * @param allowedDisorder D of the job that reads the topics
   */
  public Replay(KafkaSettings kafka, JudgeSettings judge, Duration allowedDisorder, WallTime wall) {
    this.kafka = kafka;
    this.judge = judge;
    this.allowedDisorder = allowedDisorder;
    this.wall = wall;
  }

  /**
   * Replays.
   *
   * @param progress told of every line
   * @return what was sent, all of it acknowledged
   * @throws InputException when files cannot be read, or rows are older than what the topics hold;
   *     nothing was sent then
   * @throws IOException when Kafka does not take a record; those before it may have been taken
   */
  public ReplayResult run(ReplayPlan plan, ReplayProgress progress)
      throws InputException, IOException, InterruptedException {
    try (TemporaryFolder temporary = TemporaryFolder.create("slowhour-produce");
        SortedLines lines = new SortedLines(temporary.path(), MAX_BYTES_HELD)) {
      Day day = Day.in(plan.folders(), judge.maxRequestDuration(), lines, progress);
      try (TargetTopics topics = TargetTopics.of(kafka, topicsOf(day, plan))) {
        day.read();
        Optional<ClosingRows> closing =
            plan.closes() ? Optional.of(closing(day)) : Optional.empty();
        long hours = plan.shiftsToNow() ? hoursToNow(day, closing) : 0;
        if (!plan.shiftsToNow()) {
          requireNewer(day, topics);
        }
        try (RecordSender sender = new RecordSender(kafka)) {
          return new Sending(kafka.topics(), topics, sender, day, hours, wall, progress)
              .send(lines, new Pace(plan.speed(), wall), closing);
        }
      }
    }
  }

  private List<String> topicsOf(Day day, ReplayPlan plan) {
    List<String> names = new ArrayList<>();
    for (Table table : Day.TABLES) {
      if (day.has(table) || (plan.closes() && table == Table.REQUEST_LOGS)) {
        names.add(topicOf(kafka.topics(), table));
      }
    }
    return names;
  }

  /** The topic of a table that has one. */
  static String topicOf(KafkaSettings.Topics topics, Table table) {
    return switch (table) {
      case REQUEST_LOGS -> topics.requestLogs();
      case TENANT_CONTRACTS -> topics.tenantContracts();
      case POOL_METRICS -> topics.poolMetrics();
      case REQUEST_FAILURES -> topics.requestFailures();
      case PLATFORM_EVENTS -> topics.platformEvents();
      case POOLS -> throw new IllegalArgumentException("pools: no topic (expected: a table)");
    };
  }

  private ClosingRows closing(Day day) throws InputException {
    return day.lastArrival()
        .map(
            arrival ->
                ClosingRows.of(
                    judge.reportZone(), arrival, judge.maxRequestDuration(), allowedDisorder))
        .orElseThrow(
            () ->
                new InputException(
                    "--close: no readable request (expected: request_logs with an hour to close)"));
  }

  /** The most hours after which nothing lies after now. */
  private long hoursToNow(Day day, Optional<ClosingRows> closing) {
    return closing
        .map(ClosingRows::completion)
        .map(completion -> later(completion, day.last()))
        .or(day::last)
        .map(
            last ->
                Math.floorDiv(
                    Duration.between(last, wall.now()).toSeconds(), ReportZone.HOUR_SECONDS))
        .orElse(0L);
  }

  private static Instant later(Instant one, Optional<Instant> other) {
    return other.filter(one::isBefore).orElse(one);
  }

  private void requireNewer(Day day, TargetTopics topics)
      throws InputException, IOException, InterruptedException {
    for (Table table : Day.TABLES) {
      Optional<Instant> first = day.first(table);
      if (first.isEmpty()) {
        continue;
      }
      String topic = topicOf(kafka.topics(), table);
      Optional<Instant> newest = topics.newest(topic);
      // Timestamps have milliseconds.
      if (newest.isPresent() && first.get().toEpochMilli() < newest.get().toEpochMilli()) {
        ReportZone zone = judge.reportZone();
        throw new InputException(
            topic
                + ": holds records up to "
                + zone.instantText(newest.get())
                + ", and "
                + table.tableName()
                + " begin at "
                + zone.instantText(first.get())
                + ", so they would be late (expected: a later day or an empty topic;"
                + " --shift-to-now moves the day)");
      }
    }
  }
}
