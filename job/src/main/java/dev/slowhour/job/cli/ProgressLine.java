package dev.slowhour.job.cli;

import dev.slowhour.core.data.Table;
import dev.slowhour.job.batch.RunCounts;
import dev.slowhour.job.batch.WatchedJob;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * One line on a terminal that says how far a job is, rewritten every second. Where the output is no
 * terminal it says nothing.
 */
final class ProgressLine {

  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final String ERASE_LINE = "\r\u001B[K";

  /** Says how far it is. */
  interface Text {

    /**
     * The line as of now.
     *
     * @param seconds since it is watched
     * @return empty when there is nothing to say yet
     */
    Optional<String> after(double seconds) throws InterruptedException;
  }

  private final PrintWriter terminal;
  private final boolean isTerminal;
  private Thread watcherOrNull;

  private ProgressLine(PrintWriter terminal, boolean isTerminal) {
    this.terminal = terminal;
    this.isTerminal = isTerminal;
  }

  /** A line on standard error; the launcher says whether that is a terminal. */
  static ProgressLine on(PrintWriter err) {
    return new ProgressLine(err, Boolean.getBoolean("slowhour.stderr-is-terminal"));
  }

  /** Begins to show how far the job is. */
  void watch(WatchedJob job) {
    watch(seconds -> job.counts().map(counts -> text(counts, job.percentRead(counts), seconds)));
  }

  /** Begins to show what is said. */
  void watch(Text text) {
    if (isTerminal) {
      watcherOrNull = new Thread(() -> show(text), "progress");
      watcherOrNull.setDaemon(true);
      watcherOrNull.start();
    }
  }

  private void show(Text text) {
    long startNanos = System.nanoTime();
    try {
      while (true) {
        Thread.sleep(INTERVAL.toMillis());
        Optional<String> line = text.after((System.nanoTime() - startNanos) / 1e9);
        if (line.isPresent()) {
          terminal.print(ERASE_LINE + line.get());
          terminal.flush();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static String text(RunCounts counts, long percentRead, double seconds) {
    long rows = counts.rows(Table.REQUEST_LOGS);
    return String.format(
        Locale.ROOT, "%,d requests read, %,.0f a second, %d %%", rows, rows / seconds, percentRead);
  }

  /** Takes the line away. */
  void stop() throws InterruptedException {
    if (watcherOrNull != null) {
      watcherOrNull.interrupt();
      watcherOrNull.join();
      terminal.print(ERASE_LINE);
      terminal.flush();
    }
  }
}
