package dev.slowhour.job.workflow;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.judge.RequestBlock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.StreamSupport;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/**
 * Makes stream time the watermark. Takes in blocks and positions of its own subtask, in order, and
 * the positions of all: each subtask tells W as it knows it, never beyond what it has let pass
 * itself, so that the least of them, which is what Flink goes by, overtakes no row.
 *
 * <p>Flink's own watermarks per split are not used: they cannot go on with the wall time while all
 * splits are silent, and a busy task looks idle to them. W is part of a checkpoint.
 */
final class StreamTime extends AbstractStreamOperator<RequestBlock>
    implements TwoInputStreamOperator<TimedBlock, Positions, RequestBlock> {

  private static final long serialVersionUID = 1L;

  /** What was said of lines when they were read; stream time passes here too. */
  static final OutputTag<Notice> NOTICES =
      new OutputTag<>("request-notices", TypeInformation.of(Notice.class));

  private static final ListStateDescriptor<Long> STREAM_TIME =
      new ListStateDescriptor<>("stream-time", Types.LONG);

  private final TimeSettings time;
  private transient ListState<Long> stored;
  private transient OptionalLong restored;
  private transient StreamClock clock;
  private transient long emittedMs;
  private transient Instant firstArrivalOrNull;

  StreamTime(TimeSettings time) {
    this.time = time;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    stored = context.getOperatorStateStore().getUnionListState(STREAM_TIME);
    // What had passed behind all of them, however many they were.
    restored =
        StreamSupport.stream(stored.get().spliterator(), false).mapToLong(Long::longValue).min();
    if (restored.isPresent() && restored.getAsLong() == Long.MIN_VALUE) {
      restored = OptionalLong.empty();
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    emittedMs = Long.MIN_VALUE;
    clock =
        new StreamClock(
            time.requestPartitions(),
            time.disorder().toMillis(),
            time.silence().toMillis(),
            restored,
            now());
    JobMetrics.group(getRuntimeContext())
        .gauge(
            JobMetrics.STREAM_TIME_LAG,
            (Gauge<Long>)
                () ->
                    emittedMs == Long.MIN_VALUE || emittedMs == Long.MAX_VALUE
                        ? 0
                        : now() - emittedMs);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    stored.update(List.of(emittedMs));
  }

  @Override
  public void processElement1(StreamRecord<TimedBlock> element) {
    if (emittedMs == Long.MIN_VALUE && restored.isPresent()) {
      emit(restored.getAsLong());
    }
    TimedBlock timed = element.getValue();
    if (timed.blockOrNull() != null) {
      RequestBlock block = timed.blockOrNull();
      tellFirstArrival(block);
      output.collect(new StreamRecord<>(block, BlockPacker.completionMs(block)));
    } else if (timed.noticeOrNull() != null) {
      output.collect(NOTICES, new StreamRecord<>(timed.noticeOrNull()));
    } else {
      advance(timed.positionsOrNull());
    }
  }

  @Override
  public void processElement2(StreamRecord<Positions> element) {
    // Its own come in order with its blocks; here they could overtake them.
    if (element.getValue().subtask() != getRuntimeContext().getTaskInfo().getIndexOfThisSubtask()) {
      advance(element.getValue());
    }
  }

  private void advance(Positions positions) {
    clock.read(positions);
    clock.at(now()).ifPresent(this::emit);
  }

  private void emit(long streamMs) {
    if (streamMs > emittedMs) {
      emittedMs = streamMs;
      output.emitWatermark(new Watermark(streamMs));
    }
  }

  private void tellFirstArrival(RequestBlock block) {
    if (block.size() == 0) {
      return;
    }
    Instant first = block.hour().plusNanos(Arrays.stream(block.arrivedNanos()).min().orElseThrow());
    if (firstArrivalOrNull == null || first.isBefore(firstArrivalOrNull)) {
      firstArrivalOrNull = first;
      output.collect(RequestBlocks.FIRST_ARRIVALS, new StreamRecord<>(first));
    }
  }

  private long now() {
    return getProcessingTimeService().getCurrentProcessingTime();
  }

  /** Both inputs are at their end. */
  @Override
  public void processWatermark(Watermark mark) {
    if (mark.equals(Watermark.MAX_WATERMARK)) {
      emit(mark.getTimestamp());
    }
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) {
    // Stream time is told by positions.
  }
}
