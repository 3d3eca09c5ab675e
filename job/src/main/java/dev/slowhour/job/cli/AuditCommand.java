package dev.slowhour.job.cli;

import dev.slowhour.core.audit.Audit;
import dev.slowhour.core.audit.AuditReport;
import dev.slowhour.core.audit.CheckResult;
import dev.slowhour.core.audit.Failure;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.job.batch.RunSettings;
import dev.slowhour.job.files.JudgedFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "audit",
    header = "Recount a judged output from the raw rows.",
    description = {
      "",
      "Fifteen checks, by code that shares nothing with the judge but the reading of lines: every"
          + " figure, every sentence of evidence and every minute is counted again. All requests"
          + " are held in memory, about 150 bytes each.",
      "",
      "The settings are those in run.json beside the verdicts. They may be given again; others are"
          + " refused.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every check passed",
      "1:a check failed, or a fault of slowhour",
      "2:files are missing or cannot be read, or the settings are others"
    })
final class AuditCommand implements Callable<Integer> {

  private static final int CHECK_FAILED = 1;

  @Spec private CommandSpec spec;

  @Option(
      names = "--in",
      paramLabel = "DIR",
      required = true,
      description = "Folder with the input that was judged; several as for judge.")
  private List<String> inputFolders;

  @Option(
      names = "--verdicts",
      paramLabel = "FILE",
      required = true,
      description =
          "The verdicts.json to audit. Of its folder run.json is needed, and minutes.jsonl is"
              + " audited too where it is there.")
  private Path verdicts;

  @Mixin private JudgeOptions options;

  @Override
  public Integer call() throws Exception {
    if (!Files.isRegularFile(verdicts)) {
      throw new InputException(verdicts + ": no such file (expected: a verdicts.json)");
    }
    Path folder = verdicts.toAbsolutePath().getParent();
    JudgeSettings settings = RunSettings.of(folder);
    requireSame(settings, options.settingsOver(settings));
    AuditReport report = audit(InputFiles.find(inputFolders), folder, settings);
    print(report);
    return report.passed() ? 0 : CHECK_FAILED;
  }

  private AuditReport audit(InputFiles files, Path folder, JudgeSettings settings)
      throws InputException, IOException {
    Path minutes = folder.resolve(JudgedFiles.MINUTES);
    return Files.isRegularFile(minutes)
        ? Audit.run(files, verdicts, minutes, settings)
        : Audit.run(files, verdicts, settings);
  }

  private static void requireSame(JudgeSettings judgedWith, JudgeSettings given)
      throws InputException {
    if (!judgedWith.equals(given)) {
      throw new InputException(
          "the output was judged with other settings: "
              + text(judgedWith)
              + " (given: "
              + text(given)
              + "; leave them out to take those of the output)");
    }
  }

  private static String text(JudgeSettings settings) {
    return "zone "
        + settings.zone()
        + ", max-request-duration "
        + settings.maxRequestDuration()
        + ", from "
        + settings.from().map(settings.reportZone()::minuteText).orElse("-")
        + ", to "
        + settings.to().map(settings.reportZone()::minuteText).orElse("-");
  }

  private void print(AuditReport report) {
    PrintWriter out = spec.commandLine().getOut();
    for (CheckResult check : report.checks()) {
      out.println(line(check));
      for (Failure failure : check.failures()) {
        out.println("      " + line(failure));
      }
      if (check.failureCount() > check.failures().size()) {
        out.printf(
            Locale.ROOT, "      … and %,d more%n", check.failureCount() - check.failures().size());
      }
    }
    long failed = report.checks().stream().filter(check -> !check.passed()).count();
    out.println();
    out.println(
        failed == 0
            ? String.format(
                Locale.ROOT, "%,d windows recounted: every check passed", report.windows())
            : String.format(
                Locale.ROOT,
                "%,d windows recounted: %d of %d checks failed",
                report.windows(),
                failed,
                report.checks().size()));
    out.flush();
  }

  private static String line(CheckResult check) {
    String verdict = Ansi.AUTO.string(check.passed() ? "@|green pass|@" : "@|bold,red FAIL|@");
    return String.format(Locale.ROOT, "%2d  %s  %s", check.number(), verdict, check.title());
  }

  private static String line(Failure failure) {
    return failure.tenantId()
        + " "
        + failure.endpointId()
        + " "
        + failure.windowStart()
        + "  "
        + failure.item()
        + ": "
        + failure.stands()
        + " (recounted: "
        + failure.recounted()
        + ")";
  }
}
