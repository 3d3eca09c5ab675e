package dev.slowhour.job.cli;

import dev.slowhour.job.batch.Outputs;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
          + " .json, each also .gz). Writes verdicts.json, minutes.jsonl, notices.jsonl and"
          + " run.json into a folder (--out), rows into Postgres (--jdbc), or both. Lines that"
          + " cannot be read never stop the others: each becomes a notice.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:judged, also when lines could not be read",
      "1:a fault of slowhour",
      "2:the input is missing or cannot be judged, or an output cannot be written: nothing is"
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
      description = "Folder for the judged files: a new one, or one that judge wrote before.")
  private Path outputFolderOrNull;

  @Mixin private JdbcOptions jdbc;

  @Option(
      names = "--replace",
      description =
          "In the store also replace what was judged from more, and remove windows of the judged"
              + " hours that do not come out any more.")
  private boolean replaces;

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
    Outputs outputs =
        new Outputs(Optional.ofNullable(outputFolderOrNull), jdbc.address(), replaces);
    if (outputs.folder().isEmpty() && outputs.store().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--out and --jdbc are missing (expected: one of them, or both)");
    }
    if (replaces && outputs.store().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--replace: there is no --jdbc (a folder is always replaced)");
    }
    new JudgeAction(spec.commandLine().getOut(), spec.commandLine().getErr())
        .judge(inputFolders, outputs, options.settings(), parallelism);
    return 0;
  }
}
