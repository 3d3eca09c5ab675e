package dev.slowhour.loadgen.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/** What a {@link ScriptedServer} does with a connection, step by step. */
public final class Script {

  /** One step. */
  sealed interface Step {}

  /** Writes bytes as they are. */
  record Write(byte[] bytes) implements Step {}

  /** Waits until so many milliseconds after the request had come. */
  record At(long millis) implements Step {}

  /** Waits until the client closes. */
  record Hold() implements Step {}

  /** Closes with a reset, as a killed process does. */
  record Reset() implements Step {}

  private final List<Step> steps = new ArrayList<>();

  private Script() {}

  /** An answer whose status line and headers are given, without the blank line behind them. */
  public static Script head(String... lines) {
    Script script = new Script();
    script.steps.add(new Write((String.join("\r\n", lines) + "\r\n\r\n").getBytes(ISO_8859_1)));
    return script;
  }

  /** An event stream, chunked. */
  public static Script stream() {
    return head(
        "HTTP/1.1 200 OK",
        "content-type: text/event-stream; charset=utf-8",
        "transfer-encoding: chunked");
  }

  /** A connection on which nothing is answered. */
  public static Script silence() {
    return new Script();
  }

  /** Writes what follows not before so many milliseconds after the request had come. */
  public Script at(long millis) {
    steps.add(new At(millis));
    return this;
  }

  /** Writes one HTTP chunk. */
  public Script chunk(String text) {
    return chunk(text.getBytes(UTF_8));
  }

  /** Writes one HTTP chunk. */
  public Script chunk(byte[] bytes) {
    byte[] size = (Integer.toHexString(bytes.length) + "\r\n").getBytes(ISO_8859_1);
    byte[] whole = new byte[size.length + bytes.length + 2];
    System.arraycopy(size, 0, whole, 0, size.length);
    System.arraycopy(bytes, 0, whole, size.length, bytes.length);
    whole[whole.length - 2] = '\r';
    whole[whole.length - 1] = '\n';
    steps.add(new Write(whole));
    return this;
  }

  /** Writes bytes as they are. */
  public Script raw(String text) {
    steps.add(new Write(text.getBytes(UTF_8)));
    return this;
  }

  /** Ends a chunked body properly; the connection stays. */
  public Script end() {
    return raw("0\r\n\r\n");
  }

  /** Keeps the connection without a further byte until the client closes it. */
  public Script hold() {
    steps.add(new Hold());
    return this;
  }

  /** Resets the connection. */
  public Script reset() {
    steps.add(new Reset());
    return this;
  }

  List<Step> steps() {
    return steps;
  }
}
