package dev.slowhour.job.store;

import dev.slowhour.core.data.Notice;
import java.time.Duration;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Numbers the notices of each unit. The count is part of checkpoints, so that whoever stores the
 * first ones and how many more there were comes to the same whatever is replayed.
 *
 * <p>A unit is forgotten when none of it came for two days of event time: with many units that none
 * comes of any more, state would grow for ever. Should more come after that they are numbered from
 * 1 again, and beyond the first thousand not counted.
 */
final class NoticeTotals extends KeyedProcessFunction<NoticeUnit, Notice, CountedNotice> {

  private static final long serialVersionUID = 1L;

  private static final long KEPT_MILLIS = Duration.ofDays(2).toMillis();

  /** Timers of a unit are so far apart that a storm of notices does not make one each. */
  private static final long TIMER_MILLIS = Duration.ofHours(1).toMillis();

  private transient ValueState<NoticeTally> tally;

  @Override
  public void open(OpenContext context) {
    tally =
        getRuntimeContext()
            .getState(new ValueStateDescriptor<>("tally", TypeInformation.of(NoticeTally.class)));
  }

  @Override
  public void processElement(Notice notice, Context context, Collector<CountedNotice> out)
      throws Exception {
    NoticeTally before = tally.value();
    long forgottenAt = forgottenAt(context);
    if (before == null || before.forgottenAt() < forgottenAt) {
      context.timerService().registerEventTimeTimer(forgottenAt);
    } else {
      forgottenAt = before.forgottenAt();
    }
    NoticeTally now = new NoticeTally(before == null ? 1 : before.count() + 1, forgottenAt);
    tally.update(now);
    CountedNotice counted = new CountedNotice(notice, now.count());
    out.collect(counted.isAmongFirst() ? counted : new CountedNotice(bare(notice), now.count()));
  }

  private static long forgottenAt(Context context) {
    long watermark = context.timerService().currentWatermark();
    // Before the first watermark any timer would fire with it.
    long now =
        watermark == Long.MIN_VALUE ? context.timerService().currentProcessingTime() : watermark;
    return now >= Long.MAX_VALUE - KEPT_MILLIS - TIMER_MILLIS
        ? Long.MAX_VALUE
        : (Math.floorDiv(now + KEPT_MILLIS, TIMER_MILLIS) + 1) * TIMER_MILLIS;
  }

  /** What tells its unit. */
  private static Notice bare(Notice notice) {
    return new Notice(
        notice.table(),
        notice.place(),
        notice.code(),
        notice.fields(),
        notice.tenantIdOrNull(),
        notice.endpointIdOrNull(),
        notice.windowStartOrNull(),
        null);
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<CountedNotice> out)
      throws Exception {
    NoticeTally now = tally.value();
    if (now != null && now.forgottenAt() <= timestamp) {
      tally.clear();
    }
  }
}
