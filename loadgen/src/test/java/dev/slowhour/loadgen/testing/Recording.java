package dev.slowhour.loadgen.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/**
 * A stream that a real vLLM sent, as a script that sends the same bytes: the head as it is, each
 * event as one HTTP chunk, for the recording has the framing of chunks taken off.
 */
public final class Recording {

  private Recording() {}

  /** The head and all events; the proper end of a chunked body is not part of it. */
  public static Script script(String resource) {
    String text = text(resource);
    int bodyAt = text.indexOf("\r\n\r\n") + 4;
    String head = text.substring(0, bodyAt - 4);
    String body = text.substring(bodyAt);
    Script script = Script.head(head);
    if (!head.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked")) {
      return script.raw(new String(body.getBytes(ISO_8859_1), UTF_8));
    }
    for (int start = 0; start < body.length(); ) {
      int blank = body.indexOf("\n\n", start);
      int end = blank < 0 ? body.length() : blank + 2;
      script.chunk(body.substring(start, end).getBytes(ISO_8859_1));
      start = end;
    }
    return script;
  }

  /** The body of a recorded answer. */
  public static String body(String resource) {
    String text = new String(text(resource).getBytes(ISO_8859_1), UTF_8);
    return text.substring(text.indexOf("\r\n\r\n") + 4);
  }

  /** A line of a recorded file, from 0. */
  public static String line(String resource, int index) {
    return text(resource).lines().skip(index).findFirst().orElseThrow();
  }

  /** Its bytes, one a character. */
  public static String text(String resource) {
    try (InputStream in = Recording.class.getResourceAsStream("/vllm/" + resource)) {
      return new String(in.readAllBytes(), ISO_8859_1);
    } catch (IOException e) {
      throw new IllegalStateException(resource, e);
    }
  }
}
