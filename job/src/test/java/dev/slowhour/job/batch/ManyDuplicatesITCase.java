package dev.slowhour.job.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Request;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ManyDuplicatesITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = Judging.cluster(2);

  private static final int LINES = 1_000_000;

  @TempDir private Path folder;

  @Test
  void theSameIdAMillionTimesIsOneRequestAndANoticeForEachOther() throws Exception {
    InputFolder input =
        InputFolder.in(folder, "in")
            .with(
                "tenant_contracts.jsonl", Contracts.json(Contracts.of("tenant", "endpoint", 800)));
    byte[] line =
        (Request.at("2026-10-13T10:00+09:00").json() + "\n").getBytes(StandardCharsets.UTF_8);
    try (OutputStream out =
        new GZIPOutputStream(
            Files.newOutputStream(input.path().resolve("request_logs.jsonl.gz")))) {
      for (int i = 0; i < LINES; i++) {
        out.write(line);
      }
    }
    Path out = folder.resolve("out");
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(LocalCluster.batchConfiguration());
    env.setParallelism(2);
    new BatchRun(List.of(input.path().toString()), out, JudgeSettings.defaults())
        .run(env, job -> {});

    assertThat(Files.readString(out.resolve("verdicts.json"))).contains("\"request_count\":1,");
    assertEachBehindTheFirst(out.resolve("notices.jsonl"));
  }

  /** Of wholly equal rows the first by line stays. */
  private static void assertEachBehindTheFirst(Path notices) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(notices)) {
      for (int line = 2; line <= LINES; line++) {
        String start =
            "{\"table\":\"request_logs\",\"file\":\"request_logs.jsonl.gz\",\"line\":"
                + line
                + ",\"code\":\"duplicate_request_id\"";
        String notice = reader.readLine();
        if (!notice.startsWith(start)) {
          assertThat(notice).startsWith(start);
        }
      }
      assertThat(reader.readLine()).isNull();
    }
  }
}
