package dev.slowhour.job.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.FailureHour;
import dev.slowhour.core.data.FailureKind;
import dev.slowhour.core.data.RequestFailure;
import dev.slowhour.core.judge.JudgeSettings;
import java.time.Duration;
import java.time.Instant;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FailureHoursTest {

  private static final Instant TEN = Instant.parse("2026-10-13T01:00:00Z");
  private static final Instant ELEVEN = TEN.plus(Duration.ofHours(1));

  private KeyedOneInputStreamOperatorTestHarness<EndpointAndHour, RequestFailure, FailureHour>
      harness;

  @BeforeEach
  void open() throws Exception {
    harness =
        ProcessFunctionTestHarnesses.forKeyedProcessFunction(
            new FailureHours(JudgeSettings.defaults()),
            failure ->
                new EndpointAndHour(
                    new EndpointId(failure.tenantId(), failure.endpointId()),
                    failure.arrivedAt().isBefore(ELEVEN) ? TEN : ELEVEN),
            TypeInformation.of(EndpointAndHour.class));
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  private void add(String id, String endpoint, Instant arrivedAt, FailureKind kind)
      throws Exception {
    harness.processElement(
        new RequestFailure(id, "tenant", endpoint, null, arrivedAt, kind, null), 0);
  }

  private static FailureHour hour(String endpoint, Instant start, long refused, long errors) {
    return new FailureHour("tenant", endpoint, start, refused, 0, 0, errors);
  }

  private void time(Instant instant) throws Exception {
    harness.processWatermark(instant.toEpochMilli());
  }

  @Test
  void nothingIsSaidBeforeNoRequestOfTheHourCanCome() throws Exception {
    add("a", "x", TEN, FailureKind.REFUSED);
    time(ELEVEN.plus(Duration.ofHours(1)).minusMillis(1));
    assertThat(harness.extractOutputValues()).isEmpty();

    time(ELEVEN.plus(Duration.ofHours(1)));
    assertThat(harness.extractOutputValues()).containsExactly(hour("x", TEN, 1, 0));
  }

  @Test
  void endpointsAndHoursAreCountedForThemselves() throws Exception {
    add("a", "x", TEN, FailureKind.REFUSED);
    add("a", "y", TEN, FailureKind.REFUSED);
    add("a", "x", ELEVEN, FailureKind.ERROR);
    time(ELEVEN.plus(Duration.ofHours(5)));

    assertThat(harness.extractOutputValues())
        .containsExactlyInAnyOrder(
            hour("x", TEN, 1, 0), hour("y", TEN, 1, 0), hour("x", ELEVEN, 0, 1));
  }

  @Test
  void aRequestIdThatIsToldOfAgainCountsOnceAndAsWhatItWasFirst() throws Exception {
    add("a", "x", TEN.plusNanos(2), FailureKind.REFUSED);
    add("a", "x", TEN.plusNanos(1), FailureKind.ERROR);
    add("a", "x", TEN.plusNanos(3), FailureKind.REFUSED);
    time(ELEVEN.plus(Duration.ofHours(5)));

    assertThat(harness.extractOutputValues()).containsExactly(hour("x", TEN, 0, 1));
  }

  @Test
  void noStateAndNoTimerIsLeft() throws Exception {
    add("a", "x", TEN, FailureKind.REFUSED);
    add("b", "x", TEN, FailureKind.REFUSED);
    add("a", "x", ELEVEN, FailureKind.ERROR);
    time(ELEVEN.plus(Duration.ofHours(5)));

    KeyedStateBackend<EndpointAndHour> state =
        harness.getOperator().<EndpointAndHour>getKeyedStateBackend();
    assertThat(((HeapKeyedStateBackend<EndpointAndHour>) state).numKeyValueStateEntries()).isZero();
    assertThat(harness.numEventTimeTimers()).isZero();
  }
}
