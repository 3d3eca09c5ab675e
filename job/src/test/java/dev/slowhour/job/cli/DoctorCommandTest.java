package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {

  private static final String ANSI = "picocli.ansi";
  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");

  @TempDir private Path folder;

  @BeforeEach
  void withoutColours() {
    System.setProperty(ANSI, "false");
  }

  @AfterEach
  void coloursAsTheTerminalHasThem() {
    System.clearProperty(ANSI);
  }

  private Cli doctor(String... options) {
    return Cli.run(
        Stream.concat(
                Stream.of("doctor", "--in", folder.resolve("in").toString()),
                Arrays.stream(options))
            .toArray(String[]::new));
  }

  @Test
  void saysWhatEachFileHoldsAndWhatIsWrong() throws IOException {
    InputFolder input =
        InputFolder.in(folder, "in")
            .with(
                "request_logs.jsonl.gz",
                AT_TEN.pool("가속기 풀").json(),
                "",
                "x\u001B[2J",
                AT_TEN.after(Duration.ofMinutes(-2)).to("고객", "ep").json(),
                "{\"request_id\":\"" + "가".repeat(100) + "\"}",
                AT_TEN.json().replace("\"tenant\"", "\"ten/ant\""))
            .with("tenant_contracts.jsonl", Contracts.json(Contracts.of("고객", "ep", 800)))
            .with(
                "tenant_contracts-2.json",
                "[" + Contracts.json(Contracts.of("고객", "ep-2", 800)) + ",",
                "5]")
            .with(
                "pool_metrics/날 1.csv",
                "accel_pool,minute,kv_cache_util,queued_requests",
                "가속기 풀,2026-10-13T10:00+09:00,93,0",
                "가속기 풀,2026-10-13T10:01+09:00,0.5,",
                "\"pool\",2026-10-13T10:00+09:00,,1",
                "pool,2026-10-13T12:00+09:00,0.5,1",
                "pool,\"");
    byte[] gzip = Files.readAllBytes(input.path().resolve("request_logs.jsonl.gz"));
    gzip[gzip.length - 8] ^= 1;
    Files.write(input.path().resolve("request_logs.jsonl.gz"), gzip);

    Cli run = doctor();

    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            request_logs.jsonl.gz: request_logs, JSON lines, gzip
              lines                   6: 2 rows, 4 unreadable, 1 blank
              malformed_json          1
                line 3  x\uFFFD[2J
              invalid_field           2
                line 5  tenant_id, endpoint_id, accel_pool and 5 more  {"request_id":"%s…
                line 6  tenant_id                                      {"request_id":"r-1","tenant_id":"ten/ant","endpoint_id":"endpoint","accel_pool"…
              truncated_input         1
                line 7
              time span               2026-10-13T09:58+09:00 to 2026-10-13T10:00+09:00
              completion              1 row more than 60 s before a row above them, at most 120 s (line 4)
              endpoints               2: tenant/endpoint, 고객/ep
              pools                   2: pool, 가속기 풀

            tenant_contracts-2.json: tenant_contracts, a JSON array
              elements                1 row, 1 unreadable
              malformed_json          1
                element 2  5
              endpoints               1: 고객/ep-2

            tenant_contracts.jsonl: tenant_contracts, JSON lines
              lines                   1 row, 0 unreadable
              endpoints               1: 고객/ep

            pool_metrics/날 1.csv: pool_metrics, CSV
              lines                   6: 1 header, 3 rows, 2 unreadable, 0 blank
              malformed_csv           1
                line 6  pool,"
              invalid_field           1
                line 2  kv_cache_util  가속기 풀,2026-10-13T10:00+09:00,93,0
              time span               2026-10-13T10:00+09:00 to 2026-10-13T12:00+09:00
              pools                   2: pool, 가속기 풀
              suspicious              kv_cache_util is above 1 and at most 100 in 1 line: percent? (expected: 0 to 1)

            all files
              pool       from                    to                      minutes  missing  kv_cache_util null  queued_requests null
              pool       2026-10-13T10:00+09:00  2026-10-13T12:00+09:00      121      119                   1                     0
              가속기 풀  2026-10-13T10:01+09:00  2026-10-13T10:01+09:00        1        0                   0                     1
              contracts without rows  1: 고객/ep-2
              rows without contract   1: tenant/endpoint
            """
                .formatted("가".repeat(32)));
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void ofManyNamesTheFirstAreShown() throws IOException {
    InputFolder.in(folder, "in")
        .with(
            "request_logs.jsonl",
            IntStream.range(1, 9).mapToObj(i -> AT_TEN.to("t", "e" + i).json()).toList());

    assertThat(doctor("--zone", "UTC").out())
        .isEqualTo(
            """
            request_logs.jsonl: request_logs, JSON lines
              lines                   8: 8 rows, 0 unreadable, 0 blank
              time span               2026-10-13T01:00+00:00 to 2026-10-13T01:00+00:00
              completion              in order
              endpoints               8: t/e1, t/e2, t/e3, t/e4, t/e5 … and 3 more
              pools                   1: pool

            all files
              missing                 tenant_contracts: nothing can be judged
              missing                 pool_metrics: the pool's figures would be empty
              contracts without rows  0
              rows without contract   8: t/e1, t/e2, t/e3, t/e4, t/e5 … and 3 more
            """);
  }

  @Test
  void coloursAreThoseOfTheTerminal() throws IOException {
    System.setProperty(ANSI, "true");
    InputFolder.in(folder, "in").with("request_logs.jsonl", "x", AT_TEN.json());

    assertThat(doctor().out())
        .startsWith("\u001B[1mrequest_logs.jsonl\u001B[0m: request_logs, JSON lines\n")
        .contains("\n  \u001B[31mmalformed_json\u001B[0m          1\n    line 1  x\n")
        .contains("\n  \u001B[31mmissing\u001B[0m                 tenant_contracts");
  }

  @Test
  void whereNothingCanBeReadItSaysSo() throws IOException {
    InputFolder.in(folder, "in").with("request_logs.jsonl", "x");

    Cli run = doctor();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).contains("0 rows, 1 unreadable, 0 blank");
    InputFolder.in(folder, "empty");
    assertThat(Cli.run("doctor", "--in", folder.resolve("empty").toString()).exitCode())
        .isEqualTo(2);
    assertThat(Cli.run("doctor", "--in", folder.resolve("no").toString()).err())
        .isEqualTo(
            "slowhour: "
                + folder.resolve("no")
                + ": no such folder (expected: a folder with request logs)\n");
  }

  @Test
  void anOptionOutOfItsRangeIsRefused() throws IOException {
    InputFolder.in(folder, "in");
    assertThat(doctor("--zone", "Mars/Base").err())
        .startsWith("slowhour: --zone: Mars/Base (expected: ");
    assertThat(doctor("--max-request-duration", "25h").exitCode()).isEqualTo(2);
  }
}
