package dev.slowhour.job.kafka;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Makes dead letters fit into their topic. One that Kafka refuses would fail the job, be read again
 * after the restart, and fail it for ever.
 */
final class FitDeadLetters extends ProcessFunction<DeadLetter, DeadLetter> {

  private static final long serialVersionUID = 1L;

  private final DeadLetterLimits.Finder finder;
  private transient DeadLetterLimits limits;

  FitDeadLetters(DeadLetterLimits.Finder finder) {
    this.finder = finder;
  }

  /** Asked at each start: what failed because the topic was changed goes on after the restart. */
  @Override
  public void open(OpenContext context) throws Exception {
    limits = finder.find();
  }

  @Override
  public void processElement(DeadLetter letter, Context context, Collector<DeadLetter> out) {
    out.collect(fitting(letter, context.timerService().currentProcessingTime()));
  }

  private DeadLetter fitting(DeadLetter letter, long now) {
    DeadLetter fitting = letter;
    if (fitting.mostBytes() > limits.mostBytes() && fitting.valueOrNull() != null) {
      fitting = fitting.withoutValue();
    }
    if (fitting.mostBytes() > limits.mostBytes()) {
      fitting = fitting.withoutKeyAndOthersHeaders();
    }
    if (fitting.timestampOrNull() != null && !limits.takesTime(fitting.timestampOrNull(), now)) {
      fitting = fitting.withoutTimestamp();
    }
    return fitting;
  }
}
