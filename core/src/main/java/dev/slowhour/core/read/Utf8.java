package dev.slowhour.core.read;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Checks of UTF-8 that the JSON parser does not make. */
final class Utf8 {

  private Utf8() {}

  /** Whether the bytes are well-formed UTF-8 (no overlong forms, no encoded surrogates). */
  static boolean isValid(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && bytes[i] >= 0) {
      i++;
    }
    if (i == to) {
      return true;
    }
    try {
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes, i, to - i));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /**
   * Whether a byte-order mark stands at that index; the caller knows that three bytes are there.
   */
  static boolean startsWithByteOrderMark(byte[] bytes, int from) {
    return bytes[from] == (byte) 0xEF
        && bytes[from + 1] == (byte) 0xBB
        && bytes[from + 2] == (byte) 0xBF;
  }

  /**
   * Whether the JSON parser would guess another encoding, or drop a byte-order mark: it guesses
   * UTF-16 and UTF-32 from NULs and marks at the start. Neither can start JSON in UTF-8 (the one
   * mark at the start of a file is dropped before).
   */
  static boolean startsLikeAnotherEncoding(byte[] bytes, int from, int to) {
    int end = Math.min(to, from + 4);
    for (int i = from; i < end; i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return to - from >= 3 && startsWithByteOrderMark(bytes, from);
  }
}
