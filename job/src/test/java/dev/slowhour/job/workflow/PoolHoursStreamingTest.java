package dev.slowhour.job.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.judge.CarriedOver;
import dev.slowhour.core.judge.EndpointHour;
import dev.slowhour.core.judge.EndpointJudge;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedBroadcastOperatorTestHarness;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Windows of a pool that are not final yet. */
class PoolHoursStreamingTest {

  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");
  private static final Instant TEN = AT_TEN.arrivedAt();
  private static final Instant ELEVEN = TEN.plus(Duration.ofHours(1));
  private static final Instant TWELVE = TEN.plus(Duration.ofHours(2));

  private KeyedBroadcastOperatorTestHarness<PoolAndHour, PoolInput, Instant, JudgedWindow> harness;

  @BeforeEach
  void open() throws Exception {
    harness =
        ProcessFunctionTestHarnesses.forKeyedBroadcastProcessFunction(
            new PoolHours(JudgeSettings.defaults(), true),
            PoolInput::key,
            TypeInformation.of(PoolAndHour.class),
            PoolHours.FIRST_ARRIVAL);
    harness.processBroadcastElement(new StreamRecord<>(TEN));
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  private static Request of(String tenant, int minute) {
    return AT_TEN.to(tenant, "e").after(Duration.ofMinutes(minute)).id(tenant + "-" + minute);
  }

  private static EndpointHour hour(WindowProgress progress, Request... requests) {
    Contract contract = Contracts.of(requests[0].tenantId(), requests[0].endpointId(), 800);
    return hour(Optional.of(contract), progress, requests);
  }

  private static EndpointHour hour(
      Optional<Contract> contract, WindowProgress progress, Request... requests) {
    RequestBlock block = Blocks.of(requests);
    return EndpointJudge.judge(block, contract, CarriedOver.none(block.hour()), progress)
        .endpointHour();
  }

  private void take(EndpointHour hour) throws Exception {
    harness.processElement(new StreamRecord<>(PoolInput.of(hour, TEN)));
  }

  private void take(Instant minute, long queued) throws Exception {
    harness.processElement(
        new StreamRecord<>(PoolInput.of(new PoolMetric("pool", minute, null, queued), TEN)));
  }

  private void passTo(Instant time) throws Exception {
    harness.watermark(time.toEpochMilli());
  }

  private List<JudgedWindow> judged() {
    return harness.extractOutputValues();
  }

  private JudgedWindow last() {
    return judged().get(judged().size() - 1);
  }

  private static Instant tenPast(int minutes) {
    return TEN.plus(Duration.ofMinutes(minutes));
  }

  @Test
  void openWindowsAreCompletedOnceTimeHasMovedOn() throws Exception {
    take(hour(WindowProgress.open(2), of("a", 0)));
    take(hour(WindowProgress.open(2), of("b", 0), of("b", 1)));
    assertThat(judged()).isEmpty();

    passTo(tenPast(2));

    assertThat(judged())
        .extracting(JudgedWindow::progress)
        .containsExactly(WindowProgress.open(2), WindowProgress.open(2));
    assertThat(judged())
        .extracting(window -> window.otherTenantRequests()[0] + window.otherTenantRequests()[1])
        .containsExactlyInAnyOrder(1L, 2L);
  }

  @Test
  void aRefreshTakesThePlaceOfWhatWasSentBefore() throws Exception {
    take(hour(WindowProgress.open(1), of("a", 0)));
    take(hour(WindowProgress.open(1), of("b", 0)));
    passTo(tenPast(1));
    take(hour(WindowProgress.open(2), of("a", 0), of("a", 1)));
    passTo(tenPast(2));

    assertThat(last().otherTenantRequests()[0]).isEqualTo(1);
    assertThat(judged()).hasSize(4);
    assertThat(judged().get(3).revision()).isGreaterThan(judged().get(1).revision());
  }

  @Test
  void ofMinutesThatHaveNotPassedNothingIsTold() throws Exception {
    take(hour(WindowProgress.open(1), of("a", 0)));
    take(hour(WindowProgress.open(5), of("b", 0), of("b", 4)));
    take(tenPast(0), 7);
    take(tenPast(1), 8);
    passTo(tenPast(5));

    JudgedWindow first =
        judged().stream()
            .filter(window -> window.progress().passedMinutes() == 1)
            .findFirst()
            .orElseThrow();
    assertThat(first.queuedRequests()).startsWith(7L, null, null);
    assertThat(first.otherTenantRequests()).startsWith(1, 0, 0, 0, 0, 0);
  }

  @Test
  void noWindowIsFinalBeforeTheHourOfThePoolIs() throws Exception {
    take(hour(WindowProgress.FINAL, of("a", 0)));
    passTo(TWELVE.minusMillis(1));
    assertThat(judged())
        .extracting(JudgedWindow::progress)
        .containsExactly(WindowProgress.PROVISIONAL);

    passTo(TWELVE);
    assertThat(last().progress()).isEqualTo(WindowProgress.FINAL);
    assertThat(judged()).hasSize(2);
  }

  @Test
  void aJumpBeyondTheEndTellsWindowsOnceForGood() throws Exception {
    take(hour(WindowProgress.open(1), of("a", 0)));
    take(hour(WindowProgress.FINAL, of("a", 0), of("a", 1)));
    passTo(TWELVE);

    assertThat(judged()).extracting(JudgedWindow::progress).containsExactly(WindowProgress.FINAL);
    assertThat(last().window().requestCount()).isEqualTo(2);
  }

  @Test
  void anHourThatMovedToAnotherPoolIsForgottenHere() throws Exception {
    take(hour(WindowProgress.open(1), of("a", 0)));
    take(hour(WindowProgress.open(1), of("b", 0)));
    harness.processElement(
        new StreamRecord<>(
            PoolInput.moved("pool", TEN, new EndpointAndHour(new EndpointId("a", "e"), TEN))));
    passTo(tenPast(1));

    assertThat(judged()).hasSize(1);
    assertThat(last().window().endpoint().tenantId()).isEqualTo("b");
    assertThat(last().otherTenantRequests()[0]).isZero();
  }

  @Test
  void anHourThatIsFinalWithoutAWindowIsWithdrawn() throws Exception {
    take(hour(WindowProgress.open(1), of("a", 0)));
    passTo(tenPast(1));
    take(hour(Optional.empty(), WindowProgress.FINAL, of("a", 0)));
    passTo(TWELVE);

    assertThat(judged()).hasSize(1);
    assertThat(harness.getSideOutput(PoolHours.WITHDRAWN))
        .extracting(StreamRecord::getValue)
        .containsExactly(new WithdrawnWindow(new EndpointId("a", "e"), TEN));
  }

  @Test
  void metricsThatComeWhenTheHourIsFinalChangeNothingAndLeaveNothingBehind() throws Exception {
    take(hour(WindowProgress.FINAL, of("a", 0)));
    passTo(TWELVE);
    take(TEN, 9);
    passTo(TWELVE.plusSeconds(60));

    assertThat(judged()).hasSize(1);
    assertNothingIsLeftBehind();
  }

  @Test
  void whatComesBetweenTheEndAndTheBoundIsTakenIn() throws Exception {
    take(hour(WindowProgress.PROVISIONAL, of("a", 0)));
    passTo(ELEVEN);
    take(TEN, 9);
    passTo(TWELVE);

    assertThat(judged().get(0).queuedRequests()[0]).isNull();
    assertThat(last().queuedRequests()[0]).isEqualTo(9);
    assertNothingIsLeftBehind();
  }

  private void assertNothingIsLeftBehind() {
    KeyedStateBackend<PoolAndHour> state =
        harness.getOperator().<PoolAndHour>getKeyedStateBackend();
    assertThat(((HeapKeyedStateBackend<PoolAndHour>) state).numKeyValueStateEntries()).isZero();
    assertThat(harness.numEventTimeTimers()).isZero();
  }
}
