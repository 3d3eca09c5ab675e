package dev.slowhour.job.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "judge",
    header = "Judge the hours of request logs.",
    description = {
      "",
      "Reads request_logs, tenant_contracts and pool_metrics (.jsonl, .ndjson, contracts also"
          + " .json, each also .gz) and writes verdicts.json, minutes.jsonl, notices.jsonl and"
          + " run.json. Lines that cannot be read never stop the others: each becomes a notice.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:judged, also when lines could not be read",
      "1:a fault of slowhour",
      "2:the input is missing or cannot be judged; nothing is written"
    })
final class JudgeCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--in",
      paramLabel = "DIR",
      required = true,
      description = "Folder with input files; give it several times for several folders.")
  private List<String> inputFolders;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for the judged files: a new one, or one that judge wrote before.")
  private Path outputFolder;

  @Mixin private JudgeOptions options;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description = "Subtasks that run at once (default: the number of processors).")
  private Integer parallelismOrNull;

  @Override
  public Integer call() throws Exception {
    int parallelism =
        parallelismOrNull == null ? Runtime.getRuntime().availableProcessors() : parallelismOrNull;
    if (parallelism < 1 || parallelism > 128) {
      throw new ParameterException(
          spec.commandLine(), "--parallelism: " + parallelism + " (expected: 1 to 128)");
    }
    new JudgeAction(spec.commandLine().getOut(), spec.commandLine().getErr())
        .judge(inputFolders, outputFolder, options.settings(), parallelism);
    return 0;
  }
}
