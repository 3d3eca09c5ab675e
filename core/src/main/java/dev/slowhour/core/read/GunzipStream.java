package dev.slowhour.core.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A gzip stream of one or several members (RFC 1952) that ends where it breaks: cut, damaged, a
 * wrong checksum, or bytes behind a member that are no gzip. All that could be inflated before that
 * is delivered, however it is read; {@link #isBroken()} then tells. A failure to read the
 * compressed bytes themselves is still thrown.
 *
 * <p>Written by hand because the libraries' streams lose what one call had inflated before a fault,
 * so that it would hang on the size of a buffer which lines count.
 */
final class GunzipStream extends InputStream {

  private static final int BUFFER = 64 * 1024;

  private static final int HEADER_CHECKSUM = 0x02;
  private static final int EXTRA_FIELD = 0x04;
  private static final int NAME = 0x08;
  private static final int COMMENT = 0x10;
  private static final int RESERVED = 0xE0;

  /** The stream breaks here. */
  private static final class BrokenException extends Exception {

    private static final long serialVersionUID = 1L;
  }

  private final InputStream compressed;
  private final Inflater inflater = new Inflater(true);

  /** Of the header while that is read, then of the content. */
  private final CRC32 checksum = new CRC32();

  /** Compressed bytes that are not taken yet are {@code buffer[next, filled)}. */
  private final byte[] buffer = new byte[BUFFER];

  private int next;
  private int filled;
  private boolean inMember;
  private boolean anyMember;
  private boolean ended;
  private boolean broken;

  GunzipStream(InputStream compressed) {
    this.compressed = compressed;
  }

  boolean isBroken() {
    return broken;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    try {
      while (!ended) {
        if (!inMember) {
          startMember();
        } else {
          int read = inflate(bytes, offset, length);
          if (read > 0) {
            return read;
          }
        }
      }
    } catch (BrokenException e) {
      breakOff();
    }
    return -1;
  }

  private void breakOff() {
    broken = true;
    ended = true;
  }

  private void startMember() throws IOException, BrokenException {
    if (anyMember && !hasMore()) {
      ended = true;
      return;
    }
    checksum.reset();
    require(takeByte() == 0x1F && takeByte() == 0x8B && takeByte() == 8);
    int flags = takeByte();
    require((flags & RESERVED) == 0);
    // When it was written, how, and on which system.
    skip(6);
    if ((flags & EXTRA_FIELD) != 0) {
      skip((int) takeNumber(2));
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    if ((flags & HEADER_CHECKSUM) != 0) {
      long expected = checksum.getValue() & 0xFFFF;
      require(takeNumber(2) == expected);
    }
    checksum.reset();
    inflater.reset();
    inMember = true;
    anyMember = true;
  }

  /** Inflates some of the member's content; 0 when there was none to be had yet. */
  private int inflate(byte[] bytes, int offset, int length) throws IOException, BrokenException {
    long before = inflater.getBytesWritten();
    try {
      int read = inflater.inflate(bytes, offset, length);
      if (read > 0) {
        checksum.update(bytes, offset, read);
      } else if (inflater.finished()) {
        endMember();
      } else {
        require(hasMore());
        inflater.setInput(buffer, next, filled - next);
        next = filled;
      }
      return read;
    } catch (DataFormatException e) {
      breakOff();
      return (int) (inflater.getBytesWritten() - before);
    }
  }

  private void endMember() throws IOException, BrokenException {
    next = filled - inflater.getRemaining();
    inMember = false;
    long contentChecksum = checksum.getValue();
    require(takeNumber(4) == contentChecksum);
    require(takeNumber(4) == (inflater.getBytesWritten() & 0xFFFF_FFFFL));
  }

  private static void require(boolean condition) throws BrokenException {
    if (!condition) {
      throw new BrokenException();
    }
  }

  private void skip(int count) throws IOException, BrokenException {
    for (int i = 0; i < count; i++) {
      takeByte();
    }
  }

  private void skipText() throws IOException, BrokenException {
    while (takeByte() != 0) {
      // Not of interest.
    }
  }

  /** A number of that many bytes, the least first. */
  private long takeNumber(int bytes) throws IOException, BrokenException {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number |= ((long) takeByte()) << (8 * i);
    }
    return number;
  }

  private int takeByte() throws IOException, BrokenException {
    require(hasMore());
    int taken = buffer[next++] & 0xFF;
    checksum.update(taken);
    return taken;
  }

  private boolean hasMore() throws IOException {
    if (next == filled) {
      next = 0;
      filled = Math.max(0, compressed.read(buffer, 0, buffer.length));
    }
    return next < filled;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    compressed.close();
  }
}
