package dev.slowhour.loadgen.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Pool;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.engine.EngineConfig;
import dev.slowhour.loadgen.engine.Frontend;
import dev.slowhour.loadgen.engine.SchedulingPolicy;
import dev.slowhour.loadgen.engine.StepTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioReaderTest {

  private static final String SMALL =
      """
      scenario: small
      start: 2026-10-13T00:00+09:00
      duration: 2h
      pools:
        - accel_pool: p1
          synthetic: true
          engine:
            max_model_len: 2000
            max_num_seqs: 8
            max_num_batched_tokens: 512
            kv_blocks: 125
            step_time: {base_us: 1000.5, per_prefill_token_us: 10}
      endpoints:
        - tenant_id: t1
          tenant_name: 고객사 T
          endpoint_id: e1
          model: m
          pool: p1
          contract: {ttft_slo_ms: 800, tpot_slo_ms: 60, max_concurrency: 8, max_input_tokens: 400}
          arrivals: {process: poisson, rate_per_s: 0.5}
          input_tokens: {distribution: lognormal, median: 90, sigma: 0.4, max: 250}
          output_tokens: {distribution: exponential, mean: 16, min: 2, max: 60}
      planted:
        - {hour: 1, target: t1/e1, expect: long_input, cause: "longer than agreed",
           changes: [{kind: long_input, endpoint: t1/e1, from: 10m, for: 20m,
                      input_tokens: {distribution: uniform, min: 401, max: 900}}]}
        - {hour: 0, target: t1/e1, expect: over_concurrency, cause: "20 workers",
           changes: [{kind: over_concurrency, endpoint: t1/e1, from: 30m, workers: 20}]}
      """;

  @TempDir private Path folder;

  private Scenario read(String text) throws IOException, InputException {
    return ScenarioReader.read(Files.writeString(folder.resolve("small.yaml"), text));
  }

  private void assertRefused(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InputException.class)
        .hasMessage(folder.resolve("small.yaml") + message);
  }

  @Test
  void everythingThatIsWrittenArrives() throws Exception {
    Scenario scenario = read(SMALL);

    assertThat(scenario.name()).isEqualTo("small");
    assertThat(scenario.start()).isEqualTo(OffsetDateTime.parse("2026-10-13T00:00+09:00"));
    assertThat(scenario.duration()).isEqualTo(Duration.ofHours(2));
    assertThat(scenario.scrapeEvery()).isEqualTo(Duration.ofSeconds(5));
    assertThat(scenario.pools())
        .containsExactly(
            new PoolPlan(
                new Pool("p1", "p1", true),
                new EngineConfig(
                    2000,
                    8,
                    512,
                    0,
                    16,
                    125,
                    false,
                    SchedulingPolicy.FCFS,
                    new StepTime(1000.5, 0, 10, 0, 0),
                    new Frontend(0, 0))));
    EndpointPlan endpoint = scenario.endpoints().get(0);
    Source usual =
        new Source(
            new Arrivals.Poisson(0.5),
            new Lengths.LogNormal(90, 0.4, 1, 250),
            new Lengths.Exponential(16, 2, 60),
            null);
    assertThat(endpoint.usual()).isEqualTo(usual);
    assertThat(endpoint.contract().maxInputTokens()).isEqualTo(400);
    EndpointId id = new EndpointId("t1", "e1");
    assertThat(scenario.planted())
        .containsExactly(
            new PlantedHour(
                0,
                id,
                Verdict.OVER_CONCURRENCY,
                "20 workers",
                List.of(
                    new Change(
                        Change.Kind.OVER_CONCURRENCY,
                        id,
                        Duration.ofMinutes(30),
                        Duration.ofMinutes(30),
                        false,
                        new Source(
                            new Arrivals.Workers(20, Duration.ZERO),
                            usual.inputTokensOrNull(),
                            usual.outputTokensOrNull(),
                            null)))),
            new PlantedHour(
                1,
                id,
                Verdict.LONG_INPUT,
                "longer than agreed",
                List.of(
                    new Change(
                        Change.Kind.LONG_INPUT,
                        id,
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(20),
                        true,
                        new Source(
                            usual.arrivals(),
                            new Lengths.Uniform(401, 900),
                            usual.outputTokensOrNull(),
                            null)))));
  }

  @Test
  void theScenarioOfTheRepositoryIsOne() throws Exception {
    Scenario scenario = ScenarioReader.read(Path.of("../scenarios/planted-48.yaml"));

    assertThat(scenario.planted()).hasSize(48);
    for (Verdict verdict : Verdict.values()) {
      assertThat(scenario.planted()).filteredOn(h -> h.planted() == verdict).hasSize(12);
    }
    assertThat(scenario.planted()).extracting(PlantedHour::hour).doesNotHaveDuplicates();
  }

  @Test
  void theExampleOfTheDocsIsOne() throws Exception {
    String docs = Files.readString(Path.of("../docs/scenarios.md"));
    int start = docs.indexOf("```yaml\n") + "```yaml\n".length();

    Scenario scenario = read(docs.substring(start, docs.indexOf("```", start)));

    assertThat(scenario.endpoints().get(0).usual().prefix()).contains(new SharedPrefix(256, 2));
    assertThat(scenario.planted()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kv_blocks: 125 | kv_blocks: 124 | :8: pools[0].engine: kv_blocks: 124 (expected: at least"
            + " 125, for one sequence of max_model_len 2000 in blocks of 16)",
        "max: 250} | max: 1950} | :14: endpoints[0]: up to 1950 input and 60 output tokens"
            + " (expected: together at most the engine's max_model_len, 2000)",
        "min: 2, max: 60 | min: 61, max: 60 | :22: endpoints[0].output_tokens: min 61, max 60"
            + " (expected: min at most max)",
        "accel_pool: p1 | accel_pool: p2 | :18: endpoints[0].pool: p1 (expected: one of the pools)",
        "duration: 2h | duration: 90m | :3: duration: 90m (expected: whole hours, 1h to 8784h)",
        "duration: 2h | duration: 1h | :24: planted[0].hour: 1 (expected: less than the duration's"
            + " 1)",
        "00:00+09:00 | 00:30+09:00 | :2: start: 2026-10-13T00:30+09:00 (expected: a full hour with"
            + " its offset, 2026-10-13T00:00+09:00)",
        "00:00+09:00 | 00:00 | :2: start: 2026-10-13T00:00 (expected: a full hour with its offset,"
            + " 2026-10-13T00:00+09:00)",
        "from: 30m | from: 60m | :28: planted[1].changes[0]: from and for (expected: a part of the"
            + " hour that is not empty)",
        "hour: 0 | hour: 1 | :27: planted[1]: hour 1 of this target is planted already",
        "target: t1/e1 | target: t1/e2 | :24: planted[0].target: t1/e2 (expected:"
            + " tenant_id/endpoint_id of one of the endpoints)",
        "tenant_id: t1 | tenant_id: ' t1' | :14: endpoints[0].tenant_id: no id (expected: 1 to 200"
            + " characters, no /, no ·, no control characters, no spaces at either end)",
        "process: poisson, rate_per_s: 0.5 | process: trace, format: azure, path: a.csv | :21:"
            + " endpoints[0].input_tokens: beside a trace (expected: nothing, for the trace says"
            + " it)",
        "process: poisson, rate_per_s: 0.5 | process: fixed, every: 0s | :20:"
            + " endpoints[0].arrivals.every: 0 (expected: more than nothing)",
      })
  void whatContradictsItselfIsToldWithItsLine(String written, String instead, String message) {
    assertThat(SMALL).contains(written);
    assertRefused(SMALL.replaceFirst(java.util.regex.Pattern.quote(written), instead), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kv_blocks: 125 | kv_block: 125 | :8: pools.0.engine: ",
        "rate_per_s: 0.5 | rate_per_s: 0 | :20: endpoints.0.arrivals.rate_per_s: ",
        "process: poisson | process: poison | :20: endpoints.0.arrivals.process: ",
        "max_num_seqs: 8 | max_num_seqs: 8.5 | :9: pools.0.engine.max_num_seqs: ",
        "workers: 20 | worker: 20 | :28: planted.1.changes.0: ",
        "expect: long_input | expect: long | :24: planted.0.expect: ",
        "from: 10m | from: ten | :25: planted.0.changes.0.from: ",
      })
  void whatHasAnotherFormIsToldWithItsLine(String written, String instead, String message) {
    assertThat(SMALL).contains(written);

    assertThatThrownBy(() -> read(SMALL.replace(written, instead)))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(folder.resolve("small.yaml") + message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void whatIsNoYamlIsToldWithItsLine() {
    assertThatThrownBy(() -> read("scenario: a\nstart: [1,\nduration: 2h\n"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(folder.resolve("small.yaml") + ":4: no YAML: ");
    assertRefused("", ": holds no fields (expected: a scenario in YAML)");
    assertThatThrownBy(() -> ScenarioReader.read(folder.resolve("none.yaml")))
        .hasMessage(folder.resolve("none.yaml") + ": cannot be read: no such file");
  }
}
