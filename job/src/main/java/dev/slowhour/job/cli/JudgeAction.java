package dev.slowhour.job.cli;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.job.batch.BatchRun;
import dev.slowhour.job.batch.LocalCluster;
import dev.slowhour.job.batch.RunCounts;
import dev.slowhour.job.batch.TemporaryFolder;
import dev.slowhour.job.files.JudgedFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Judges folders and prints what came out; shared by the commands that do. */
final class JudgeAction {

  private final PrintWriter out;
  private final PrintWriter err;

  JudgeAction(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  void judge(List<String> inputFolders, Path outputFolder, JudgeSettings settings, int parallelism)
      throws InputException, IOException, InterruptedException {
    RunCounts counts;
    ProgressLine progress = ProgressLine.on(err);
    try (TemporaryFolder temporary = TemporaryFolder.create("slowhour-judge")) {
      counts =
          new BatchRun(inputFolders, outputFolder, settings)
              .run(LocalCluster.environment(parallelism, temporary.path()), progress::watch);
    } finally {
      progress.stop();
    }
    VerdictTable.print(outputFolder.resolve(JudgedFiles.VERDICTS), out);
    printCounts(counts, outputFolder);
  }

  private void printCounts(RunCounts counts, Path outputFolder) {
    out.println();
    out.printf(
        Locale.ROOT,
        "requests read: %,d, windows judged: %,d, notices: %,d%s%n",
        counts.rows(Table.REQUEST_LOGS),
        counts.windows(),
        counts.notices(),
        counts.notices() == 0 ? "" : " (" + noticesByCode(counts) + ")");
    out.println("written to " + outputFolder);
    if (counts.rows(Table.POOL_METRICS) == 0) {
      out.println("no readable pool_metrics: the pool's figures are empty");
    }
    out.flush();
  }

  private static String noticesByCode(RunCounts counts) {
    return Arrays.stream(NoticeCode.values())
        .filter(code -> counts.notices(code) > 0)
        .map(code -> String.format(Locale.ROOT, "%s %,d", code.code(), counts.notices(code)))
        .collect(Collectors.joining(", "));
  }
}
