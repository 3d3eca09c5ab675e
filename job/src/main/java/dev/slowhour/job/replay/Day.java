package dev.slowhour.job.replay;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.ContractKey;
import dev.slowhour.core.data.PlatformEvent;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RequestFailure;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.ContractKeyText;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFile;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.read.Reading;
import dev.slowhour.core.read.TableLines;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads what a day holds, and when the turn of each of its lines comes. */
final class Day {

  /** The tables that have a topic, in the order in which they are read. */
  static final List<Table> TABLES =
      List.of(
          Table.TENANT_CONTRACTS,
          Table.REQUEST_LOGS,
          Table.POOL_METRICS,
          Table.REQUEST_FAILURES,
          Table.PLATFORM_EVENTS);

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Duration maxRequestDuration;
  private final SortedLines lines;
  private final ReplayProgress progress;
  private final Map<Table, Instant> first = new EnumMap<>(Table.class);
  private final Map<Table, Instant> last = new EnumMap<>(Table.class);
  private final Map<Table, List<InputFile>> files = new EnumMap<>(Table.class);
  private final List<String> brokenFiles = new ArrayList<>();
  private Instant lastArrivalOrNull;

  private Day(Duration maxRequestDuration, SortedLines lines, ReplayProgress progress) {
    this.maxRequestDuration = maxRequestDuration;
    this.lines = lines;
    this.progress = progress;
  }

  /**
   * Finds the files of the folders, without reading them yet.
   *
   * @param lines takes the lines when they are read
   * @throws InputException when there are none
   */
  static Day in(
      List<String> folders, Duration maxRequestDuration, SortedLines lines, ReplayProgress progress)
      throws InputException {
    Day day = new Day(maxRequestDuration, lines, progress);
    InputFiles found = InputFiles.list(folders);
    for (Table table : TABLES) {
      day.files.put(table, found.of(table));
    }
    if (day.files.values().stream().allMatch(List::isEmpty)) {
      throw new InputException(
          "no table in "
              + String.join(", ", folders)
              + " (expected: files such as request_logs.jsonl, tenant_contracts.jsonl,"
              + " pool_metrics.jsonl)");
    }
    return day;
  }

  /**
   * Reads the files, once.
   *
   * @throws InputException when one cannot be read
   * @throws IOException when the lines are not taken
   */
  void read() throws InputException, IOException {
    for (Table table : TABLES) {
      for (int file = 0; file < files.get(table).size(); file++) {
        read(files.get(table).get(file), file);
      }
    }
  }

  /** Whether there is a file of the table. */
  boolean has(Table table) {
    return !files.get(table).isEmpty();
  }

  /** When the turn of the table's first row comes; empty without rows, and for contracts. */
  Optional<Instant> first(Table table) {
    return Optional.ofNullable(first.get(table));
  }

  /** When the turn of the last row of all comes. */
  Optional<Instant> last() {
    return last.values().stream().max(Instant::compareTo);
  }

  /** The latest arrival of a request. */
  Optional<Instant> lastArrival() {
    return Optional.ofNullable(lastArrivalOrNull);
  }

  /** The file of a line, as messages name it. */
  String nameOf(Table table, int file) {
    return files.get(table).get(file).name();
  }

  /** Files that break off: name and number of the line that is not whole. */
  List<String> brokenFiles() {
    return brokenFiles;
  }

  private void read(InputFile input, int file) throws InputException, IOException {
    FileReading reading = new FileReading(input.table(), input.name(), file);
    OptionalLong broken =
        TableLines.read(
            input,
            file,
            maxRequestDuration,
            (place, what, value) -> reading.take(place.line(), what, value));
    if (broken.isPresent()) {
      brokenFiles.add(input.name() + ": breaks off at line " + broken.getAsLong());
    }
  }

  /** One file: what a line does not tell, that above it may. */
  private final class FileReading {

    private final Table table;
    private final String name;
    private final int file;
    private Instant timeOrNull;
    private String keyOrNull;

    FileReading(Table table, String name, int file) {
      this.table = table;
      this.name = name;
      this.file = file;
    }

    void take(long line, Reading<?> reading, byte[] value) throws IOException {
      boolean isReadable = reading instanceof Reading.Row<?>;
      String ownKeyOrNull =
          reading instanceof Reading.Row<?> row
              ? keyOf(row.row())
              : keyOf((Reading.Fault<?>) reading, line);
      if (reading instanceof Reading.Row<?> row) {
        timeOf(row.row()).ifPresent(this::saw);
        keyOrNull = ownKeyOrNull;
      }
      lines.add(
          new ReplayLine(
              table,
              turn(),
              file,
              line,
              ownKeyOrNull,
              ownKeyOrNull == null ? keyOrNull : null,
              isReadable,
              value));
      progress.read();
    }

    private void saw(Instant time) {
      timeOrNull = time;
      first.merge(table, time, (one, other) -> one.isBefore(other) ? one : other);
      last.merge(table, time, (one, other) -> one.isAfter(other) ? one : other);
    }

    private Instant turn() {
      if (table == Table.TENANT_CONTRACTS) {
        return ReplayLine.AT_ONCE;
      }
      return timeOrNull == null ? ReplayLine.AT_THE_START : timeOrNull;
    }

    private Optional<Instant> timeOf(Object row) {
      if (row instanceof RequestRow request) {
        if (lastArrivalOrNull == null || request.arrivedAt().isAfter(lastArrivalOrNull)) {
          lastArrivalOrNull = request.arrivedAt();
        }
        return Optional.of(request.arrivedAt().plusNanos(request.durationNanos()));
      }
      if (row instanceof PoolMetric metric) {
        return Optional.of(metric.minute().plus(MINUTE));
      }
      if (row instanceof RequestFailure failure) {
        return Optional.of(failure.arrivedAt());
      }
      return row instanceof PlatformEvent event ? Optional.of(event.at()) : Optional.empty();
    }

    private String keyOf(Object row) {
      if (row instanceof RequestRow request) {
        return request.tenantId() + "/" + request.endpointId();
      }
      if (row instanceof RequestFailure failure) {
        return failure.tenantId() + "/" + failure.endpointId();
      }
      if (row instanceof PoolMetric metric) {
        return metric.accelPool();
      }
      return row instanceof Contract contract
          ? ContractKeyText.of(ContractKey.of(contract))
          : ((PlatformEvent) row).accelPool();
    }

    /**
     * A compacted topic takes no record without a key, and a contract that cannot be read must not
     * replace one that can: its key is one that no contract has, for it has no slash.
     */
    private String keyOf(Reading.Fault<?> fault, long line) {
      if (table == Table.TENANT_CONTRACTS) {
        return "unreadable:" + name.replace('/', ':') + ":" + line;
      }
      return fault.tenantId().isPresent() && fault.endpointId().isPresent()
          ? fault.tenantId().get() + "/" + fault.endpointId().get()
          : null;
    }
  }
}
