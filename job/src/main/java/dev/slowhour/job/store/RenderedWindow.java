package dev.slowhour.job.store;

import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowState;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.stream.IntStream;

/** A judged window with its rows made, once, however often they are then sent. */
final class RenderedWindow {

  /**
   * What tells the rows of a window from others of it, as the starts of their SHA-256.
   *
   * @param row of its row in {@code windows} with its state
   * @param parts of its rows in each of {@link WindowTables#PARTS}
   */
  record Fingerprint(long row, List<List<Long>> parts) {

    /** Whether the row at that place of a part is there and the same in both. */
    boolean isSame(Fingerprint other, int part, int index) {
      return index < parts.get(part).size()
          && index < other.parts.get(part).size()
          && parts.get(part).get(index).equals(other.parts.get(part).get(index));
    }
  }

  private final StoredWindow window;
  private final List<List<String>> parts;
  private final Fingerprint fingerprint;

  RenderedWindow(StoredWindow window) {
    this.window = window;
    parts =
        List.of(
            texts(WindowTables.MINUTES, window.minutes(window.judged().progress().passedMinutes())),
            texts(WindowTables.EVIDENCE, window.evidence()),
            texts(WindowTables.NOTES, window.notes()));
    MessageDigest digest = sha256();
    fingerprint =
        new Fingerprint(
            hash(state().text() + '\t' + text(WindowTables.WINDOWS, window), digest),
            parts.stream()
                .map(rows -> rows.stream().map(row -> hash(row, digest)).toList())
                .toList());
  }

  private static <R> List<String> texts(RowTable<R> table, List<R> rows) {
    return rows.stream().map(row -> text(table, row)).toList();
  }

  private static <R> String text(RowTable<R> table, R row) {
    StringBuilder text = new StringBuilder();
    table.append(row, text);
    return text.toString();
  }

  private static long hash(String text, MessageDigest digest) {
    return ByteBuffer.wrap(digest.digest(text.getBytes(StandardCharsets.UTF_8))).getLong();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  WindowKey key() {
    return WindowKey.of(window.judged());
  }

  JudgedWindow judged() {
    return window.judged();
  }

  WindowState state() {
    return window.judged().progress().state();
  }

  /** Its row in {@code windows}, for the columns' own texts. */
  StoredWindow row() {
    return window;
  }

  /** Its rows in that one of {@link WindowTables#PARTS}, as COPY reads them. */
  List<String> rowsOf(int part) {
    return parts.get(part);
  }

  Fingerprint fingerprint() {
    return fingerprint;
  }

  /**
   * The places of rows of a part that are not as they were: some of them are there no more, some
   * were not before.
   *
   * @param before what is stored
   */
  List<Integer> changed(int part, Fingerprint before) {
    int rows = Math.max(parts.get(part).size(), before.parts().get(part).size());
    return IntStream.range(0, rows)
        .filter(index -> !fingerprint.isSame(before, part, index))
        .boxed()
        .toList();
  }
}
