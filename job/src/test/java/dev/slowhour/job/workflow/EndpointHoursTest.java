package dev.slowhour.job.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.CarriedOver;
import dev.slowhour.core.judge.EndpointHour;
import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.core.judge.RequestBlockBuilder;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedBroadcastOperatorTestHarness;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EndpointHoursTest {

  private static final boolean IN_ORDER = true;
  private static final boolean IN_ANY_ORDER = false;

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");
  private static final Instant TEN = AT_TEN.arrivedAt();
  private static final Instant ELEVEN = TEN.plus(HOUR);
  private static final Instant TWELVE = ELEVEN.plus(HOUR);
  private static final Instant THIRTEEN = TWELVE.plus(HOUR);
  private static final Instant FOURTEEN = THIRTEEN.plus(HOUR);
  private static final EndpointId ENDPOINT = new EndpointId("tenant", "endpoint");

  private KeyedBroadcastOperatorTestHarness<EndpointId, RequestBlock, ContractLine, EndpointHour>
      harness;

  private void open(boolean blocksComeInOrder) throws Exception {
    open(JudgeSettings.defaults(), blocksComeInOrder);
  }

  private void open(JudgeSettings settings, boolean blocksComeInOrder) throws Exception {
    harness =
        ProcessFunctionTestHarnesses.forKeyedBroadcastProcessFunction(
            new EndpointHours(settings, blocksComeInOrder ? null : TimeSettings.defaults(1)),
            RequestBlock::endpoint,
            TypeInformation.of(EndpointId.class),
            EndpointHours.CONTRACTS);
  }

  private static JudgeSettings bound(Duration maxRequestDuration) {
    return new JudgeSettings(JudgeSettings.DEFAULT_ZONE, maxRequestDuration, null, null);
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  private void agree(Contract contract) throws Exception {
    harness.processBroadcastElement(new StreamRecord<>(new ContractLine(contract, null)));
  }

  private void take(Request... requests) throws Exception {
    RequestBlock block = Blocks.of(requests);
    take(block, Blocks.timestamp(block));
  }

  private void take(RequestBlock block, long timestamp) throws Exception {
    harness.processElement(new StreamRecord<>(block, timestamp));
  }

  private void passTime(Instant time) throws Exception {
    harness.watermark(time.toEpochMilli());
  }

  private void end() throws Exception {
    harness.watermark(Long.MAX_VALUE);
  }

  private List<Instant> judgedHours() {
    return harness.extractOutputValues().stream()
        .filter(judged -> !judged.progress().isUnsettled())
        .map(EndpointHour::hour)
        .toList();
  }

  private EndpointWindow window(int index) {
    return harness.extractOutputValues().stream()
        .filter(judged -> !judged.progress().isUnsettled())
        .toList()
        .get(index)
        .window()
        .orElseThrow();
  }

  private List<Notice> notices() {
    return Optional.ofNullable(harness.getSideOutput(EndpointHours.NOTICES)).stream()
        .flatMap(records -> records.stream().map(StreamRecord::getValue))
        .toList();
  }

  private HeapKeyedStateBackend<EndpointId> heap() {
    KeyedStateBackend<EndpointId> backend =
        harness.getOperator().<EndpointId>getKeyedStateBackend();
    return (HeapKeyedStateBackend<EndpointId>) backend;
  }

  private void assertNothingIsLeftBehind() {
    assertThat(heap().numKeyValueStateEntries()).isZero();
    assertThat(harness.numEventTimeTimers()).isZero();
  }

  // When an hour is judged.

  @Test
  void anHourIsJudgedWhenABlockComesAtItsEndPlusTheBound() throws Exception {
    open(IN_ORDER);
    take(AT_TEN);

    take(Blocks.of(AT_TEN.after(HOUR)), TWELVE.toEpochMilli());

    assertThat(judgedHours()).containsExactly(TEN);
  }

  @Test
  void anHourIsNotJudgedOneMillisecondBefore() throws Exception {
    open(IN_ORDER);
    take(AT_TEN);

    take(Blocks.of(AT_TEN.after(HOUR)), TWELVE.toEpochMilli() - 1);

    assertThat(judgedHours()).isEmpty();
  }

  @Test
  void aBlockCanCloseSeveralHoursAndTheyComeInOrder() throws Exception {
    open(bound(Duration.ofHours(3)), IN_ORDER);
    take(AT_TEN);
    take(AT_TEN.after(HOUR));
    take(AT_TEN.after(HOUR.multipliedBy(2)));

    take(AT_TEN.after(HOUR.multipliedBy(30)));

    assertThat(judgedHours()).containsExactly(TEN, ELEVEN, TWELVE);
  }

  @Test
  void whatIsStillOpenAtTheEndIsJudgedByTime() throws Exception {
    open(IN_ORDER);
    take(AT_TEN);
    take(AT_TEN.after(HOUR));
    end();

    assertThat(judgedHours()).containsExactly(TEN, ELEVEN);
    assertNothingIsLeftBehind();
  }

  @Test
  void whereBlocksComeInAnyOrderABlockClosesNothing() throws Exception {
    open(IN_ANY_ORDER);
    take(AT_TEN);
    take(AT_TEN.after(HOUR.multipliedBy(30)));

    assertThat(judgedHours()).isEmpty();
  }

  @Test
  void whereBlocksComeInAnyOrderTheWatermarkClosesAndNotOneMillisecondBefore() throws Exception {
    open(IN_ANY_ORDER);
    take(AT_TEN.after(HOUR));
    take(AT_TEN);
    passTime(TWELVE.minusMillis(1));
    assertThat(judgedHours()).isEmpty();

    passTime(TWELVE);
    assertThat(judgedHours()).containsExactly(TEN);

    passTime(THIRTEEN);
    assertThat(judgedHours()).containsExactly(TEN, ELEVEN);
  }

  @Test
  void aBoundOfNinetyMinutesHoldsAnHourOpenForNinetyMinutes() throws Exception {
    open(bound(Duration.ofMinutes(90)), IN_ANY_ORDER);
    take(AT_TEN);
    passTime(ELEVEN.plus(Duration.ofMinutes(90)).minusMillis(1));
    assertThat(judgedHours()).isEmpty();

    passTime(ELEVEN.plus(Duration.ofMinutes(90)));

    assertThat(judgedHours()).containsExactly(TEN);
  }

  @Test
  void endpointsDoNotCloseEachOthersHours() throws Exception {
    open(IN_ORDER);
    take(AT_TEN);
    take(AT_TEN.to("tenant", "other").after(HOUR.multipliedBy(30)));
    assertThat(judgedHours()).isEmpty();

    end();

    assertThat(harness.extractOutputValues())
        .extracting(EndpointHour::endpoint)
        .containsExactly(ENDPOINT, new EndpointId("tenant", "other"));
  }

  @Test
  void allBlocksOfAnHourAreJudgedTogether() throws Exception {
    open(IN_ORDER);
    agree(Contracts.of("tenant", "endpoint", 800));
    take(AT_TEN.id("a"), AT_TEN.id("b"));
    take(AT_TEN.id("c"));
    take(AT_TEN.id("a").place(0, 9));
    end();

    assertThat(window(0).requestCount()).isEqualTo(3);
    assertThat(notices()).extracting(Notice::code).containsExactly(NoticeCode.DUPLICATE_REQUEST_ID);
  }

  // What an hour hands on to the next.

  @Test
  void aRequestStillInProgressCountsInTheNextHour() throws Exception {
    open(IN_ORDER);
    agree(Contracts.of("tenant", "endpoint", 800));
    take(AT_TEN.after(Duration.ofMinutes(59)).ttft(61_000));
    take(AT_TEN.after(HOUR.plusMinutes(30)));
    end();

    assertThat(window(0).concurrency().perMinute()[59]).isEqualTo(1);
    assertThat(window(1).concurrency().perMinute()).startsWith(1, 0).endsWith(0);
    assertThat(window(1).concurrency().perMinute()[30]).isEqualTo(1);
    // Had it been answered within its SLO, nothing would have been left of it.
    assertThat(window(1).concurrencyAtSlo().perMinute()).startsWith(0, 0);
  }

  @Test
  void aRequestCountsBeyondAnHourWithoutRequests() throws Exception {
    open(bound(Duration.ofMinutes(90)), IN_ORDER);
    agree(Contracts.of("tenant", "endpoint", 800));
    take(AT_TEN.after(Duration.ofMinutes(59)).ttft(90 * 60_000));
    take(AT_TEN.after(HOUR.multipliedBy(2).plusMinutes(29)));
    end();

    assertThat(judgedHours()).containsExactly(TEN, TWELVE);
    int[] perMinute = window(1).concurrency().perMinute();
    assertThat(perMinute[0]).isEqualTo(1);
    assertThat(perMinute[28]).isEqualTo(1);
    assertThat(perMinute[29]).as("ends when the other arrives").isEqualTo(1);
    assertThat(perMinute[30]).isZero();
  }

  @Test
  void whatIsCarriedOverIsForgottenOnceNoHourCanSeeIt() throws Exception {
    open(IN_ANY_ORDER);
    take(AT_TEN.after(Duration.ofMinutes(59)).ttft(61_000));
    passTime(TWELVE);
    assertThat(judgedHours()).containsExactly(TEN);
    assertThat(heap().numKeyValueStateEntries())
        .as("carried over, and the lines of the hour")
        .isEqualTo(2);

    end();

    assertNothingIsLeftBehind();
  }

  @Test
  void whatIsCarriedOverIsNotForgottenWhileAnHourCanSeeIt() throws Exception {
    open(IN_ANY_ORDER);
    agree(Contracts.of("tenant", "endpoint", 800));
    take(AT_TEN.after(Duration.ofMinutes(59)).ttft(61_000));
    passTime(THIRTEEN.minusMillis(1));
    take(AT_TEN.after(HOUR));
    end();

    assertThat(window(1).concurrency().perMinute()[0]).isEqualTo(2);
    assertNothingIsLeftBehind();
  }

  @Test
  void whatIsCarriedOverTwiceIsNotForgottenEarly() throws Exception {
    open(bound(Duration.ofHours(2)), IN_ANY_ORDER);
    agree(Contracts.of("tenant", "endpoint", 800));
    take(AT_TEN.after(Duration.ofMinutes(59)).ttft(2 * 3_600_000));
    passTime(FOURTEEN.minusMillis(1));
    take(AT_TEN.after(HOUR));
    passTime(FOURTEEN);
    take(AT_TEN.after(HOUR.multipliedBy(2)));
    end();

    assertThat(judgedHours()).containsExactly(TEN, ELEVEN, TWELVE);
    assertThat(window(2).concurrency().perMinute()[0]).isEqualTo(2);
    assertThat(window(2).concurrency().perMinute()[59]).isZero();
    assertNothingIsLeftBehind();
  }

  // Contracts.

  @Test
  void anHourRestsOnItsLinesOnThoseOfTheHourBeforeAndOnTheVersionsOfItsContract() throws Exception {
    open(IN_ORDER);
    agree(Contracts.of("tenant", "endpoint", 800));
    agree(Contracts.from(FOURTEEN, "tenant", "endpoint", 900));
    RequestBlockBuilder onlyLeftOut = new RequestBlockBuilder(ENDPOINT, ELEVEN);
    onlyLeftOut.addLeftOut(NoticeCode.INVALID_FIELD);
    take(AT_TEN, AT_TEN.id("r-2"));
    take(onlyLeftOut.build(), ELEVEN.toEpochMilli());
    take(AT_TEN.after(HOUR.multipliedBy(2)));
    take(AT_TEN.after(HOUR.multipliedBy(4)));
    end();

    assertThat(harness.extractOutputValues())
        .extracting(
            EndpointHour::hour,
            EndpointHour::linesSeen,
            EndpointHour::linesSeenHourBefore,
            EndpointHour::contractVersions)
        .containsExactly(
            tuple(TEN, 2L, 0L, 2), tuple(TWELVE, 1L, 1L, 2), tuple(FOURTEEN, 1L, 0L, 2));
  }

  @Test
  void withoutAContractAnHourHasNoWindowAndEveryRowANotice() throws Exception {
    open(IN_ORDER);
    take(AT_TEN.id("a").place(0, 5), AT_TEN.id("b").place(1, 2));
    end();

    assertThat(harness.extractOutputValues()).hasSize(1);
    EndpointHour hour = harness.extractOutputValues().get(0);
    assertThat(hour.window()).isEmpty();
    assertThat(hour.accelPool()).isEqualTo("pool");
    assertThat(hour.requests()[0]).isEqualTo(2);
    assertThat(notices())
        .containsExactly(
            noticeOf(new Place(0, 5), NoticeCode.NO_CONTRACT, "tenant_id", "endpoint_id"),
            noticeOf(new Place(1, 2), NoticeCode.NO_CONTRACT, "tenant_id", "endpoint_id"));
  }

  @Test
  void anotherTenantsContractForAnEndpointOfTheSameNameIsNone() throws Exception {
    open(IN_ORDER);
    agree(Contracts.of("other", "endpoint", 800));
    agree(Contracts.of("tenant", "other", 800));
    take(AT_TEN);
    end();

    assertThat(harness.extractOutputValues().get(0).window()).isEmpty();
  }

  @Test
  void eachHourIsJudgedByTheVersionInForceAtItsStart() throws Exception {
    open(IN_ORDER);
    agree(Contracts.from(TWELVE, "tenant", "endpoint", 300));
    agree(Contracts.from(ELEVEN, "tenant", "endpoint", 200));
    agree(Contracts.from(THIRTEEN.plusMillis(1), "tenant", "endpoint", 400));
    for (int hour = 0; hour < 5; hour++) {
      take(AT_TEN.after(HOUR.multipliedBy(hour)));
    }
    end();

    assertThat(harness.extractOutputValues())
        .extracting(hour -> hour.window().map(window -> window.contract().ttftSloMs()))
        .containsExactly(
            Optional.empty(),
            Optional.of(200L),
            Optional.of(300L),
            Optional.of(300L),
            Optional.of(400L));
  }

  @Test
  void aContractReplacesTheOneWithTheSameValidFrom() throws Exception {
    open(IN_ORDER);
    agree(Contracts.of("tenant", "endpoint", 100));
    agree(Contracts.from(ELEVEN, "tenant", "endpoint", 200));
    agree(Contracts.of("tenant", "endpoint", 300));
    agree(Contracts.from(ELEVEN, "tenant", "endpoint", 400));
    take(AT_TEN);
    take(AT_TEN.after(HOUR));
    end();

    assertThat(window(0).contract().ttftSloMs()).isEqualTo(300);
    assertThat(window(1).contract().ttftSloMs()).isEqualTo(400);
    assertThat(harness.getBroadcastState(EndpointHours.CONTRACTS).get(ENDPOINT)).hasSize(2);
  }

  @Test
  void aContractThatComesBeforeAnHourIsJudgedHoldsForIt() throws Exception {
    open(IN_ANY_ORDER);
    take(AT_TEN);
    agree(Contracts.of("tenant", "endpoint", 100));
    end();

    assertThat(window(0).contract().ttftSloMs()).isEqualTo(100);
  }

  // Notices.

  @Test
  void aNoticeSaysWhichLineWhyAndOfWhichHour() throws Exception {
    open(IN_ORDER);
    agree(Contracts.of("tenant", "endpoint", 800));
    take(
        AT_TEN.id("a").place(0, 1),
        AT_TEN.id("a").place(2, 40),
        AT_TEN.id("b").place(0, 3).pool("stray"),
        AT_TEN.id("c").place(0, 4));
    end();

    assertThat(notices())
        .containsExactly(
            noticeOf(new Place(0, 3), NoticeCode.STRAY_POOL, "accel_pool"),
            noticeOf(new Place(2, 40), NoticeCode.DUPLICATE_REQUEST_ID, "request_id"));
  }

  private static Notice noticeOf(Place place, NoticeCode code, String... fields) {
    return new Notice(
        Table.REQUEST_LOGS, place, code, List.of(fields), "tenant", "endpoint", TEN, null);
  }

  // What is held.

  @Test
  void nothingIsLeftBehindInEitherMode() throws Exception {
    for (boolean blocksComeInOrder : new boolean[] {IN_ORDER, IN_ANY_ORDER}) {
      open(blocksComeInOrder);
      agree(Contracts.of("tenant", "endpoint", 800));
      for (int hour = 0; hour < 5; hour++) {
        take(AT_TEN.after(HOUR.multipliedBy(hour).plusMinutes(59)).ttft(3_600_000));
        take(AT_TEN.to("tenant", "other").after(HOUR.multipliedBy(hour)));
      }
      end();

      assertThat(judgedHours()).hasSize(10);
      assertNothingIsLeftBehind();
      harness.close();
    }
  }

  /** The most that was held at any time. */
  private record Held(int stateEntries, long rows) {

    Held orMore(Held other) {
      return new Held(Math.max(stateEntries, other.stateEntries), Math.max(rows, other.rows));
    }
  }

  @Test
  void memoryDoesNotGrowWithTheNumberOfHours() throws Exception {
    // An hour stays open for B = 1 h after its end, so the third is the first to make room.
    Held ofThree = mostHeldOver(3);
    Held ofDay = mostHeldOver(24);

    assertThat(ofDay).isEqualTo(ofThree);
    assertThat(ofDay.rows()).as("two hours of five a minute").isLessThanOrEqualTo(2 * 60 * 5);
  }

  /** Five requests a minute, each a minute long, in blocks of one minute. */
  private Held mostHeldOver(int hours) throws Exception {
    open(IN_ORDER);
    agree(Contracts.of("tenant", "endpoint", 800));
    Held most = new Held(0, 0);
    for (int minute = 0; minute < hours * 60; minute++) {
      List<Request> requests = new ArrayList<>();
      for (int request = 0; request < 5; request++) {
        requests.add(
            AT_TEN
                .id("r-" + minute + "-" + request)
                .after(Duration.ofMinutes(minute).plusSeconds(request))
                .ttft(60_000));
      }
      take(requests.toArray(Request[]::new));
      most = most.orMore(held());
    }
    end();
    assertThat(judgedHours()).hasSize(hours);
    assertNothingIsLeftBehind();
    harness.close();
    return most;
  }

  private Held held() throws Exception {
    HeapKeyedStateBackend<EndpointId> backend = heap();
    backend.setCurrentKey(ENDPOINT);
    long rows = 0;
    for (RequestBlock block :
        backend
            .getPartitionedState(
                VoidNamespace.INSTANCE,
                VoidNamespaceSerializer.INSTANCE,
                new MapStateDescriptor<>(
                    "blocks",
                    TypeInformation.of(BlockId.class),
                    TypeInformation.of(RequestBlock.class)))
            .values()) {
      rows += block.size();
    }
    CarriedOver carriedOver =
        backend
            .getPartitionedState(
                VoidNamespace.INSTANCE,
                VoidNamespaceSerializer.INSTANCE,
                new ValueStateDescriptor<>("carried-over", TypeInformation.of(CarriedOver.class)))
            .value();
    int carried = carriedOver == null ? 0 : carriedOver.ends().length;
    return new Held(backend.numKeyValueStateEntries(), rows + carried);
  }

  @Test
  void hoursMayBeFartherApartThanNanosecondsCount() throws Exception {
    Request first = Request.at("1970-01-01T00:59:59Z").ttft(10_000);
    Request middle = Request.at("5000-01-01T00:59:59Z").ttft(10_000);
    Request last = Request.at("9998-12-31T23:59:59Z").ttft(10_000);
    open(IN_ORDER);

    take(first);
    take(middle);
    take(last);
    end();

    assertThat(judgedHours()).hasSize(3);
    assertNothingIsLeftBehind();
  }
}
