package dev.slowhour.job.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.ContractKey;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.judge.EndpointHour;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.api.operators.co.CoBroadcastWithKeyedOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedBroadcastOperatorTestHarness;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Hours that are not final yet, and rows that come when they are. */
class EndpointHoursStreamingTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");
  private static final Instant TEN = AT_TEN.arrivedAt();
  private static final Instant ELEVEN = TEN.plus(HOUR);
  private static final Instant TWELVE = ELEVEN.plus(HOUR);
  private static final Instant THIRTEEN = TWELVE.plus(HOUR);

  private KeyedBroadcastOperatorTestHarness<EndpointId, RequestBlock, ContractLine, EndpointHour>
      harness;

  @BeforeEach
  void open() throws Exception {
    harness = harness();
    agree(Contracts.of("tenant", "endpoint", 800));
  }

  private static KeyedBroadcastOperatorTestHarness<
          EndpointId, RequestBlock, ContractLine, EndpointHour>
      harness() throws Exception {
    return ProcessFunctionTestHarnesses.forKeyedBroadcastProcessFunction(
        new EndpointHours(JudgeSettings.defaults(), TimeSettings.defaults(1)),
        RequestBlock::endpoint,
        TypeInformation.of(EndpointId.class),
        EndpointHours.CONTRACTS);
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  private void agree(Contract contract) throws Exception {
    harness.processBroadcastElement(new StreamRecord<>(new ContractLine(contract, null)));
  }

  private void take(Request... requests) throws Exception {
    harness.processElement(new StreamRecord<>(Blocks.of(requests)));
  }

  private void passTo(Instant time) throws Exception {
    harness.watermark(time.toEpochMilli());
  }

  private static Instant tenPast(int minutes) {
    return TEN.plus(Duration.ofMinutes(minutes));
  }

  private static Request at(int minute) {
    return AT_TEN.after(Duration.ofMinutes(minute)).id("r-" + minute);
  }

  private EndpointHour last() {
    List<EndpointHour> sent = harness.extractOutputValues();
    return sent.get(sent.size() - 1);
  }

  private List<Notice> notices() {
    return Optional.ofNullable(harness.getSideOutput(EndpointHours.NOTICES)).stream()
        .flatMap(records -> records.stream().map(StreamRecord::getValue))
        .toList();
  }

  private List<PoolInput> moved() {
    return Optional.ofNullable(harness.getSideOutput(EndpointHours.MOVED)).stream()
        .flatMap(records -> records.stream().map(StreamRecord::getValue))
        .toList();
  }

  // Open hours.

  @Test
  void beforeAMinuteHasPassedNothingIsSaid() throws Exception {
    take(at(0));
    passTo(tenPast(1).minusMillis(1));

    assertThat(harness.extractOutputValues()).isEmpty();
  }

  @Test
  void anOpenHourIsJudgedOverTheMinutesThatHavePassed() throws Exception {
    take(at(0).ttft(900), at(1).ttft(70_000), at(2).ttft(900));
    passTo(tenPast(2));

    assertThat(last().progress()).isEqualTo(WindowProgress.open(2));
    assertThat(last().window().orElseThrow().requestCount()).isEqualTo(2);
    assertThat(last().window().orElseThrow().sloMissCount()).isEqualTo(2);
    assertThat(last().window().orElseThrow().concurrency().perMinute())
        .as("the third minute has not passed, though a request reaches into it")
        .startsWith(1, 1, 0);
  }

  @Test
  void itIsJudgedAnewEveryMinute() throws Exception {
    take(at(0), at(1), at(2));
    passTo(tenPast(1));
    passTo(tenPast(1).plusSeconds(59));
    passTo(tenPast(2));
    passTo(tenPast(3));

    assertThat(harness.extractOutputValues())
        .extracting(EndpointHour::progress, sent -> sent.window().orElseThrow().requestCount())
        .containsExactly(
            tuple(WindowProgress.open(1), 1),
            tuple(WindowProgress.open(2), 2),
            tuple(WindowProgress.open(3), 3));
  }

  @Test
  void whenTimeJumpsOnlyTheNewestMinuteIsJudged() throws Exception {
    take(at(0), at(1), at(2));
    passTo(tenPast(1));
    passTo(tenPast(40));

    assertThat(harness.extractOutputValues())
        .extracting(EndpointHour::progress)
        .containsExactly(WindowProgress.open(1), WindowProgress.open(40));
  }

  @Test
  void anHourWhoseRowsAllLieInMinutesToComeSaysNothing() throws Exception {
    take(at(30));
    passTo(tenPast(5));

    assertThat(harness.extractOutputValues()).isEmpty();
  }

  @Test
  void whatIsInProgressFromAnHourThatIsNotFinalCounts() throws Exception {
    take(at(59).ttft(120_000));
    take(AT_TEN.after(HOUR).id("next"));
    passTo(ELEVEN.plus(Duration.ofMinutes(1)));

    assertThat(last().hour()).isEqualTo(ELEVEN);
    assertThat(last().window().orElseThrow().concurrency().perMinute()).startsWith(2, 0);
  }

  // Provisional hours.

  @Test
  void anHourThatHasEndedIsProvisional() throws Exception {
    take(at(0), at(59));
    passTo(ELEVEN);

    assertThat(last().progress()).isEqualTo(WindowProgress.PROVISIONAL);
    assertThat(last().window().orElseThrow().requestCount()).isEqualTo(2);
  }

  @Test
  void rowsThatCompleteAfterTheEndOfTheHourAreTakenInUntilItIsFinal() throws Exception {
    take(at(0));
    passTo(ELEVEN);
    take(at(59).ttft(3_000_000));
    passTo(ELEVEN.plus(Duration.ofMinutes(1)));
    assertThat(last().progress()).isEqualTo(WindowProgress.PROVISIONAL);
    assertThat(last().window().orElseThrow().requestCount()).isEqualTo(2);

    passTo(TWELVE);
    assertThat(last().progress()).isEqualTo(WindowProgress.FINAL);
    assertThat(last().window().orElseThrow().requestCount()).isEqualTo(2);
  }

  @Test
  void anHourThatTimeJumpsOverIsFinalAtOnce() throws Exception {
    take(at(0));
    passTo(TWELVE);

    assertThat(harness.extractOutputValues())
        .extracting(EndpointHour::progress)
        .containsExactly(WindowProgress.FINAL);
  }

  @Test
  void aContractThatComesLaterHoldsForHoursThatAreNotFinal() throws Exception {
    take(at(0).ttft(500));
    passTo(ELEVEN);
    assertThat(last().window().orElseThrow().sloMissCount()).isZero();

    agree(Contracts.of("tenant", "endpoint", 400));
    passTo(ELEVEN.plus(Duration.ofMinutes(1)));

    assertThat(last().window().orElseThrow().sloMissCount()).isEqualTo(1);
  }

  @Test
  void aContractThatIsTakenAwayDoesNotHoldForHoursThatAreNotFinal() throws Exception {
    agree(Contracts.from(ELEVEN, "tenant", "endpoint", 300));
    take(at(0));
    take(AT_TEN.after(HOUR).id("next"));
    passTo(ELEVEN.plus(Duration.ofMinutes(1)));
    assertThat(last().window().orElseThrow().contract().ttftSloMs()).isEqualTo(300);

    harness.processBroadcastElement(
        new StreamRecord<>(
            new ContractLine(
                null, null, new ContractKey(new EndpointId("tenant", "endpoint"), ELEVEN))));
    passTo(ELEVEN.plus(Duration.ofMinutes(2)));
    assertThat(last().window().orElseThrow().contract().ttftSloMs()).isEqualTo(800);

    harness.processBroadcastElement(
        new StreamRecord<>(
            new ContractLine(
                null, null, new ContractKey(new EndpointId("tenant", "endpoint"), null))));
    passTo(TWELVE);
    assertThat(last().window()).isEmpty();
    assertThat(harness.getBroadcastState(EndpointHours.CONTRACTS).entries()).isEmpty();
  }

  @Test
  void noticesOfRowsThatDoNotCountWaitUntilTheHourIsFinal() throws Exception {
    take(at(0).place(0, 1), at(0).place(0, 2));
    passTo(ELEVEN);
    assertThat(notices()).isEmpty();

    passTo(TWELVE);

    assertThat(notices())
        .extracting(Notice::code, Notice::place)
        .containsExactly(tuple(NoticeCode.DUPLICATE_REQUEST_ID, new Place(0, 2)));
  }

  @Test
  void anHourWhosePoolTurnsOutToBeAnotherIsTakenBackFromTheFirst() throws Exception {
    take(at(0).pool("first"));
    passTo(tenPast(1));
    take(at(1).pool("second"), at(2).pool("second"));
    passTo(tenPast(3));

    assertThat(last().accelPool()).isEqualTo("second");
    EndpointAndHour hour = new EndpointAndHour(new EndpointId("tenant", "endpoint"), TEN);
    assertThat(moved())
        .containsExactly(
            PoolInput.moved("first", TEN, hour), PoolInput.moved("first", ELEVEN, hour));
  }

  // Late rows.

  @Test
  void aRowWhoseHourIsFinalIsLateAndCountsNowhere() throws Exception {
    take(at(0));
    passTo(TWELVE);
    take(at(1).place(3, 77), at(2).place(3, 78));
    passTo(THIRTEEN);

    assertThat(harness.extractOutputValues()).hasSize(1);
    assertThat(notices())
        .extracting(Notice::code, Notice::place, Notice::fields)
        .containsExactly(
            tuple(NoticeCode.LATE, new Place(3, 77), List.of("arrived_at")),
            tuple(NoticeCode.LATE, new Place(3, 78), List.of("arrived_at")));
    assertThat(notices()).allMatch(notice -> notice.windowStart().equals(Optional.of(TEN)));
  }

  @Test
  void oneMillisecondBeforeItIsNotLate() throws Exception {
    passTo(TWELVE.minusMillis(1));
    take(at(0));
    passTo(TWELVE);

    assertThat(notices()).isEmpty();
    assertThat(last().progress()).isEqualTo(WindowProgress.FINAL);
  }

  @Test
  void anHourThatWasFinalBeforeARestoreStaysSoThoughTimeIsNotKnownYet() throws Exception {
    take(at(0));
    passTo(TWELVE);
    OperatorSubtaskState state = harness.snapshot(1, 1);
    harness.close();

    harness =
        new KeyedBroadcastOperatorTestHarness<>(
            new CoBroadcastWithKeyedOperator<>(
                new EndpointHours(JudgeSettings.defaults(), TimeSettings.defaults(1)),
                List.of(EndpointHours.CONTRACTS)),
            RequestBlock::endpoint,
            TypeInformation.of(EndpointId.class),
            1,
            1,
            0);
    harness.initializeState(state);
    harness.open();
    take(at(1));
    passTo(THIRTEEN);

    assertThat(harness.extractOutputValues()).isEmpty();
    assertThat(notices()).extracting(Notice::code).containsExactly(NoticeCode.LATE);
  }

  // What is held.

  @Test
  void manySmallBlocksArePackedIntoFewWhenTheyAreRead() throws Exception {
    for (int second = 0; second < 3_000; second++) {
      take(AT_TEN.after(Duration.ofMillis(second)).id("r-" + second));
    }
    assertThat(blocks()).hasSize(3_000);

    passTo(tenPast(1));
    assertThat(blocks()).extracting(RequestBlock::size).containsExactlyInAnyOrder(2_048, 952);
    assertThat(last().requests()[0]).isEqualTo(3_000);

    take(at(1));
    passTo(TWELVE);
    assertThat(last().linesSeen()).isEqualTo(3_001);
  }

  @Test
  void nothingIsLeftBehindWhateverPassed() throws Exception {
    for (int hour = 0; hour < 5; hour++) {
      for (int minute = 0; minute < 60; minute += 7) {
        take(at(hour * 60 + minute).ttft(3_600_000));
        passTo(tenPast(hour * 60 + minute));
      }
    }
    passTo(THIRTEEN.plus(HOUR.multipliedBy(9)));

    assertThat(heap().numKeyValueStateEntries()).isZero();
    assertThat(harness.numEventTimeTimers()).isZero();
  }

  @Test
  void theEndOfTheInputMakesEverythingFinal() throws Exception {
    take(at(0));
    passTo(tenPast(1));
    harness.watermark(Long.MAX_VALUE);

    assertThat(last().progress()).isEqualTo(WindowProgress.FINAL);
    assertThat(heap().numKeyValueStateEntries()).isZero();
    assertThat(harness.numEventTimeTimers()).isZero();
  }

  private List<RequestBlock> blocks() throws Exception {
    HeapKeyedStateBackend<EndpointId> backend = heap();
    backend.setCurrentKey(new EndpointId("tenant", "endpoint"));
    List<RequestBlock> blocks = new ArrayList<>();
    backend
        .getPartitionedState(
            VoidNamespace.INSTANCE,
            VoidNamespaceSerializer.INSTANCE,
            new MapStateDescriptor<>(
                "blocks",
                TypeInformation.of(BlockId.class),
                TypeInformation.of(RequestBlock.class)))
        .values()
        .forEach(blocks::add);
    return blocks;
  }

  private HeapKeyedStateBackend<EndpointId> heap() {
    KeyedStateBackend<EndpointId> backend =
        harness.getOperator().<EndpointId>getKeyedStateBackend();
    return (HeapKeyedStateBackend<EndpointId>) backend;
  }
}
