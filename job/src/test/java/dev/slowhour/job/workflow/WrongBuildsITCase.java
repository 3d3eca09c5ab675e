package dev.slowhour.job.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.judge.EndpointHour;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.core.judge.WindowState;
import dev.slowhour.core.testing.Fixture;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.batch.Judging;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the tests: what {@link StreamingEqualityITCase} compares differs when the job is wrong
 * in a way that is easily made. (A store without its guard of ranks is found out in {@code
 * MissingRankGuardITCase}.)
 */
class WrongBuildsITCase {

  private static final Duration DISORDER = Duration.ofSeconds(60);
  private static final JudgeSettings SETTINGS = JudgeSettings.defaults();
  private static final TimeSettings TIME =
      new TimeSettings(DISORDER, Duration.ofHours(1), TimeSettings.DEFAULT_REFRESH, 1);

  @RegisterExtension static final MiniClusterExtension CLUSTER = Judging.cluster(3);

  @TempDir private Path folder;
  private StreamedDay day;
  private List<String> right;

  @BeforeEach
  void judgeRightly() throws Exception {
    Fixture.RECORDED_HOUR.copyTo(folder);
    day = StreamedDay.read(folder, SETTINGS, DISORDER, new Random(1));
    right = streamed(functions()).verdicts(SETTINGS);
    assertThat(right).hasSize(21);
  }

  private static JudgeWorkflow.Functions functions() {
    return new JudgeWorkflow.Functions(
        new EndpointHours(SETTINGS, TIME), new PoolHours(SETTINGS, true), 64);
  }

  private StreamedOutput streamed(JudgeWorkflow.Functions functions) throws Exception {
    return StreamedOutput.of(day, SETTINGS, TIME, functions, "hashmap", 2);
  }

  @Test
  void theRightOneGivesTheSameInBatch() throws Exception {
    StreamedOutput batch =
        StreamedOutput.inBatch(
            day,
            SETTINGS,
            new JudgeWorkflow.Functions(
                new EndpointHours(SETTINGS, null), new PoolHours(SETTINGS, false), 64));

    assertThat(batch.verdicts(SETTINGS)).isEqualTo(right);
  }

  /** Asks for the timer that closes an hour when the one at its end fires. */
  private static final class ChainedTimers extends EndpointHours {

    private static final long serialVersionUID = 1L;

    private transient Set<Long> unasked;

    ChainedTimers(TimeSettings timeOrNull) {
      super(SETTINGS, timeOrNull);
    }

    @Override
    void askToBeClosed(long hour, TimerService timers) {
      timers.registerEventTimeTimer(endOf(hour));
      unasked().add(hour);
    }

    private Set<Long> unasked() {
      if (unasked == null) {
        unasked = new HashSet<>();
      }
      return unasked;
    }

    @Override
    public void onTimer(
        long timestamp,
        KeyedBroadcastProcessFunction<EndpointId, RequestBlock, ContractLine, EndpointHour>
                .OnTimerContext
            context,
        Collector<EndpointHour> out)
        throws Exception {
      super.onTimer(timestamp, context, out);
      long hour = timestamp / 1_000 - ReportZone.HOUR_SECONDS;
      if (unasked().contains(hour)) {
        super.askToBeClosed(hour, context.timerService());
      }
    }
  }

  @Test
  void aTimerChainedInOnTimerJudgesInStreamingAndLosesHoursInBatch() throws Exception {
    StreamedOutput streamed =
        streamed(
            new JudgeWorkflow.Functions(
                new ChainedTimers(TIME), new PoolHours(SETTINGS, true), 64));
    StreamedOutput batch =
        StreamedOutput.inBatch(
            day,
            SETTINGS,
            new JudgeWorkflow.Functions(
                new ChainedTimers(null), new PoolHours(SETTINGS, false), 64));

    assertThat(streamed.verdicts(SETTINGS)).isEqualTo(right);
    assertThat(batch.verdicts(SETTINGS)).isNotEqualTo(right);
  }

  /** Takes a window for that of the hour in which the timer fires. */
  private static final class HourOfTheTimer extends PoolHours {

    private static final long serialVersionUID = 1L;

    HourOfTheTimer() {
      super(SETTINGS, true);
    }

    @Override
    Instant hourOf(PoolAndHour key, long timestamp) {
      return ReportZone.of(SETTINGS.zone()).hourOf(Instant.ofEpochMilli(timestamp - 1));
    }
  }

  @Test
  void anHourTakenFromTheTimersTimestampIsFoundOut() throws Exception {
    List<String> wrong;
    try {
      StreamedOutput streamed =
          streamed(
              new JudgeWorkflow.Functions(
                  new EndpointHours(SETTINGS, TIME), new HourOfTheTimer(), 64));
      wrong = streamed.verdicts(SETTINGS);
    } catch (Exception failed) {
      wrong = List.of("the job failed: " + failed.getMessage());
    }

    assertThat(wrong).isNotEqualTo(right);
  }

  @Test
  void theComparisonIsOverHoursThatBecameFinalWhileTheDayWasRead() throws Exception {
    Path seedDay = folder.resolve("seed-day");
    Fixture.SEED_DAY.copyTo(seedDay);
    StreamedDay whole = StreamedDay.read(seedDay, SETTINGS, DISORDER, new Random(1));

    StreamedOutput streamed = StreamedOutput.of(whole, SETTINGS, TIME, functions(), "hashmap", 2);

    assertThat(streamed.in(WindowState.OPEN)).isNotEmpty();
    assertThat(streamed.in(WindowState.PROVISIONAL)).isNotEmpty();
    int firstFinal = streamed.windows().indexOf(streamed.in(WindowState.FINAL).get(0));
    int lastOpen = streamed.windows().lastIndexOf(last(streamed.in(WindowState.OPEN)));
    assertThat(firstFinal).isLessThan(lastOpen);
  }

  private static <T> T last(List<T> list) {
    return list.get(list.size() - 1);
  }
}
