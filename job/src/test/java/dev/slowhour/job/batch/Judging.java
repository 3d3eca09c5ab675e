package dev.slowhour.job.batch;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.testing.JudgedDay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Judges a folder in the cluster of a test, and reads what came out. */
final class Judging {

  private Judging() {}

  static JudgedDay judge(Path input, Path output, JudgeSettings settings, int parallelism)
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
