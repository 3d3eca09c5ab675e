package dev.slowhour.loadgen.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.engine.RequestTimes;
import dev.slowhour.loadgen.scenario.Scenario;
import dev.slowhour.loadgen.scenario.ScenarioReader;
import dev.slowhour.loadgen.simulate.Answer;
import dev.slowhour.loadgen.simulate.Call;
import dev.slowhour.loadgen.simulate.Traffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioTrafficTest {

  private static final long MINUTE_MS = 60_000;

  @TempDir private Path folder;

  /** One endpoint of one hour; lengths are as given unless arrivals are a trace. */
  private Scenario scenario(String arrivals, String planted) throws IOException, InputException {
    String lengths =
        arrivals.contains("trace")
            ? ""
            : """
                input_tokens: {distribution: uniform, min: 10, max: 20}
                output_tokens: {distribution: exponential, mean: 30, max: 1000}
            """;
    return ScenarioReader.read(
        Files.writeString(
            folder.resolve("s.yaml"),
            """
            scenario: s
            start: 2026-10-13T00:00Z
            duration: 1h
            pools:
              - accel_pool: p
                engine: {max_model_len: 5000, max_num_seqs: 8, max_num_batched_tokens: 512,
                         kv_blocks: 400, step_time: {base_us: 1000}}
            endpoints:
              - tenant_id: t
                tenant_name: T
                endpoint_id: e
                model: m
                pool: p
                contract: {ttft_slo_ms: 1, tpot_slo_ms: 1, max_concurrency: 1, max_input_tokens: 1}
                arrivals: {%s}
            %splanted: [%s]
            """
                .formatted(arrivals, lengths, planted)));
  }

  private static String hour(String changes) {
    return "{hour: 0, target: t/e, expect: within_slo, cause: c, changes: [" + changes + "]}";
  }

  /** Takes all that is sent when each request is answered after so long. */
  private static List<Call> calls(Traffic traffic, long answerMs) {
    List<Call> calls = new ArrayList<>();
    List<Call> open = new ArrayList<>();
    while (traffic.nextNanos() != Traffic.NOTHING || !open.isEmpty()) {
      long answered =
          open.isEmpty() ? Traffic.NOTHING : open.get(0).sentNanos() + answerMs * 1_000_000;
      if (traffic.nextNanos() < answered) {
        Call call = traffic.next();
        calls.add(call);
        open.add(call);
      } else {
        RequestTimes times = new RequestTimes(0, 0, 0, 0, 0, 0);
        traffic.answered(new Answer(open.remove(0), answered, answered, times));
      }
    }
    return calls;
  }

  private static List<Long> millis(List<Call> calls) {
    return calls.stream().map(call -> call.sentNanos() / 1_000_000).toList();
  }

  @Test
  void atFixedDistancesFromTheStartToTheEnd() throws Exception {
    Scenario scenario = scenario("process: fixed, every: 20m, at_once: 2", "");

    List<Call> calls = calls(ScenarioTraffic.of(scenario, 1), 1);

    assertThat(millis(calls))
        .containsExactly(0L, 0L, 20 * MINUTE_MS, 20 * MINUTE_MS, 40 * MINUTE_MS, 40 * MINUTE_MS);
    assertThat(calls)
        .extracting(call -> call.request().id())
        .startsWith("0/req-e-000001", "0/req-e-000002");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"process: poisson, rate_per_s: 2", "process: gamma, rate_per_s: 2, cv: 3"})
  void atRandomDistancesTheMeanIsTheRateAndTheSpreadIsThatOfTheProcess(String arrivals)
      throws Exception {
    List<Long> sent = new ArrayList<>();
    for (int seed = 1; seed <= 20; seed++) {
      List<Long> hour = millis(calls(ScenarioTraffic.of(scenario(arrivals, ""), seed), 1));
      for (int i = 1; i < hour.size(); i++) {
        sent.add(hour.get(i) - hour.get(i - 1));
      }
    }
    double mean = sent.stream().mapToLong(d -> d).average().orElseThrow();
    double variance = sent.stream().mapToDouble(d -> (d - mean) * (d - mean)).average().orElse(0);

    // 144,000 distances: the mean of them is off by less than 3 σ.
    double cv = arrivals.contains("gamma") ? 3 : 1;
    assertThat(mean).isCloseTo(500, within(3 * cv * 500 / Math.sqrt(144_000)));
    assertThat(Math.sqrt(variance) / mean).isCloseTo(cv, within(0.05 * cv));
  }

  @Test
  void lengthsAreDrawnWithinTheirBounds() throws Exception {
    List<Call> calls =
        calls(ScenarioTraffic.of(scenario("process: poisson, rate_per_s: 20", ""), 3), 1);

    assertThat(calls).allSatisfy(c -> assertThat(c.request().promptTokens()).isBetween(10, 20));
    assertThat(calls).extracting(c -> c.request().promptTokens()).contains(10, 20);
    assertThat(calls.stream().mapToInt(c -> c.request().outputTokens()).average().orElse(0))
        .isCloseTo(30, within(0.5));
    assertThat(calls).allSatisfy(c -> assertThat(c.request().outputTokens()).isBetween(1, 1000));
  }

  @Test
  void workersSendWhenTheyHaveTheirAnswerUntilTheirTimeIsOver() throws Exception {
    Scenario scenario =
        scenario(
            "process: fixed, every: 1h",
            hour("{kind: over_concurrency, endpoint: t/e, from: 10m, for: 1m, workers: 2}"));

    assertThat(millis(calls(ScenarioTraffic.of(scenario, 1), 25_000)))
        .containsExactly(0L, 600_000L, 600_000L, 625_000L, 625_000L, 650_000L, 650_000L);
  }

  @Test
  void whatIsPlantedInsteadSilencesTheUsualAndWhatIsAddedDoesNot() throws Exception {
    Scenario instead =
        scenario(
            "process: fixed, every: 10m",
            hour(
                "{kind: pattern, endpoint: t/e, from: 15m, for: 20m, arrivals: {process: fixed,"
                    + " every: 15m}}"));
    Scenario added =
        scenario(
            "process: fixed, every: 10m",
            hour(
                "{kind: flood, endpoint: t/e, from: 15m, for: 20m, arrivals: {process: fixed,"
                    + " every: 15m}}"));

    assertThat(millis(calls(ScenarioTraffic.of(instead, 1), 1)))
        .containsExactly(minutes(0, 10, 15, 30, 40, 50));
    assertThat(millis(calls(ScenarioTraffic.of(added, 1), 1)))
        .containsExactly(minutes(0, 10, 15, 20, 30, 30, 40, 50));
  }

  private static Long[] minutes(long... minutes) {
    return java.util.Arrays.stream(minutes).mapToObj(m -> m * MINUTE_MS).toArray(Long[]::new);
  }

  @Test
  void aTraceIsReplayedFasterInPartsAndAnewWhenItEnds() throws Exception {
    Files.writeString(
        folder.resolve("t.csv"),
        "Timestamp,Request tokens,Response tokens\n0,1,1\n600,2,2\n1200,3,3\n1800,4,4\n");

    List<Call> half =
        calls(
            ScenarioTraffic.of(
                scenario(
                    "process: trace, format: burstgpt, path: t.csv, speed: 2, parts: 2, part: 1",
                    ""),
                1),
            1);
    List<Call> anew =
        calls(
            ScenarioTraffic.of(
                scenario("process: trace, format: burstgpt, path: t.csv, repeat: true", ""), 1),
            1);

    assertThat(millis(half)).containsExactly(minutes(5, 15));
    assertThat(half).extracting(c -> c.request().promptTokens()).containsExactly(2, 4);
    assertThat(millis(anew)).containsExactly(minutes(0, 10, 20, 30, 40, 50));
    assertThat(anew).extracting(c -> c.request().promptTokens()).containsExactly(1, 2, 3, 4, 1, 2);
  }

  @Test
  void theSeedAloneDecidesAndAnotherEndpointChangesNothing() throws Exception {
    Scenario scenario = scenario("process: poisson, rate_per_s: 0.1", "");
    Scenario planted =
        scenario(
            "process: poisson, rate_per_s: 0.1",
            hour("{kind: flood, endpoint: t/e, arrivals: {process: poisson, rate_per_s: 1}}"));
    List<Long> once = millis(calls(ScenarioTraffic.of(scenario, 7), 1));

    assertThat(millis(calls(ScenarioTraffic.of(scenario, 7), 1))).isEqualTo(once);
    assertThat(millis(calls(ScenarioTraffic.of(scenario, 8), 1))).isNotEqualTo(once);
    assertThat(millis(calls(ScenarioTraffic.of(planted, 7), 1))).containsAll(once);
  }
}
