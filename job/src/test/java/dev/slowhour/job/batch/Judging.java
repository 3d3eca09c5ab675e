package dev.slowhour.job.batch;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.testing.JudgedDay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;

/** Judges a folder in the cluster of a test, and reads what came out. */
public final class Judging {

  private Judging() {}

  /** A cluster that many runs share, and that leaves nothing in the folder for temporary files. */
  public static MiniClusterExtension cluster(int slots) {
    Configuration configuration = new Configuration();
    configuration.set(WebOptions.UPLOAD_DIR, "target/flink-web");
    configuration.set(WebOptions.TMP_DIR, "target/flink-web");
    return new MiniClusterExtension(
        new MiniClusterResourceConfiguration.Builder()
            .setConfiguration(configuration)
            .setNumberSlotsPerTaskManager(slots)
            .build());
  }

  public static JudgedDay judge(Path input, Path output, JudgeSettings settings, int parallelism)
      throws InputException, IOException, InterruptedException {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(LocalCluster.batchConfiguration());
    env.setParallelism(parallelism);
    new BatchRun(List.of(input.toString()), output, settings).run(env, job -> {});
    return JudgedDay.read(
        Files.readAllBytes(output.resolve("verdicts.json")),
        Files.readAllBytes(output.resolve("minutes.jsonl")),
        Files.readAllBytes(output.resolve("notices.jsonl")));
  }
}
