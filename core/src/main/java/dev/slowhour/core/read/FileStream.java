package dev.slowhour.core.read;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of a file as they lie on disk, counted, whose failures are told from faults in them.
 */
final class FileStream extends FilterInputStream {

  private long bytesRead;

  FileStream(InputStream in) {
    super(in);
  }

  long bytesRead() {
    return bytesRead;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      int read = super.read(bytes, offset, length);
      bytesRead += Math.max(0, read);
      return read;
    } catch (IOException e) {
      throw new UnreadableException(e);
    }
  }

  /** Reading the file failed; what it holds is not to blame. */
  static final class UnreadableException extends IOException {

    private static final long serialVersionUID = 1L;

    UnreadableException(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }
}
