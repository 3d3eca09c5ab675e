package dev.slowhour.job.workflow;

import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.RequestBlock;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/**
 * Packs rows into blocks as {@link RequestBlocks} does, and tells how far each partition has been
 * read: in the main output once the blocks before are out, and aside for the other subtasks. For
 * STREAMING. Watermarks are {@link StreamTime}'s to make; none of the source passes.
 */
final class TimedBlocks extends AbstractStreamOperator<TimedBlock>
    implements OneInputStreamOperator<RequestLine, TimedBlock>, BoundedOneInput {

  private static final long serialVersionUID = 1L;

  static final OutputTag<Positions> POSITIONS = new OutputTag<>("positions") {};

  /** A row's completion this much after its record's timestamp is a clock that is wrong. */
  private static final long MOST_AHEAD_MS = 5 * 60_000;

  private static final long TELL_EVERY_MS = 200;

  private final JudgeSettings settings;
  private final TimeSettings time;
  private final int tellEveryLines;
  private transient int untoldLines;
  private transient BlockPacker packer;
  private transient PartitionTimes partitions;
  private transient ScheduledFuture<?> telling;
  private transient ReadCounters counters;
  private transient Counter fromTheFuture;

  /**
   * An operator.
   *
   * @param tellEveryLines after how many lines it tells how far it is, however little time passed
   */
  TimedBlocks(JudgeSettings settings, TimeSettings time, int tellEveryLines) {
    this.settings = settings;
    this.time = time;
    this.tellEveryLines = tellEveryLines;
  }

  @Override
  public void open() throws Exception {
    super.open();
    packer = new BlockPacker(settings.reportZone(), this::emit);
    partitions =
        new PartitionTimes(
            time.silence().toMillis(), getProcessingTimeService().getCurrentProcessingTime());
    counters = ReadCounters.register(getRuntimeContext(), "request_logs");
    fromTheFuture = JobMetrics.group(getRuntimeContext()).counter(JobMetrics.ROWS_FROM_THE_FUTURE);
    telling =
        getProcessingTimeService().scheduleAtFixedRate(now -> tell(), TELL_EVERY_MS, TELL_EVERY_MS);
  }

  @Override
  public void processElement(StreamRecord<RequestLine> element) {
    RequestLine line = element.getValue();
    counters.count(
        line.rowOrNull() != null, line.noticeOrNull() != null, line.bytes(), line.blankLines());
    if (line.rowOrNull() != null) {
      packer.add(line.rowOrNull());
      see(line.rowOrNull(), element);
    } else if (line.noticeOrNull() != null) {
      packer.add(line.noticeOrNull());
      output.collect(new StreamRecord<>(TimedBlock.of(line.noticeOrNull())));
    }
    untoldLines++;
    if (untoldLines >= tellEveryLines) {
      tell();
    }
  }

  private void see(RequestRow row, StreamRecord<RequestLine> element) {
    long completionMs = row.arrivedAt().plusNanos(row.durationNanos()).toEpochMilli();
    // Below 0 is how sources and brokers say that a record has none.
    boolean hasTimestamp = element.hasTimestamp() && element.getTimestamp() >= 0;
    if (hasTimestamp && completionMs > element.getTimestamp() + MOST_AHEAD_MS) {
      fromTheFuture.inc();
    } else {
      partitions.see(row.place().source(), completionMs);
    }
  }

  private void emit(RequestBlock block) {
    output.collect(new StreamRecord<>(TimedBlock.of(block)));
  }

  private void tell() {
    untoldLines = 0;
    partitions.pass(getProcessingTimeService().getCurrentProcessingTime());
    packer.flush();
    Positions positions =
        new Positions(getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(), partitions.read());
    output.collect(new StreamRecord<>(TimedBlock.of(positions)));
    output.collect(POSITIONS, new StreamRecord<>(positions));
  }

  @Override
  public void processWatermark(Watermark mark) {
    if (mark.equals(Watermark.MAX_WATERMARK)) {
      packer.flush();
      output.emitWatermark(mark);
    }
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) {
    // A source that is idle has silent partitions, and these are told of.
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) {
    packer.flush();
  }

  @Override
  public void endInput() {
    partitions.end();
    tell();
  }

  @Override
  public void close() throws Exception {
    if (telling != null) {
      telling.cancel(false);
    }
    super.close();
  }
}
