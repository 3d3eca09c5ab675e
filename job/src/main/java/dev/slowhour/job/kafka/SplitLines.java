package dev.slowhour.job.kafka;

import java.io.Serializable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Makes what the workflow takes in from what was read, and dead letters, as a side output, from
 * what could not be read.
 *
 * @param <R> the table's row
 * @param <L> what the workflow takes in
 */
final class SplitLines<R, L> extends ProcessFunction<TopicLine<R>, L> {

  private static final long serialVersionUID = 1L;

  /** Records that could not be read. */
  static final OutputTag<DeadLetter> DEAD_LETTERS =
      new OutputTag<>("dead-letters", TypeInformation.of(DeadLetter.class));

  /** Makes what the workflow takes in from what was read of a record. */
  interface LineMaker<R, L> extends Serializable {
    L line(TopicLine<R> line);
  }

  private final String topic;
  private final LineMaker<R, L> lineMaker;

  SplitLines(String topic, LineMaker<R, L> lineMaker) {
    this.topic = topic;
    this.lineMaker = lineMaker;
  }

  @Override
  public void processElement(TopicLine<R> line, Context context, Collector<L> out) {
    out.collect(lineMaker.line(line));
    if (line.noticeOrNull() != null) {
      context.output(
          DEAD_LETTERS, DeadLetter.of(topic, line.originalOrNull(), line.noticeOrNull()));
    }
  }
}
