package dev.slowhour.core.read;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * A gzip stream of one or several members that ends where it breaks: cut, a wrong checksum, or
 * bytes behind a member that are no gzip. What could be read before that is delivered; {@link
 * #isBroken()} then tells. A failure to read the compressed bytes themselves is still thrown.
 */
final class GunzipStream extends InputStream {

  private final InputStream compressed;
  private GzipCompressorInputStream members;
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
    if (broken) {
      return -1;
    }
    long before = members == null ? 0 : members.getBytesRead();
    try {
      if (members == null) {
        members =
            GzipCompressorInputStream.builder()
                .setInputStream(compressed)
                .setDecompressConcatenated(true)
                .get();
      }
      return members.read(bytes, offset, length);
    } catch (FileStream.UnreadableException e) {
      throw e;
    } catch (IOException e) {
      broken = true;
      // The bytes that were decompressed before the fault are in the array already.
      int delivered = members == null ? 0 : (int) (members.getBytesRead() - before);
      return delivered > 0 ? delivered : -1;
    }
  }

  @Override
  public void close() throws IOException {
    compressed.close();
  }
}
