package dev.slowhour.loadgen.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Cuts an event stream (WHATWG HTML, "Parsing an event stream") out of bytes as they come, whatever
 * the reads are that they come in. Lines end with LF, CR or CR LF; a byte-order mark at the start
 * is dropped; an event that no blank line ends is no event. Only {@code data} matters here: names,
 * ids and retry times of events are passed over.
 */
final class SseDecoder {

  /** What the stream says. */
  interface Listener {
    /**
     * An event whose data is not empty.
     *
     * @param data its {@code data} lines, joined by LF
     */
    void onEvent(String data);

    /** A comment, such as a keep-alive. */
    void onComment();
  }

  /** The longest line and the longest event that are read, in bytes. */
  static final int MAX_BYTES = 4 << 20;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final Listener listener;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(512);
  private final StringBuilder data = new StringBuilder();
  private boolean hasData;
  private boolean lastWasCarriageReturn;
  private boolean isFirstLine = true;

  SseDecoder(Listener listener) {
    this.listener = listener;
  }

  /**
   * Takes the next bytes of the stream and tells the listener what they complete.
   *
   * @throws ProtocolException when a line or an event is longer than {@value #MAX_BYTES} bytes
   */
  void feed(byte[] bytes) throws ProtocolException {
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      byte b = bytes[i];
      if (b != '\n' && b != '\r') {
        lastWasCarriageReturn = false;
        continue;
      }
      if (b == '\n' && lastWasCarriageReturn) {
        lastWasCarriageReturn = false;
        start = i + 1;
        continue;
      }
      lastWasCarriageReturn = b == '\r';
      append(bytes, start, i);
      start = i + 1;
      endLine();
    }
    append(bytes, start, bytes.length);
  }

  private void append(byte[] bytes, int start, int end) throws ProtocolException {
    if (line.size() + (end - start) > MAX_BYTES) {
      throw new ProtocolException("a line of the event stream is longer than 4 MiB");
    }
    line.write(bytes, start, end - start);
  }

  private void endLine() throws ProtocolException {
    byte[] bytes = line.toByteArray();
    line.reset();
    int start = isFirstLine && startsWithByteOrderMark(bytes) ? BYTE_ORDER_MARK.length : 0;
    isFirstLine = false;
    if (bytes.length == start) {
      endEvent();
    } else if (bytes[start] == ':') {
      listener.onComment();
    } else {
      field(new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8));
    }
  }

  private static boolean startsWithByteOrderMark(byte[] bytes) {
    return bytes.length >= BYTE_ORDER_MARK.length
        && bytes[0] == BYTE_ORDER_MARK[0]
        && bytes[1] == BYTE_ORDER_MARK[1]
        && bytes[2] == BYTE_ORDER_MARK[2];
  }

  private void field(String text) throws ProtocolException {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    if (!name.equals("data")) {
      return;
    }
    String value = colon < 0 ? "" : text.substring(colon + 1);
    if (value.startsWith(" ")) {
      value = value.substring(1);
    }
    if (data.length() + value.length() > MAX_BYTES) {
      throw new ProtocolException("an event of the stream is longer than 4 MiB");
    }
    if (hasData) {
      data.append('\n');
    }
    data.append(value);
    hasData = true;
  }

  private void endEvent() {
    if (!hasData) {
      return;
    }
    String text = data.toString();
    data.setLength(0);
    hasData = false;
    if (!text.isEmpty()) {
      listener.onEvent(text);
    }
  }
}
