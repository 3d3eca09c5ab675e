package dev.slowhour.job.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.slowhour.core.data.ContractKey;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.ContractKeyText;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InstantShift;
import dev.slowhour.job.kafka.KafkaSettings;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Utils;

/** Makes records of lines that come in order, moved by hours, and sends them when it is time. */
final class Sending {

  private final KafkaSettings.Topics names;
  private final TargetTopics topics;
  private final RecordSender sender;
  private final Day day;
  private final long hours;
  private final WallTime wall;
  private final ReplayProgress progress;
  private final Map<Table, InstantShift> shifts = new EnumMap<>(Table.class);
  private final Map<Table, Long> rows = new EnumMap<>(Table.class);
  private final Map<Table, Long> unreadable = new EnumMap<>(Table.class);
  private Instant firstOrNull;
  private Instant lastOrNull;

  Sending(
      KafkaSettings.Topics names,
      TargetTopics topics,
      RecordSender sender,
      Day day,
      long hours,
      WallTime wall,
      ReplayProgress progress) {
    this.names = names;
    this.topics = topics;
    this.sender = sender;
    this.day = day;
    this.hours = hours;
    this.wall = wall;
    this.progress = progress;
    for (Table table : Day.TABLES) {
      shifts.put(table, new InstantShift(table, hours));
    }
  }

  ReplayResult send(SortedLines lines, Pace pace, Optional<ClosingRows> closing)
      throws InputException, IOException, InterruptedException {
    for (ReplayLine line = lines.takeOrNull(); line != null; line = lines.takeOrNull()) {
      Instant timestamp = timestamp(line);
      if (line.isTimed()) {
        pace.await(line.time());
        firstOrNull = firstOrNull == null ? timestamp : firstOrNull;
        lastOrNull = timestamp;
      }
      send(line, timestamp);
    }
    Optional<ClosingRows> moved = closing.map(found -> found.plus(shift()));
    if (moved.isPresent()) {
      close(moved.get());
    }
    sender.flush();
    return new ReplayResult(
        rows,
        unreadable,
        firstOrNull,
        lastOrNull,
        hours,
        moved.map(ClosingRows::completion).orElse(null),
        day.brokenFiles());
  }

  private Duration shift() {
    return Duration.ofHours(hours);
  }

  /** Completion, or what stands for it; contracts are as of now. */
  private Instant timestamp(ReplayLine line) {
    if (line.isTimed()) {
      return line.time().plus(shift());
    }
    return line.time().equals(ReplayLine.AT_ONCE)
        ? wall.now()
        : day.first(line.table()).map(first -> first.plus(shift())).orElseGet(wall::now);
  }

  private void send(ReplayLine line, Instant timestamp) throws InputException, IOException {
    String topic = Replay.topicOf(names, line.table());
    String keyOrNull = movedKeyOrNull(line);
    sender.send(
        new ProducerRecord<>(
            topic,
            keyOrNull == null ? partitionOfNeighbour(topic, line) : null,
            timestamp.toEpochMilli(),
            keyOrNull == null ? null : keyOrNull.getBytes(UTF_8),
            movedValue(line)),
        origin(line));
    (line.isReadable() ? rows : unreadable).merge(line.table(), 1L, Long::sum);
    progress.sent(timestamp);
  }

  private String origin(ReplayLine line) {
    return day.nameOf(line.table(), line.file()) + " line " + line.line();
  }

  /** Where the readable line above it went, as Kafka's clients choose a partition by a key. */
  private Integer partitionOfNeighbour(String topic, ReplayLine line) {
    return line.neighbourKeyOrNull() == null
        ? 0
        : Utils.toPositive(Utils.murmur2(line.neighbourKeyOrNull().getBytes(UTF_8)))
            % topics.partitions(topic);
  }

  private byte[] movedValue(ReplayLine line) throws InputException {
    if (hours == 0) {
      return line.value();
    }
    InstantShift shift = shifts.get(line.table());
    return shift
        .of(line.value())
        .orElseThrow(
            () ->
                new InputException(
                    origin(line)
                        + ": "
                        + shift.column()
                        + " cannot be moved by "
                        + hours
                        + " h (expected: an instant that stays within the years 1970 to 9998)"));
  }

  /** The key of a contract names its version, which has moved with it. */
  private String movedKeyOrNull(ReplayLine line) {
    if (hours == 0 || line.table() != Table.TENANT_CONTRACTS) {
      return line.keyOrNull();
    }
    return ContractKeyText.parse(line.keyOrNull())
        .map(
            key ->
                ContractKeyText.of(
                    new ContractKey(
                        key.endpoint(),
                        key.validFrom().map(from -> from.plus(shift())).orElse(null))))
        .orElse(line.keyOrNull());
  }

  private void close(ClosingRows closing) throws IOException {
    for (int partition = 0; partition < topics.partitions(names.requestLogs()); partition++) {
      sender.send(
          new ProducerRecord<>(
              names.requestLogs(),
              partition,
              closing.completion().toEpochMilli(),
              ClosingRows.KEY.getBytes(UTF_8),
              closing.value(partition)),
          "--close");
      progress.sent(closing.completion());
    }
  }
}
