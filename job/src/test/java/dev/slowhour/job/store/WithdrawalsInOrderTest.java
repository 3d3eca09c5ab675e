package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.job.workflow.WithdrawnWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WithdrawalsInOrderTest {

  private static final Instant TEN = Windows.TEN;
  private static final Instant ELEVEN = TEN.plus(Duration.ofHours(1));
  private static final Instant TWELVE = TEN.plus(Duration.ofHours(2));
  private static final EndpointId ENDPOINT = new EndpointId("tenant", "e");

  private KeyedTwoInputStreamOperatorTestHarness<
          EndpointId, JudgedWindow, WithdrawnWindow, WindowChange>
      harness;

  @BeforeEach
  void open() throws Exception {
    harness =
        ProcessFunctionTestHarnesses.forKeyedCoProcessFunction(
            new WithdrawalsInOrder(JudgeSettings.defaults()),
            judged -> judged.window().endpoint(),
            WithdrawnWindow::endpoint,
            TypeInformation.of(EndpointId.class));
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  private void judge(Instant hour, int revision) throws Exception {
    harness.processElement1(
        new StreamRecord<>(Windows.of("e", hour, revision, WindowProgress.PROVISIONAL)));
  }

  private void withdraw(Instant hour) throws Exception {
    harness.processElement2(new StreamRecord<>(new WithdrawnWindow(ENDPOINT, hour)));
  }

  private List<String> changes() {
    return harness.extractOutputValues().stream()
        .map(
            change ->
                change.judgedOrNull() != null
                    ? "revision " + change.judgedOrNull().revision()
                    : change.withdrawnOrNull().endpoint().endpointId()
                        + " withdrawn "
                        + change.withdrawnOrNull().windowStart())
        .toList();
  }

  @Test
  void aWithdrawalWaitsUntilAllJudgingsOfItsHourHaveCome() throws Exception {
    judge(TEN, 1);
    withdraw(TEN);
    harness.processWatermark2(new Watermark(TWELVE.toEpochMilli()));
    judge(TEN, 2);
    harness.processWatermark1(new Watermark(TWELVE.toEpochMilli() - 1));
    judge(TEN, 3);
    assertThat(changes()).containsExactly("revision 1", "revision 2", "revision 3");

    harness.processWatermark1(new Watermark(TWELVE.toEpochMilli()));

    assertThat(changes())
        .containsExactly("revision 1", "revision 2", "revision 3", "e withdrawn " + TEN);
    assertThat(harness.numKeyedStateEntries()).isZero();
    assertThat(harness.numEventTimeTimers()).isZero();
  }

  @Test
  void eachHourIsWithdrawnInItsTurn() throws Exception {
    withdraw(ELEVEN);
    withdraw(TEN);
    withdraw(TEN);
    harness.processBothWatermarks(new Watermark(TWELVE.toEpochMilli()));
    assertThat(changes()).containsExactly("e withdrawn " + TEN);

    harness.processBothWatermarks(new Watermark(Long.MAX_VALUE));

    assertThat(changes()).containsExactly("e withdrawn " + TEN, "e withdrawn " + ELEVEN);
    assertThat(harness.numKeyedStateEntries()).isZero();
    assertThat(harness.numEventTimeTimers()).isZero();
  }
}
