package dev.slowhour.job.store;

import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowState;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A judged window with its rows made, once, however often they are then sent. */
final class RenderedWindow {

  /**
   * What tells the rows of a window from others of it: half of a SHA-256 over them and the state.
   */
  record Fingerprint(long high, long low) {}

  private final StoredWindow window;
  private final WindowCopy rows = new WindowCopy();

  RenderedWindow(StoredWindow window) {
    this.window = window;
    rows.add(window, window.judged().progress().passedMinutes());
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

  /** All its rows. */
  WindowCopy rows() {
    return rows;
  }

  Fingerprint fingerprint() {
    MessageDigest digest = sha256();
    digest.update(state().text().getBytes(StandardCharsets.US_ASCII));
    rows.addTo(digest);
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    return new Fingerprint(hash.getLong(), hash.getLong());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
