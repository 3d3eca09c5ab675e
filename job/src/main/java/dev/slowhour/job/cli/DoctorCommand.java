package dev.slowhour.job.cli;

import dev.slowhour.core.doctor.Doctor;
import dev.slowhour.core.doctor.Report;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputFiles;
import java.io.PrintWriter;
import java.util.List;
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
    name = "doctor",
    header = "Look at input without judging it.",
    description = {
      "",
      "Reads each file and says what it holds: how many lines can be read, what is wrong with the"
          + " others, with examples, which time, endpoints and pools it is about, whether its lines"
          + " come in order of completion, and values that look like another unit. Over all files:"
          + " minutes without metrics, contracts without requests and requests without a contract.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:there is something to read, whatever is wrong with it",
      "1:a fault of slowhour",
      "2:nothing can be read"
    })
final class DoctorCommand implements Callable<Integer> {

  private static final int NOTHING_TO_READ = 2;

  @Spec private CommandSpec spec;

  @Option(
      names = "--in",
      paramLabel = "DIR",
      required = true,
      description = "Folder with input files; give it several times for several folders.")
  private List<String> inputFolders;

  @Mixin private ReadOptions options;

  @Override
  public Integer call() throws Exception {
    JudgeSettings settings = options.settings();
    Report report =
        Doctor.examine(
            InputFiles.list(inputFolders), settings.reportZone(), settings.maxRequestDuration());
    PrintWriter out = spec.commandLine().getOut();
    DoctorText.lines(report, settings.reportZone(), Ansi.AUTO).forEach(out::println);
    out.flush();
    return report.isReadable() ? 0 : NOTHING_TO_READ;
  }
}
