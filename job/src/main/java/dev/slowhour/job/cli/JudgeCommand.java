package dev.slowhour.job.cli;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.job.batch.BatchRun;
import dev.slowhour.job.batch.Outputs;
import dev.slowhour.job.config.EffectiveConfig;
import dev.slowhour.job.config.StreamConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
          + " .json, each also .gz), or a part of their topics (--kafka). Writes verdicts.json,"
          + " minutes.jsonl, notices.jsonl and run.json into a folder (--out), rows into Postgres"
          + " (--jdbc), or both. Lines that cannot be read never stop the others: each becomes a"
          + " notice.",
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
      description =
          "Folder with input files; give it several times for several folders. With --kafka only"
              + " pools are read of them.")
  private List<String> inputFolders = List.of();

  @Option(
      names = "--kafka",
      paramLabel = "CONFIG",
      description =
          "Judge from the topics that this configuration names, as in examples/slowhour.yaml; needs"
              + " --from and --to. Zone and bound are the configuration's, unless given here.")
  private Path kafkaConfigOrNull;

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
    JudgeAction action = new JudgeAction(spec.commandLine().getOut(), spec.commandLine().getErr());
    if (kafkaConfigOrNull != null) {
      judgeTopics(action, outputs, parallelism);
    } else if (inputFolders.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--in and --kafka are missing (expected: one of them)");
    } else {
      action.judge(inputFolders, outputs, options.settings(), parallelism);
    }
    return 0;
  }

  private void judgeTopics(JudgeAction action, Outputs outputs, int parallelism)
      throws InputException, IOException, InterruptedException {
    StreamConfig config =
        EffectiveConfig.of(Optional.of(kafkaConfigOrNull), System.getenv(), Map.of()).config();
    JudgeSettings settings = options.settingsOver(config.judge());
    if (settings.from().isEmpty() || settings.to().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "--kafka: --from or --to is missing (expected: both, for a topic has no end)");
    }
    action.judge(
        BatchRun.ofTopics(
            config.kafka(), config.time().allowedDisorder(), inputFolders, outputs, settings),
        outputs,
        settings,
        parallelism);
  }
}
