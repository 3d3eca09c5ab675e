package dev.slowhour.job.workflow;

import dev.slowhour.core.data.PoolMetric;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Keeps hours from becoming final before the metrics of their minutes were read, which matters when
 * a backlog is read: the two topics are read one beside the other, each as fast as it goes. For
 * STREAMING, with one subtask, to which the partitions of {@code pool-metrics} come.
 *
 * <p>Its watermark is the newest minute of the slowest partition that is not silent, minus D, plus
 * B: an hour, final at its end + B by stream time, then has its metrics. In step with the wall
 * clock that never holds anything back. While all are silent it holds back nothing; as long as the
 * topic was not read to the end that it had at the start, it holds back everything.
 */
final class MetricTime extends AbstractStreamOperator<PoolMetricLine>
    implements OneInputStreamOperator<PoolMetricLine, PoolMetricLine>, BoundedOneInput {

  private static final long serialVersionUID = 1L;

  private static final long TELL_EVERY_MS = 200;

  private final long aheadMs;
  private final long silenceMs;
  private transient PartitionTimes partitions;
  private transient ScheduledFuture<?> telling;
  private transient boolean readToItsEnd;
  private transient boolean idle;
  private transient long emittedMs;

  MetricTime(long maxRequestDurationMs, TimeSettings time) {
    aheadMs = maxRequestDurationMs - time.disorder().toMillis();
    silenceMs = time.silence().toMillis();
  }

  @Override
  public void open() throws Exception {
    super.open();
    partitions =
        new PartitionTimes(silenceMs, getProcessingTimeService().getCurrentProcessingTime());
    emittedMs = Long.MIN_VALUE;
    telling =
        getProcessingTimeService().scheduleAtFixedRate(now -> tell(), TELL_EVERY_MS, TELL_EVERY_MS);
  }

  @Override
  public void processElement(StreamRecord<PoolMetricLine> element) {
    PoolMetric metric = element.getValue().rowOrNull();
    if (metric != null) {
      partitions.see(element.getValue().partition(), metric.minute().toEpochMilli());
    }
    output.collect(element);
  }

  /** The source says with the last watermark there is that it has caught up. */
  @Override
  public void processWatermark(Watermark mark) {
    if (mark.equals(Watermark.MAX_WATERMARK)) {
      readToItsEnd = true;
      tell();
    }
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) {
    // Silence is told from the rows.
  }

  private void tell() {
    partitions.pass(getProcessingTimeService().getCurrentProcessingTime());
    OptionalLong slowest =
        partitions.read().stream()
            .filter(partition -> !partition.silent())
            .mapToLong(PartitionTime::newestMs)
            .min();
    if (!readToItsEnd) {
      return;
    }
    if (slowest.isEmpty()) {
      setIdle(true);
    } else {
      setIdle(false);
      emit(slowest.getAsLong() + aheadMs);
    }
  }

  private void setIdle(boolean nowIdle) {
    if (nowIdle != idle) {
      idle = nowIdle;
      output.emitWatermarkStatus(nowIdle ? WatermarkStatus.IDLE : WatermarkStatus.ACTIVE);
    }
  }

  private void emit(long timeMs) {
    if (timeMs > emittedMs) {
      emittedMs = timeMs;
      output.emitWatermark(new Watermark(timeMs));
    }
  }

  @Override
  public void endInput() {
    setIdle(false);
    emit(Long.MAX_VALUE);
  }

  @Override
  public void close() throws Exception {
    if (telling != null) {
      telling.cancel(false);
    }
    super.close();
  }
}
