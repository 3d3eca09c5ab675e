package dev.slowhour.loadgen.cli;

import dev.slowhour.loadgen.run.LoadRun;
import dev.slowhour.loadgen.run.Recorder;
import java.io.PrintWriter;
import java.util.Locale;

/** One line on a terminal, rewritten every second; nothing where the output is no terminal. */
final class RunProgress implements AutoCloseable {

  private static final long INTERVAL_MS = 1_000;
  private static final String ERASE_LINE = "\r\u001B[K";

  private final PrintWriter terminal;
  private final Thread thread;

  private RunProgress(PrintWriter terminal, LoadRun run, Recorder recorder) {
    this.terminal = terminal;
    this.thread = new Thread(() -> show(run, recorder), "progress");
    thread.setDaemon(true);
  }

  /** Begins to show how far the run is; the launcher says whether there is a terminal. */
  static RunProgress show(PrintWriter err, LoadRun run, Recorder recorder) {
    RunProgress progress = new RunProgress(err, run, recorder);
    if (Boolean.getBoolean("slowhour.stderr-is-terminal")) {
      progress.thread.start();
    }
    return progress;
  }

  private void show(LoadRun run, Recorder recorder) {
    long start = System.nanoTime();
    try {
      while (true) {
        Thread.sleep(INTERVAL_MS);
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        terminal.printf(
            Locale.ROOT,
            "%s%,d s: %,d sent, %,d in flight, %,d recorded",
            ERASE_LINE,
            seconds,
            run.sent(),
            run.inFlight(),
            recorder.recorded());
        terminal.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes the line away. */
  @Override
  public void close() {
    if (thread.isAlive()) {
      thread.interrupt();
      terminal.print(ERASE_LINE);
      terminal.flush();
    }
  }
}
