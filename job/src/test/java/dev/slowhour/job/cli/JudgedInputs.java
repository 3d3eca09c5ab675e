package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Request;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Inputs below a folder, and what judge makes of them, for the commands that read judged folders.
 */
record JudgedInputs(Path folder) {

  static final Path RECORDED = Cli.HOME.resolve("examples/recorded-hour");
  static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");

  /** Judges the input; gives the folder with what came out. */
  String judged(Path input, String name) {
    String out = folder.resolve(name).toString();
    Cli run = Cli.run("judge", "--in", input.toString(), "--out", out);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    return out;
  }

  void assertRefused(Cli run, String... parts) {
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).hasLineCount(1).startsWith("slowhour: ").contains(parts);
  }

  /** One request in the hour, with that TTFT; the contract says 800. */
  Path small(String name, long ttft) throws IOException {
    return InputFolder.in(folder, name)
        .with("request_logs.jsonl", AT_TEN.ttft(ttft).json())
        .with("tenant_contracts.jsonl", Contracts.json(Contracts.of("tenant", "endpoint", 800)))
        .path();
  }

  /** A request a second, later by so much; of these so many miss, and so many more are refused. */
  Path load(String name, Duration later, int misses, int failures) throws IOException {
    List<String> requests = new ArrayList<>();
    for (int i = 0; i < 3_600; i++) {
      requests.add(
          AT_TEN.after(later.plusSeconds(i)).id("r-" + i).ttft(i < misses ? 900 : 100).json());
    }
    List<String> failed = new ArrayList<>();
    for (int i = 0; i < failures; i++) {
      failed.add(
          "{\"request_id\":\"f-%d\",\"tenant_id\":\"tenant\",\"endpoint_id\":\"endpoint\",\"accel_pool\":\"pool\",\"arrived_at\":\"%s\",\"kind\":\"refused\",\"status\":429}"
              .formatted(i, AT_TEN.after(later).arrivedAt()));
    }
    return InputFolder.in(folder, name)
        .with("request_logs.jsonl", requests)
        .with("request_failures.jsonl", failed)
        .with("tenant_contracts.jsonl", Contracts.json(Contracts.of("tenant", "endpoint", 800)))
        .path();
  }
}
