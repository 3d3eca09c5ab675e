package dev.slowhour.loadgen.run;

import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.Outcome;
import dev.slowhour.loadgen.client.RunClock;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A folder with {@code request_logs.jsonl}, {@code request_failures.jsonl} and {@code
 * timings.jsonl}. A line is written when its request ends, so lines come in order of completion; a
 * run that is broken off leaves what it has.
 */
public final class FileSink implements RecordSink {

  private static final String LOGS = "request_logs.jsonl";
  private static final String FAILURES = "request_failures.jsonl";
  private static final String TIMINGS = "timings.jsonl";

  private final BufferedWriter logs;
  private final BufferedWriter failures;
  private final BufferedWriter timings;

  private FileSink(BufferedWriter logs, BufferedWriter failures, BufferedWriter timings) {
    this.logs = logs;
    this.failures = failures;
    this.timings = timings;
  }

  /**
   * Opens the files of a folder, which is made if it is not there.
   *
   * @throws InputException when one of them is there already: a run is not added to another
   */
  public static FileSink open(Path folder) throws IOException, InputException {
    for (String name : List.of(LOGS, FAILURES, TIMINGS)) {
      if (Files.exists(folder.resolve(name))) {
        throw new InputException(
            folder.resolve(name) + ": is there already (expected: a folder without a run)");
      }
    }
    Files.createDirectories(folder);
    return new FileSink(
        Files.newBufferedWriter(folder.resolve(LOGS), StandardCharsets.UTF_8),
        Files.newBufferedWriter(folder.resolve(FAILURES), StandardCharsets.UTF_8),
        Files.newBufferedWriter(folder.resolve(TIMINGS), StandardCharsets.UTF_8));
  }

  @Override
  public void accept(MeasuredRequest request, RunClock clock) throws IOException {
    if (request.outcome() == Outcome.ANSWERED) {
      logs.write(RowJson.log(request, clock) + "\n");
    } else {
      failures.write(RowJson.failure(request, clock) + "\n");
    }
    timings.write(RowJson.timing(request, clock) + "\n");
  }

  @Override
  public void close() throws IOException {
    try (logs;
        failures;
        timings) {
      // All three, whatever becomes of one.
    }
  }
}
