package dev.slowhour.job.cli;

import static dev.slowhour.job.cli.JudgedInputs.RECORDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Contract;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.testing.Request;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sensitivity} as it is typed. */
class SensitivityCommandITCase {

  @TempDir private Path folder;

  /** Requests of 1,000 ms by the rule and 990 ms as measured, one every 995 ms. */
  private Path onTheEdge() throws IOException {
    List<String> requests = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Request request =
          JudgedInputs.AT_TEN.after(Duration.ofMillis(995L * i)).id("r-" + i).ttft(100).tpot("10");
      requests.add(request.json().replace("\"output_tokens\":1,", "\"output_tokens\":90,"));
    }
    Contract contract =
        new Contract("tenant", "Tenant", "endpoint", "model", 50, 10, 1, 1_000, null);
    return InputFolder.in(folder, "edge")
        .with("request_logs.jsonl", requests)
        .with("tenant_contracts.jsonl", Contracts.json(contract))
        .path();
  }

  @Test
  void aStepLessTurnsAMinuteAndAVerdict() throws Exception {
    Path json = folder.resolve("sensitivity.json");
    Postgres database = Postgres.migrated();

    Cli run =
        Cli.run(
            "sensitivity",
            "--in",
            onTheEdge().toString(),
            "--json",
            json.toString(),
            "--jdbc",
            database.url());

    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            before: ttft + tpot × output_tokens
            after:  ttft + tpot × (output_tokens − 1)
            1 hour with windows in both, 1 window

            minutes
              by the rule: 1 of 60 have another concurrency, 1 are over the contract by one length only
              by the second reading: 0 of 60 have another concurrency, 0 are over the contract by one length only
              (* over the contract by one length only)
              minute                  tenant  endpoint  contract  peak      at SLO
              2026-10-13 10:00+09:00  tenant  endpoint         1  2 → 1  *  1 → 1

            verdicts that changed, by the rule
              hour                    tenant  endpoint  before            →  after           by
              2026-10-13 10:00+09:00  tenant  endpoint  동시성 계약 초과  →  성능 격리 실패  c×2−m  +10 → -10 (noise ±6, ±6)

            verdicts that changed, by the second reading
              none

            stored in %s as comparison 1: edge
            """
                .formatted(database.display()));
    assertThat(json)
        .content()
        .containsIgnoringWhitespaces("\"kind\" : \"sensitivity\"")
        .containsIgnoringWhitespaces("\"minutes_changed\" : 1, \"minutes_flipped\" : 1")
        .containsIgnoringWhitespaces(
            """
            "minute" : "2026-10-13T10:00+09:00", "max_concurrency" : 1,
            "peak_concurrency_before" : 2, "peak_concurrency_after" : 1,
            "peak_concurrency_at_slo_before" : 1, "peak_concurrency_at_slo_after" : 1
            """);
    assertThat(
            database.values(
                "SELECT peak_concurrency_before, peak_concurrency_after FROM"
                    + " slowhour.comparison_minutes"))
        .containsExactly(List.of("2", "1"));
    assertThat(database.rowsOf("comparison_goodput")).isZero();
    assertThat(database.rowsOf("windows"))
        .as("what is not the rule's is no judged window")
        .isZero();
  }

  @Test
  void theRecordedHourDoesNotHangOnTheStep() {
    Cli run = Cli.run("sensitivity", "--in", RECORDED.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains(
            """
              by the rule: 9 of 1,260 have another concurrency, 0 are over the contract by one length only
              by the second reading: 11 of 1,260 have another concurrency, 0 are over the contract by one length only
            """)
        .contains(
            """
            verdicts that changed, by the rule
              none

            verdicts that changed, by the second reading
              none
            """);
  }
}
