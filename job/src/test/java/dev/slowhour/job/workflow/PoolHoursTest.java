package dev.slowhour.job.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.judge.CarriedOver;
import dev.slowhour.core.judge.EndpointHour;
import dev.slowhour.core.judge.EndpointJudge;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.PoolLook;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.Request;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedBroadcastOperatorTestHarness;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PoolHoursTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");
  private static final Instant TEN = AT_TEN.arrivedAt();
  private static final Instant NINE = TEN.minus(HOUR);
  private static final Instant ELEVEN = TEN.plus(HOUR);
  private static final Instant TWELVE = ELEVEN.plus(HOUR);

  /** Of the whole input: 20 minutes before ten. */
  private static final Instant FIRST_ARRIVAL = TEN.minus(Duration.ofMinutes(20));

  private KeyedBroadcastOperatorTestHarness<PoolAndHour, PoolInput, Instant, JudgedWindow> harness;

  private void open(JudgeSettings settings) throws Exception {
    harness =
        ProcessFunctionTestHarnesses.forKeyedBroadcastProcessFunction(
            new PoolHours(settings, false),
            PoolInput::key,
            TypeInformation.of(PoolAndHour.class),
            PoolHours.FIRST_ARRIVAL);
    harness.processBroadcastElement(new StreamRecord<>(FIRST_ARRIVAL));
  }

  @AfterEach
  void close() throws Exception {
    if (harness != null) {
      harness.close();
    }
  }

  private static JudgeSettings judging(Instant fromOrNull, Instant toOrNull) {
    return new JudgeSettings(
        JudgeSettings.DEFAULT_ZONE,
        JudgeSettings.DEFAULT_MAX_REQUEST_DURATION,
        fromOrNull,
        toOrNull);
  }

  /** An hour as EndpointHours hands it over. */
  private static EndpointHour hour(Request... requests) {
    Contract contract = Contracts.of(requests[0].tenantId(), requests[0].endpointId(), 800);
    return hour(Optional.of(contract), requests);
  }

  private static EndpointHour hour(Optional<Contract> contract, Request... requests) {
    RequestBlock block = Blocks.of(requests);
    return EndpointJudge.judge(block, contract, CarriedOver.none(block.hour())).endpointHour();
  }

  private static Request slow(Request request) {
    return request.ttft(900);
  }

  private static Request victim(Duration after) {
    return AT_TEN.to("victim", "v").after(after);
  }

  private static Request neighbour(Duration after, int number) {
    return AT_TEN.to("neighbour", "n").after(after).id("n-" + number);
  }

  private static PoolMetric metric(Instant minute, String kvCacheUtil, Long queued) {
    return new PoolMetric(
        "pool", minute, kvCacheUtil == null ? null : new BigDecimal(kvCacheUtil), queued);
  }

  private static List<PoolInput> sent(JudgeSettings settings, EndpointHour... hours) {
    List<PoolInput> inputs = new ArrayList<>();
    for (EndpointHour hour : hours) {
      PoolHours.send(hour, settings, new ListCollector<>(inputs));
    }
    return inputs;
  }

  private static List<PoolInput> sent(JudgeSettings settings, PoolMetric... metrics) {
    List<PoolInput> inputs = new ArrayList<>();
    for (PoolMetric metric : metrics) {
      PoolHours.send(metric, settings, settings.reportZone(), new ListCollector<>(inputs));
    }
    return inputs;
  }

  private void take(List<PoolInput> inputs) throws Exception {
    for (PoolInput input : inputs) {
      harness.processElement(new StreamRecord<>(input));
    }
  }

  private List<JudgedWindow> judged() {
    return harness.extractOutputValues();
  }

  private void end() throws Exception {
    harness.watermark(Long.MAX_VALUE);
    KeyedStateBackend<PoolAndHour> state =
        harness.getOperator().<PoolAndHour>getKeyedStateBackend();
    assertThat(((HeapKeyedStateBackend<PoolAndHour>) state).numKeyValueStateEntries()).isZero();
    assertThat(harness.numEventTimeTimers()).isZero();
  }

  // Where inputs go.

  @Test
  void anEndpointsHourGoesToItselfAndWithoutItsWindowToTheNext() {
    EndpointHour hour = hour(AT_TEN);

    List<PoolInput> inputs = sent(JudgeSettings.defaults(), hour);

    assertThat(inputs)
        .extracting(PoolInput::key)
        .containsExactly(new PoolAndHour("pool", TEN), new PoolAndHour("pool", ELEVEN));
    assertThat(inputs.get(0).endpointHourOrNull()).isSameAs(hour);
    EndpointHour arrivals = inputs.get(1).endpointHourOrNull();
    assertThat(arrivals.window()).isEmpty();
    assertThat(arrivals.hour()).isEqualTo(TEN);
    assertThat(arrivals.requests()).isEqualTo(hour.requests());
    assertThat(arrivals.linesSeen()).isEqualTo(1);
  }

  @Test
  void aMetricGoesToItsHourAndToTheNext() {
    List<PoolInput> inputs =
        sent(JudgeSettings.defaults(), metric(TEN.plusSeconds(59 * 60), "0.5", null));

    assertThat(inputs)
        .extracting(PoolInput::key)
        .containsExactly(new PoolAndHour("pool", TEN), new PoolAndHour("pool", ELEVEN));
  }

  @Test
  void theFirstMetricOfAnHourAlsoGoesToTheHourBeforeWhoseLastMinuteItFollows() {
    assertThat(sent(JudgeSettings.defaults(), metric(TEN, "0.5", null)))
        .extracting(PoolInput::key)
        .containsExactlyInAnyOrder(
            new PoolAndHour("pool", NINE),
            new PoolAndHour("pool", TEN),
            new PoolAndHour("pool", ELEVEN));
  }

  @Test
  void onlyHoursFromAndToAreSentAnything() {
    JudgeSettings onlyTen = judging(TEN, ELEVEN);
    PoolMetric[] metrics = {
      metric(NINE.minusSeconds(60), "0", null),
      metric(NINE, "0", null),
      metric(TEN, "0", null),
      metric(ELEVEN, "0", null)
    };
    EndpointHour[] hours = {
      hour(AT_TEN.after(HOUR.multipliedBy(-2))),
      hour(AT_TEN.after(HOUR.negated())),
      hour(AT_TEN),
      hour(AT_TEN.after(HOUR))
    };

    assertThat(sent(onlyTen, metrics))
        .extracting(input -> input.metricOrNull().minute())
        .containsExactly(NINE, TEN, ELEVEN);
    assertThat(sent(onlyTen, hours))
        .extracting(input -> input.endpointHourOrNull().hour())
        .containsExactly(NINE, TEN);
    assertThat(sent(onlyTen, hours)).extracting(PoolInput::lookingHour).containsOnly(TEN);
  }

  @Test
  void anHourOutsideFromAndToIsNotJudgedAndStillLookedAt() throws Exception {
    JudgeSettings onlyTen = judging(TEN, ELEVEN);
    open(onlyTen);
    take(sent(onlyTen, hour(neighbour(Duration.ofMinutes(-10), 1))));
    take(sent(onlyTen, hour(slow(victim(Duration.ofMinutes(5))))));
    take(sent(onlyTen, hour(AT_TEN.to("later", "l").after(HOUR))));
    end();

    assertThat(judged()).extracting(window -> window.window().windowStart()).containsExactly(TEN);
    assertThat(judged().get(0).poolLook().orElseThrow().otherTenantRequestsSum()).isEqualTo(1);
  }

  // When an hour is completed.

  @Test
  void anHourIsCompletedAtItsEndPlusTheBoundAndNotOneMillisecondBefore() throws Exception {
    open(JudgeSettings.defaults());
    take(sent(JudgeSettings.defaults(), hour(AT_TEN)));
    harness.watermark(TWELVE.toEpochMilli() - 1);
    assertThat(judged()).isEmpty();

    harness.watermark(TWELVE.toEpochMilli());

    assertThat(judged()).hasSize(1);
    end();
  }

  @Test
  void aPoolWithoutAnyWindowLeavesNothingBehind() throws Exception {
    open(JudgeSettings.defaults());
    take(sent(JudgeSettings.defaults(), metric(TEN, "0.5", 3L)));
    take(sent(JudgeSettings.defaults(), hour(Optional.empty(), AT_TEN)));
    end();

    assertThat(judged()).isEmpty();
  }

  // What an hour is completed with.

  @Test
  void aWindowSeesItsPoolInItsHourAndInTheHourBefore() throws Exception {
    JudgeSettings settings = JudgeSettings.defaults();
    open(settings);
    Instant worst = TEN.plus(Duration.ofMinutes(5));
    take(
        sent(
            settings,
            metric(worst.minus(Duration.ofMinutes(61)), "0.9", 900L),
            metric(worst.minus(HOUR), "0.2", 10L),
            metric(TEN.minusSeconds(60), "0.4", null),
            metric(TEN, null, 20L),
            metric(worst, "0.95", 40L)));
    take(
        sent(
            settings,
            hour(
                neighbour(Duration.ofMinutes(-56), 1),
                neighbour(Duration.ofMinutes(-55), 2),
                neighbour(Duration.ofMinutes(-1), 3)),
            hour(neighbour(Duration.ofMinutes(4), 4), neighbour(Duration.ofMinutes(5), 5)),
            hour(slow(victim(Duration.ofMinutes(5)))),
            hour(AT_TEN.to("victim", "second endpoint").after(Duration.ofMinutes(5)))));
    end();

    JudgedWindow victim = windowOf("v", TEN);
    assertThat(victim.window().verdict()).isEqualTo(Verdict.ISOLATION_FAILURE);
    assertThat(victim.poolLook())
        .contains(
            new PoolLook(
                new BigDecimal("0.95"),
                new BigDecimal("0.6"),
                2,
                40L,
                30,
                2,
                1,
                3,
                new PoolLook.MinuteMetrics(null, null),
                new PoolLook.MinuteMetrics(null, null),
                35));
    assertThat(victim.kvCacheUtil()[0]).isNull();
    assertThat(victim.kvCacheUtil()[5]).isEqualTo("0.95");
    assertThat(victim.queuedRequests()[0]).isEqualTo(20);
    assertThat(victim.otherTenantRequests()[4]).isEqualTo(1);
    assertThat(victim.otherTenantRequests()[5]).isEqualTo(1);
    assertThat(windowOf("n", TEN).otherTenantRequests()[5]).isEqualTo(2);
    assertThat(windowOf("n", TEN).poolLook()).isEmpty();
  }

  private JudgedWindow windowOf(String endpointId, Instant start) {
    return judged().stream()
        .filter(judged -> judged.window().endpoint().endpointId().equals(endpointId))
        .filter(judged -> judged.window().windowStart().equals(start))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void requestsWithoutAContractCountAmongThoseOfOtherTenants() throws Exception {
    JudgeSettings settings = JudgeSettings.defaults();
    open(settings);
    take(sent(settings, hour(slow(victim(Duration.ZERO)))));
    take(sent(settings, hour(Optional.empty(), neighbour(Duration.ZERO, 1))));
    end();

    assertThat(judged()).hasSize(1);
    assertThat(judged().get(0).otherTenantRequests()[0]).isEqualTo(1);
  }

  @Test
  void anotherPoolIsAnotherStory() throws Exception {
    JudgeSettings settings = JudgeSettings.defaults();
    open(settings);
    take(sent(settings, hour(slow(victim(Duration.ZERO)))));
    take(sent(settings, hour(neighbour(Duration.ZERO, 1).pool("other"))));
    take(sent(settings, new PoolMetric("other", TEN, BigDecimal.ONE, 9L)));
    end();

    JudgedWindow victim = windowOf("v", TEN);
    assertThat(victim.otherTenantRequests()[0]).isZero();
    assertThat(victim.kvCacheUtil()[0]).isNull();
    assertThat(victim.queuedRequests()[0]).isNull();
  }

  @Test
  void ofSeveralMetricsOfAMinuteEachValueIsTheLargest() throws Exception {
    JudgeSettings settings = JudgeSettings.defaults();
    open(settings);
    take(sent(settings, hour(AT_TEN)));
    take(
        sent(
            settings,
            metric(TEN, "0.3", 7L),
            metric(TEN, "0.4", null),
            metric(TEN, null, 5L),
            metric(TEN, "0.40", 6L)));
    end();

    assertThat(judged().get(0).kvCacheUtil()[0]).isEqualByComparingTo("0.4");
    assertThat(judged().get(0).queuedRequests()[0]).isEqualTo(7);
  }

  @Test
  void theOrderOfInputsChangesNothing() throws Exception {
    JudgeSettings settings = JudgeSettings.defaults();
    List<PoolInput> inputs = new ArrayList<>();
    inputs.addAll(
        sent(
            settings,
            hour(neighbour(Duration.ofMinutes(-30), 1)),
            hour(neighbour(Duration.ofMinutes(1), 2), neighbour(Duration.ofMinutes(3), 3)),
            hour(slow(victim(Duration.ofMinutes(3))))));
    inputs.addAll(
        sent(
            settings,
            metric(TEN.minusSeconds(600), "0.25", 1L),
            metric(TEN.plusSeconds(180), "0.75", 8L),
            metric(TEN.plusSeconds(180), "0.5", 9L)));
    JudgedWindow inOrder = victimOf(inputs);

    for (int seed = 0; seed < 20; seed++) {
      Collections.shuffle(inputs, new Random(seed));
      assertThat(victimOf(inputs))
          .as("seed %d", seed)
          .usingRecursiveComparison()
          .isEqualTo(inOrder);
    }
  }

  private JudgedWindow victimOf(List<PoolInput> inputs) throws Exception {
    open(JudgeSettings.defaults());
    take(inputs);
    end();
    JudgedWindow victim = windowOf("v", TEN);
    harness.close();
    return victim;
  }

  @Test
  void theEarliestArrivalThatWasToldIsThatOfTheInput() throws Exception {
    JudgeSettings settings = JudgeSettings.defaults();
    open(settings);
    harness.processBroadcastElement(new StreamRecord<>(TEN.minus(Duration.ofMinutes(50))));
    harness.processBroadcastElement(new StreamRecord<>(TEN.minus(Duration.ofMinutes(30))));
    take(sent(settings, hour(slow(victim(Duration.ofMinutes(5))))));
    end();

    assertThat(judged().get(0).poolLook().orElseThrow().minutesBeforeInput()).isEqualTo(5);
  }
}
