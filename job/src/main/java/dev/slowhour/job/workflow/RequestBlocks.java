package dev.slowhour.job.workflow;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.core.judge.RequestBlockBuilder;
import dev.slowhour.core.time.ReportZone;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
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
 *
 * <p>Holds back rows until a block is full, too many rows wait, a watermark passes, a checkpoint
 * begins or the input ends: no watermark overtakes a row, and no checkpoint misses one.
 */
final class RequestBlocks extends AbstractStreamOperator<RequestBlock>
    implements OneInputStreamOperator<RequestLine, RequestBlock>, BoundedOneInput {

  private static final long serialVersionUID = 1L;

  private static final int MAX_BLOCK_LINES = 2_048;

  /** Bounds memory when there are very many endpoints: about 10 MB. */
  private static final int MAX_WAITING_LINES = 65_536;

  /** The earliest arrival so far, each time that an earlier one comes. */
  static final OutputTag<Instant> FIRST_ARRIVALS = new OutputTag<>("first-arrivals", Types.INSTANT);

  private static final long NANOS_PER_MS = 1_000_000;

  /** With an order, without which a map of ids whose hashes are equal would be searched in full. */
  private record EndpointAndHour(EndpointId endpoint, Instant hour)
      implements Comparable<EndpointAndHour> {

    @Override
    public int compareTo(EndpointAndHour other) {
      int byEndpoint = endpoint.compareTo(other.endpoint);
      return byEndpoint != 0 ? byEndpoint : hour.compareTo(other.hour);
    }
  }

  private final JudgeSettings settings;
  private transient ReportZone zone;
  private transient Map<EndpointAndHour, RequestBlockBuilder> waiting;
  private transient int waitingLines;
  private transient Instant firstArrivalOrNull;
  private transient ReadCounters counters;
  private transient LongMaximum newestCompletion;

  RequestBlocks(JudgeSettings settings) {
    this.settings = settings;
  }

  @Override
  public void open() throws Exception {
    super.open();
    zone = settings.reportZone();
    waiting = new HashMap<>();
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
      add(line.rowOrNull());
    } else if (line.noticeOrNull() != null) {
      addLeftOut(line.noticeOrNull());
    }
  }

  private void add(RequestRow row) {
    EndpointAndHour key =
        new EndpointAndHour(
            new EndpointId(row.tenantId(), row.endpointId()), zone.hourOf(row.arrivedAt()));
    waiting(key).add(row);
    countWaiting(key);
    if (firstArrivalOrNull == null || row.arrivedAt().isBefore(firstArrivalOrNull)) {
      firstArrivalOrNull = row.arrivedAt();
      output.collect(FIRST_ARRIVALS, new StreamRecord<>(firstArrivalOrNull));
    }
  }

  /** A line that is no row still counts in the window that it belongs to, where that is known. */
  private void addLeftOut(Notice notice) {
    if (notice.tenantId().isPresent()
        && notice.endpointId().isPresent()
        && notice.windowStart().isPresent()) {
      EndpointAndHour key =
          new EndpointAndHour(
              new EndpointId(notice.tenantId().get(), notice.endpointId().get()),
              notice.windowStart().get());
      waiting(key).addLeftOut(notice.code());
      countWaiting(key);
    }
  }

  private RequestBlockBuilder waiting(EndpointAndHour key) {
    return waiting.computeIfAbsent(
        key, missing -> new RequestBlockBuilder(missing.endpoint(), missing.hour()));
  }

  /** Counts a line that was just added, and lets go of what has become too much. */
  private void countWaiting(EndpointAndHour key) {
    waitingLines++;
    if (waitingLines == MAX_WAITING_LINES) {
      emitAll();
    } else if (waiting.get(key).lines() == MAX_BLOCK_LINES) {
      emit(waiting.remove(key));
    }
  }

  private void emitAll() {
    waiting.values().forEach(this::emit);
    waiting.clear();
  }

  private void emit(RequestBlockBuilder builder) {
    waitingLines -= builder.lines();
    RequestBlock block = builder.build();
    long completionMs =
        block.hour().toEpochMilli() + Math.floorDiv(block.lastCompletionNanos(), NANOS_PER_MS);
    if (block.size() > 0) {
      newestCompletion.add(completionMs);
    }
    output.collect(new StreamRecord<>(block, completionMs));
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    emitAll();
    super.processWatermark(mark);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) {
    emitAll();
  }

  @Override
  public void endInput() {
    emitAll();
  }
}
