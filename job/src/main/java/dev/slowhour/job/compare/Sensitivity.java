package dev.slowhour.job.compare;

import dev.slowhour.core.compare.Comparison;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.job.batch.BatchRun;
import dev.slowhour.job.result.ComparisonResult;
import dev.slowhour.job.result.MinuteChanges;
import dev.slowhour.job.show.JudgedFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * What hangs on the length of a request: the same requests judged by the rule's, {@code ttft + tpot
 * × output_tokens}, and by the measured one, {@code ttft + tpot × (output_tokens − 1)}, at SLO
 * likewise. Both go through the one judge.
 */
public final class Sensitivity {

  /** The rule's length, as it is called. */
  public static final String BY_RULE = "ttft + tpot × output_tokens";

  /** The measured length, as it is called. */
  public static final String AS_MEASURED = "ttft + tpot × (output_tokens − 1)";

  private Sensitivity() {}

  /** Where jobs run; one environment a job. */
  @FunctionalInterface
  public interface Cluster {

    /** A new environment. */
    StreamExecutionEnvironment environment();
  }

  /**
   * Judges twice.
   *
   * @param inputFolders folders of input files, as given
   * @param scratch an empty folder for the two outputs
   * @throws InputException when the input cannot be judged
   * @throws IOException when the disk fails
   * @throws InterruptedException when interrupted
   */
  public static ComparisonResult of(
      String name, List<String> inputFolders, JudgeSettings settings, Cluster cluster, Path scratch)
      throws InputException, IOException, InterruptedException {
    Path before = scratch.resolve("by-rule");
    Path after = scratch.resolve("until-last-token");
    new BatchRun(inputFolders, before, settings).run(cluster.environment(), job -> {});
    BatchRun.untilLastToken(inputFolders, after, settings).run(cluster.environment(), job -> {});
    MinuteChanges minutes = new MinuteChanges();
    JudgedFigures.minutes(before, after, settings.reportZone(), minutes::add);
    return new ComparisonResult(
        ComparisonResult.Kind.SENSITIVITY,
        name,
        BY_RULE,
        AS_MEASURED,
        0,
        settings.reportZone(),
        Comparison.of(JudgedFigures.side(before), JudgedFigures.side(after)),
        minutes);
  }
}
