package dev.slowhour.job.kafka;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Tells whoever comes behind it when a topic has been read to the end that it had at the (re)start:
 * then it sends the last watermark there is, and none before. Whoever waits for the least watermark
 * of its inputs does not begin earlier.
 *
 * <p>Runs once: a subtask does not know which partitions are its own, and so could not tell when it
 * has seen the end of all.
 *
 * @param <R> the table's row
 */
final class ReadToEnd<R> extends AbstractStreamOperator<TopicLine<R>>
    implements OneInputStreamOperator<TopicLine<R>, TopicLine<R>> {

  private static final long serialVersionUID = 1L;

  /** How often a topic is asked again while its end has not come. */
  private static final long ASK_AGAIN_MS = 10_000;

  private static final ListStateDescriptor<SeenOffset> SEEN =
      new ListStateDescriptor<>("seen-offsets", TypeInformation.of(SeenOffset.class));

  /** What a topic is asked. */
  interface Topic extends Serializable {

    /** By partition the offset of the last record; partitions without one are left out. */
    Map<Integer, Long> lastOffsets();

    /** By partition the offset before which everything has been deleted. */
    Map<Integer, Long> beginningOffsets();
  }

  private final Topic topic;
  private transient Map<Integer, Long> seen;

  /** The last records that have not come, and so what the end waits for. */
  private transient Map<Integer, Long> awaited;

  private transient boolean isAtEnd;
  private transient ListState<SeenOffset> state;
  private transient ScheduledFuture<?> timer;

  ReadToEnd(Topic topic) {
    this.topic = topic;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    seen = new HashMap<>();
    state = context.getOperatorStateStore().getListState(SEEN);
    for (SeenOffset each : state.get()) {
      seen.merge(each.partition(), each.offset(), Math::max);
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    awaited = new HashMap<>(topic.lastOffsets());
    // The source goes on behind what it had read, and does not hand that over again.
    awaited.entrySet().removeIf(last -> seenUpTo(last.getKey()) >= last.getValue());
    // Nothing may be sent before every operator is open.
    long now = getProcessingTimeService().getCurrentProcessingTime();
    timer = getProcessingTimeService().registerTimer(now, this::begin);
  }

  private long seenUpTo(int partition) {
    return seen.getOrDefault(partition, -1L);
  }

  private void begin(long time) {
    endIfNothingIsAwaited();
    askAgainAfter(time);
  }

  private void askAgainAfter(long time) {
    if (!isAtEnd) {
      timer = getProcessingTimeService().registerTimer(time + ASK_AGAIN_MS, this::askAgain);
    }
  }

  /** What is deleted by now will never come. */
  private void askAgain(long time) {
    if (!isAtEnd) {
      Map<Integer, Long> beginnings = topic.beginningOffsets();
      awaited
          .entrySet()
          .removeIf(last -> beginnings.getOrDefault(last.getKey(), 0L) > last.getValue());
      endIfNothingIsAwaited();
    }
    askAgainAfter(time);
  }

  private void endIfNothingIsAwaited() {
    if (!isAtEnd && awaited.isEmpty()) {
      isAtEnd = true;
      output.emitWatermark(Watermark.MAX_WATERMARK);
    }
  }

  @Override
  public void processElement(StreamRecord<TopicLine<R>> element) {
    int partition = element.getValue().place().source();
    long offset = element.getValue().place().line();
    output.collect(element);
    seen.put(partition, offset);
    if (!isAtEnd && awaited.getOrDefault(partition, Long.MAX_VALUE) <= offset) {
      awaited.remove(partition);
      endIfNothingIsAwaited();
    }
  }

  /** A source tells no time here but its end, which is the topic's as well. */
  @Override
  public void processWatermark(Watermark mark) {
    if (mark.equals(Watermark.MAX_WATERMARK)) {
      awaited.clear();
      endIfNothingIsAwaited();
    }
  }

  /** An idle input would not be waited for. */
  @Override
  public void processWatermarkStatus(WatermarkStatus status) {
    // Passed on it would open what this operator keeps closed.
  }

  @Override
  public void close() throws Exception {
    if (timer != null) {
      timer.cancel(false);
    }
    super.close();
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    state.clear();
    for (Map.Entry<Integer, Long> each : seen.entrySet()) {
      state.add(new SeenOffset(each.getKey(), each.getValue()));
    }
  }
}
