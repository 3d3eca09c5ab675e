package dev.slowhour.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class LoadgenCommandsTest {

  private static final String SCENARIO =
      """
      scenario: quick
      start: 2026-10-13T00:00+09:00
      duration: 1h
      pools:
        - accel_pool: p
          engine: {max_model_len: 600, max_num_seqs: 8, max_num_batched_tokens: 512, kv_blocks: 80,
                   step_time: {base_us: 9000, per_sequence_us: 200, per_prefill_token_us: 50},
                   frontend: {per_request_us: 1000}}
      endpoints:
        - tenant_id: t
          tenant_name: T
          endpoint_id: e
          model: m
          pool: p
          contract: {ttft_slo_ms: 100, tpot_slo_ms: 30, max_concurrency: 8, max_input_tokens: 400}
          arrivals: {process: poisson, rate_per_s: 0.08}
          input_tokens: {distribution: uniform, min: 20, max: 400}
          output_tokens: {distribution: uniform, min: 2, max: 100}
      """;

  private record Run(int exitCode, String out, String err) {}

  @TempDir private Path folder;

  private static CommandLine loadgen() {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    return Main.commandLine(nowhere, nowhere).getSubcommands().get("loadgen");
  }

  private static Run run(Object... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
    int exitCode = Main.run(words, new PrintWriter(out), new PrintWriter(err));
    return new Run(exitCode, out.toString(), err.toString());
  }

  static Stream<String> commands() {
    return loadgen().getSubcommands().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandExplainsItsOptions(String command) {
    Run run = run("loadgen", command, "--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("Usage: slowhour loadgen " + command);
    Map<String, CommandLine> commands = loadgen().getSubcommands();
    for (OptionSpec option : commands.get(command).getCommandSpec().options()) {
      assertThat(run.out()).contains(option.longestName());
      assertThat(option.description()).as(option.longestName()).isNotEmpty();
    }
  }

  @Test
  void withoutACommandHelpIsShown() {
    assertThat(run("loadgen").out())
        .startsWith("Make load whose causes are known")
        .contains("  simulate", "  fit");
    assertThat(run("loadgen", "--version").out()).matches("slowhour \\d+\\.\\d+\\.\\d+\\n");
  }

  @Test
  void simulateSaysWhatItWroteAndFitFindsTheEngineAgain() throws Exception {
    Path scenario = Files.writeString(folder.resolve("quick.yaml"), SCENARIO);
    Path out = folder.resolve("out");

    Run simulated = run("loadgen", "simulate", scenario, "--out", out, "--seed", 3);
    Run fitted =
        run(
            "loadgen",
            "fit",
            "--requests",
            out.resolve("request_logs.jsonl"),
            "--metrics",
            out.resolve("pool_metrics.jsonl"),
            "--max-model-len=600",
            "--max-num-seqs=8",
            "--max-num-batched-tokens=512",
            "--kv-blocks=80",
            "--cut",
            "2026-10-13T00:30+09:00");

    assertThat(simulated.err()).isEmpty();
    assertThat(simulated.exitCode()).isZero();
    assertThat(simulated.out())
        .startsWith("quick, seed 3: 1 hours, ")
        .contains(" requests answered, 0 refused, 0 windows planted; ")
        .endsWith("written to " + out + "\n");
    assertThat(fitted.err()).isEmpty();
    assertThat(fitted.exitCode()).isZero();
    assertThat(fitted.out())
        .containsPattern("base_us: (89\\d\\d|90\\d\\d)\\.\\d\n")
        .containsPattern("from 2026-10-12T15:00:00Z +requests")
        .containsPattern("from 2026-10-12T15:30:00Z +requests")
        .containsPattern("t/e +\\d+ .* [+-]0\\.\\d %")
        .containsPattern("   2 +30 ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--pool=q | --pool: q (expected: one of the log's, [p])",
        "--closed-loop=t/f | --closed-loop: t/f (expected: tenant_id/endpoint_id of the log)",
        "--closed-loop=t | --closed-loop: t (expected: tenant_id/endpoint_id of the log)",
        "--fit=2026-10-13T00:00Z,2026-10-14T00:00Z | 0 requests of two tokens or more in what is"
            + " fitted (expected: at least 50)",
        "--kv-blocks=9 | engine options: kv_blocks: 9 (expected: at least 38, for one sequence of"
            + " max_model_len 600 in blocks of 16)",
        "--max-model-len=200 | input and",
      })
  void whatCannotBeFittedIsToldInOneLine(String option, String message) throws Exception {
    Path scenario = Files.writeString(folder.resolve("quick.yaml"), SCENARIO);
    run("loadgen", "simulate", scenario, "--out", folder.resolve("out"));

    Run run =
        run(
            "loadgen",
            "fit",
            "--requests",
            folder.resolve("out/request_logs.jsonl"),
            option.startsWith("--max-model-len") ? option : "--max-model-len=600",
            "--max-num-seqs=8",
            option.startsWith("--kv-blocks") ? option : "--kv-blocks=80",
            option.matches("--(kv|max).*") ? "--block-size=16" : option);

    assertThat(run.err()).startsWith("slowhour: ").contains(message).hasLineCount(1);
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void aTimeOfItsOwnFormIsAskedFor() {
    Run run = run("loadgen", "fit", "--requests", "log", "--fit", "2026-10-13T00:00Z");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("(expected: two times with a comma between them, the earlier one first)");
  }

  @Test
  void aScenarioThatIsNoneIsToldWithItsLine() throws Exception {
    Path scenario =
        Files.writeString(
            folder.resolve("bad.yaml"), SCENARIO.replace("    pool: p\n", "    pool: q\n"));

    Run run = run("loadgen", "simulate", scenario, "--out", folder.resolve("out"));

    assertThat(run)
        .isEqualTo(
            new Run(
                2,
                "",
                "slowhour: "
                    + scenario
                    + ":14: endpoints[0].pool: q (expected: one of the pools)\n"));
    assertThat(folder.resolve("out")).doesNotExist();
  }
}
