package dev.slowhour.job.workflow;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.metrics.Counter;

/** Counts notices by code as they pass. */
public final class CountNotices extends RichMapFunction<Notice, Notice> {

  private static final long serialVersionUID = 1L;

  private transient Map<NoticeCode, LongCounter> counters;
  private transient Map<NoticeCode, Counter> metrics;

  CountNotices() {}

  /** Name of the accumulator of notices with that code. */
  public static String accumulatorOf(NoticeCode code) {
    return "notices." + code.name();
  }

  @Override
  public void open(OpenContext context) {
    counters = new EnumMap<>(NoticeCode.class);
    metrics = new EnumMap<>(NoticeCode.class);
    for (NoticeCode code : NoticeCode.values()) {
      LongCounter counter = new LongCounter();
      counters.put(code, counter);
      getRuntimeContext().addAccumulator(accumulatorOf(code), counter);
      metrics.put(
          code,
          JobMetrics.group(getRuntimeContext())
              .addGroup("code", code.code())
              .counter(JobMetrics.NOTICES));
    }
  }

  @Override
  public Notice map(Notice notice) {
    counters.get(notice.code()).add(1L);
    metrics.get(notice.code()).inc();
    return notice;
  }
}
