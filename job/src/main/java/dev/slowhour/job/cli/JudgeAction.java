package dev.slowhour.job.cli;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.job.batch.BatchRun;
import dev.slowhour.job.batch.LocalCluster;
import dev.slowhour.job.batch.Outputs;
import dev.slowhour.job.batch.RunCounts;
import dev.slowhour.job.batch.TemporaryFolder;
import dev.slowhour.job.files.JudgedFiles;
import dev.slowhour.job.store.RunWindows;
import dev.slowhour.job.store.StoreAddress;
import dev.slowhour.job.store.Stored;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Judges and prints what came out; shared by the commands that do. */
final class JudgeAction {

  private final PrintWriter out;
  private final PrintWriter err;

  JudgeAction(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  void judge(List<String> inputFolders, Outputs outputs, JudgeSettings settings, int parallelism)
      throws InputException, IOException, InterruptedException {
    judge(new BatchRun(inputFolders, outputs, settings), outputs, settings, parallelism);
  }

  void judge(BatchRun run, Outputs outputs, JudgeSettings settings, int parallelism)
      throws InputException, IOException, InterruptedException {
    RunCounts counts;
    ProgressLine progress = ProgressLine.on(err);
    try (TemporaryFolder temporary = TemporaryFolder.create("slowhour-judge")) {
      counts = run.run(LocalCluster.environment(parallelism, temporary.path()), progress::watch);
    } finally {
      progress.stop();
    }
    if (outputs.folder().isPresent()) {
      VerdictTable.print(outputs.folder().get().resolve(JudgedFiles.VERDICTS), out);
    } else {
      printStored(outputs.store().orElseThrow(), counts.stored().orElseThrow(), settings);
    }
    printCounts(counts, outputs);
  }

  private void printStored(StoreAddress address, Stored stored, JudgeSettings settings)
      throws IOException {
    VerdictTable table = new VerdictTable();
    for (Map<String, String> window :
        RunWindows.first(address, stored.runId(), VerdictTable.MAX_ROWS, settings.reportZone())) {
      table.add(window);
    }
    table.print(stored.written(), "the store", out);
  }

  private void printCounts(RunCounts counts, Outputs outputs) {
    out.println();
    out.printf(
        Locale.ROOT,
        "requests read: %,d, windows judged: %,d, notices: %,d%s%n",
        counts.rows(Table.REQUEST_LOGS),
        counts.windows(),
        counts.notices(),
        counts.notices() == 0 ? "" : " (" + noticesByCode(counts) + ")");
    outputs.folder().ifPresent(folder -> out.println("written to " + folder));
    if (counts.rows(Table.POOL_METRICS) == 0) {
      out.println("no readable pool_metrics: the pool's figures are empty");
    }
    counts.stored().ifPresent(this::printStored);
    out.flush();
  }

  private void printStored(Stored stored) {
    out.printf(
        Locale.ROOT,
        "stored in %s as run %d: %,d windows%n",
        stored.address(),
        stored.runId(),
        stored.written());
    if (stored.leftAlone() > 0) {
      out.printf(
          Locale.ROOT,
          "left alone: %,d windows that were judged from more before (--replace replaces them)%n",
          stored.leftAlone());
    }
    if (stored.removed() > 0) {
      out.printf(
          Locale.ROOT,
          "removed: %,d windows of these hours that did not come out any more%n",
          stored.removed());
    }
  }

  private static String noticesByCode(RunCounts counts) {
    return Arrays.stream(NoticeCode.values())
        .filter(code -> counts.notices(code) > 0)
        .map(code -> String.format(Locale.ROOT, "%s %,d", code.code(), counts.notices(code)))
        .collect(Collectors.joining(", "));
  }
}
