package dev.slowhour.job.cli;

import dev.slowhour.job.batch.Version;
import dev.slowhour.job.compare.Comparing;
import dev.slowhour.job.result.ResultJson;
import dev.slowhour.job.result.ScoreResult;
import dev.slowhour.job.store.ResultStore;
import dev.slowhour.job.store.StoreAddress;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "score",
    header = "Hold verdicts against causes that were planted.",
    description = {
      "",
      "Counts the windows that came out as planted, by the rule and by the second reading, with the"
          + " confusion matrix of both, and for each that did not by how much a test of the rule"
          + " went the other way. Windows without an answer are scored apart.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:scored, whatever the score is",
      "1:a fault of slowhour",
      "2:a file is missing or cannot be read, or the result cannot be written"
    })
final class ScoreCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--verdicts",
      paramLabel = "FILE",
      required = true,
      description = "A verdicts.json that judge wrote, or its folder.")
  private Path verdicts;

  @Option(
      names = "--answers",
      paramLabel = "FILE",
      required = true,
      description =
          "What was planted: a JSON array of tenant_id, endpoint_id, window_start, planted (one of"
              + " the four verdicts) and cause.")
  private Path answers;

  @Mixin private ResultOptions options;

  @Mixin private JdbcOptions jdbc;

  @Override
  public Integer call() throws Exception {
    Optional<StoreAddress> store = jdbc.address();
    Path folder = Files.isDirectory(verdicts) ? verdicts : verdicts.toAbsolutePath().getParent();
    ScoreResult result =
        Comparing.score(options.name(ResultOptions.nameOf(folder)), verdicts, answers);
    PrintWriter out = spec.commandLine().getOut();
    ScoreText.lines(result).forEach(out::println);
    if (options.json().isPresent()) {
      ResultJson.write(result, options.json().get());
    }
    if (store.isPresent()) {
      long id = ResultStore.put(store.get(), Version.text(), result);
      out.println();
      out.println("stored in " + store.get().display() + " as score " + id + ": " + result.name());
    }
    out.flush();
    return 0;
  }
}
