package dev.slowhour.job.workflow;

import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.Verdict;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Counts windows by verdict as they pass. */
public final class CountWindows extends RichMapFunction<JudgedWindow, JudgedWindow> {

  private static final long serialVersionUID = 1L;

  private transient Map<Verdict, LongCounter> counters;

  CountWindows() {}

  /** Name of the accumulator of windows with that verdict. */
  public static String accumulatorOf(Verdict verdict) {
    return "windows." + verdict.name();
  }

  @Override
  public void open(OpenContext context) {
    counters = new EnumMap<>(Verdict.class);
    for (Verdict verdict : Verdict.values()) {
      LongCounter counter = new LongCounter();
      counters.put(verdict, counter);
      getRuntimeContext().addAccumulator(accumulatorOf(verdict), counter);
    }
  }

  @Override
  public JudgedWindow map(JudgedWindow judged) {
    counters.get(judged.window().verdict()).add(1L);
    return judged;
  }
}
