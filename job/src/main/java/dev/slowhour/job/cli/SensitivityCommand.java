package dev.slowhour.job.cli;

import dev.slowhour.job.batch.LocalCluster;
import dev.slowhour.job.batch.TemporaryFolder;
import dev.slowhour.job.compare.Sensitivity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "sensitivity",
    header = "Say what hangs on the length of a request.",
    description = {
      "",
      "The rule has a request in progress for ttft + tpot × output_tokens, one step longer than"
          + " measured. This judges the same requests a second time with ttft + tpot ×"
          + " (output_tokens − 1), by the same judge, and says which minutes come out over the"
          + " contract by one of the two only, and which verdicts change.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:judged twice",
      "1:a fault of slowhour",
      "2:the input is missing or cannot be judged, or the result cannot be written"
    })
final class SensitivityCommand implements Callable<Integer> {

  private static final int MAX_PARALLELISM = 128;

  @Spec private CommandSpec spec;

  @Option(
      names = "--in",
      paramLabel = "DIR",
      required = true,
      description = "Folder with input files; several as for judge.")
  private List<String> inputFolders;

  @Mixin private JudgeOptions judging;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description = "Subtasks that run at once (default: the number of processors).")
  private Integer parallelismOrNull;

  @Mixin private ResultOptions options;

  @Mixin private JdbcOptions jdbc;

  @Override
  public Integer call() throws Exception {
    int parallelism =
        parallelismOrNull == null ? Runtime.getRuntime().availableProcessors() : parallelismOrNull;
    if (parallelism < 1 || parallelism > MAX_PARALLELISM) {
      throw new ParameterException(
          spec.commandLine(),
          "--parallelism: " + parallelism + " (expected: 1 to " + MAX_PARALLELISM + ")");
    }
    ComparisonOutputs outputs = ComparisonOutputs.of(options, jdbc);
    String name = options.name(usualName());
    try (TemporaryFolder temporary = TemporaryFolder.create("slowhour-sensitivity")) {
      Path cluster = Files.createDirectory(temporary.path().resolve("cluster"));
      outputs.give(
          Sensitivity.of(
              name,
              inputFolders,
              judging.settings(),
              () -> LocalCluster.environment(parallelism, cluster),
              temporary.path()),
          spec.commandLine().getOut());
    }
    return 0;
  }

  private String usualName() {
    return inputFolders.stream()
        .map(folder -> ResultOptions.nameOf(Path.of(folder)))
        .collect(Collectors.joining(", "));
  }
}
