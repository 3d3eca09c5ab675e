package dev.slowhour.job.workflow;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.RequestBlock;
import java.time.Instant;
import org.apache.flink.api.common.accumulators.LongMaximum;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Packs rows of one endpoint and hour into blocks, so that the shuffle, the sort and the judge
 * handle thousands of rows at a time. A block's timestamp is the completion of its last request.
 * For BATCH; {@link TimedBlocks} does it in STREAMING.
 *
 * <p>No watermark overtakes a row.
 */
final class RequestBlocks extends AbstractStreamOperator<RequestBlock>
    implements OneInputStreamOperator<RequestLine, RequestBlock>, BoundedOneInput {

  private static final long serialVersionUID = 1L;

  /** The earliest arrival so far, each time that an earlier one comes. */
  static final OutputTag<Instant> FIRST_ARRIVALS = new OutputTag<>("first-arrivals", Types.INSTANT);

  private final JudgeSettings settings;
  private transient BlockPacker packer;
  private transient Instant firstArrivalOrNull;
  private transient ReadCounters counters;
  private transient LongMaximum newestCompletion;

  RequestBlocks(JudgeSettings settings) {
    this.settings = settings;
  }

  @Override
  public void open() throws Exception {
    super.open();
    packer = new BlockPacker(settings.reportZone(), this::emit);
    counters = ReadCounters.register(getRuntimeContext(), "request_logs");
    newestCompletion = new LongMaximum();
    getRuntimeContext().addAccumulator(ReadCounters.NEWEST_COMPLETION, newestCompletion);
  }

  @Override
  public void processElement(StreamRecord<RequestLine> element) {
    RequestLine line = element.getValue();
    counters.count(
        line.rowOrNull() != null, line.noticeOrNull() != null, line.bytes(), line.blankLines());
    if (line.rowOrNull() != null) {
      packer.add(line.rowOrNull());
      tellFirstArrival(line.rowOrNull().arrivedAt());
    } else if (line.noticeOrNull() != null) {
      packer.add(line.noticeOrNull());
    }
  }

  private void tellFirstArrival(Instant arrivedAt) {
    if (firstArrivalOrNull == null || arrivedAt.isBefore(firstArrivalOrNull)) {
      firstArrivalOrNull = arrivedAt;
      output.collect(FIRST_ARRIVALS, new StreamRecord<>(arrivedAt));
    }
  }

  private void emit(RequestBlock block) {
    long completionMs = BlockPacker.completionMs(block);
    if (block.size() > 0) {
      newestCompletion.add(completionMs);
    }
    output.collect(new StreamRecord<>(block, completionMs));
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    packer.flush();
    super.processWatermark(mark);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) {
    packer.flush();
  }

  @Override
  public void endInput() {
    packer.flush();
  }
}
