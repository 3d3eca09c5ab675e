package dev.slowhour.job.store;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.workflow.WithdrawnWindow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Lets the withdrawal of a window pass only when every judging of it has. The two come by different
 * ways, and a provisional row that came after its withdrawal would stay for ever. Event time has
 * passed the end of the hour + B when both ways have.
 */
final class WithdrawalsInOrder
    extends KeyedCoProcessFunction<EndpointId, JudgedWindow, WithdrawnWindow, WindowChange> {

  private static final long serialVersionUID = 1L;

  private final long openMillis;

  /** Hours that wait to be withdrawn, by their start. */
  private transient MapState<Instant, Boolean> waiting;

  WithdrawalsInOrder(JudgeSettings settings) {
    openMillis = ReportZone.HOUR_SECONDS * 1_000L + settings.maxRequestDuration().toMillis();
  }

  @Override
  public void open(OpenContext context) {
    waiting =
        getRuntimeContext()
            .getMapState(new MapStateDescriptor<>("waiting", Types.INSTANT, Types.BOOLEAN));
  }

  @Override
  public void processElement1(JudgedWindow judged, Context context, Collector<WindowChange> out) {
    out.collect(new WindowChange(judged, null));
  }

  @Override
  public void processElement2(
      WithdrawnWindow withdrawn, Context context, Collector<WindowChange> out) throws Exception {
    waiting.put(withdrawn.windowStart(), true);
    context.timerService().registerEventTimeTimer(closesAt(withdrawn.windowStart()));
  }

  private long closesAt(Instant hour) {
    return hour.toEpochMilli() + openMillis;
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<WindowChange> out)
      throws Exception {
    List<Instant> closed = new ArrayList<>();
    for (Instant hour : waiting.keys()) {
      if (closesAt(hour) <= timestamp) {
        closed.add(hour);
      }
    }
    for (Instant hour : closed) {
      out.collect(new WindowChange(null, new WithdrawnWindow(context.getCurrentKey(), hour)));
      waiting.remove(hour);
    }
  }
}
