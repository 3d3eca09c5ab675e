package dev.slowhour.job.workflow;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Requests that are in progress until their last token only, for a judging by that length. */
public final class UntilLastToken implements MapFunction<RequestLine, RequestLine> {

  private static final long serialVersionUID = 1L;

  private UntilLastToken() {}

  /** The same lines, their requests one step shorter. */
  public static DataStream<RequestLine> of(DataStream<RequestLine> lines) {
    return lines.map(new UntilLastToken()).name("until last token").uid("until-last-token");
  }

  @Override
  public RequestLine map(RequestLine line) {
    return line.rowOrNull() == null
        ? line
        : new RequestLine(
            line.rowOrNull().untilLastToken(),
            line.noticeOrNull(),
            line.bytes(),
            line.blankLines());
  }
}
