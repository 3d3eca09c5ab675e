package dev.slowhour.core.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GunzipStreamTest {

  private static final int HEADER = 10;
  private static final int TRAILER = 8;
  private static final byte[] CONTENT = Lines.utf8("first line\nsecond line\n한 줄 더\n");

  /** What a stream delivered, and whether it broke. */
  private record Gunzipped(String content, boolean broken) {}

  private static Gunzipped gunzip(byte[] compressed, int readLength) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try (GunzipStream in = new GunzipStream(new ByteArrayInputStream(compressed))) {
      byte[] bytes = new byte[readLength];
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        content.write(bytes, 0, read);
      }
      assertThat(in.read(bytes)).isEqualTo(-1);
      assertThat(in.read()).isEqualTo(-1);
      return new Gunzipped(content.toString(StandardCharsets.ISO_8859_1), in.isBroken());
    }
  }

  private static Gunzipped gunzip(byte[] compressed) throws IOException {
    Gunzipped gunzipped = gunzip(compressed, 100_000);
    assertThat(gunzip(compressed, 1)).isEqualTo(gunzipped);
    assertThat(gunzip(compressed, 7)).isEqualTo(gunzipped);
    return gunzipped;
  }

  private static String latin1(byte[]... parts) {
    return new String(Lines.concat(parts), StandardCharsets.ISO_8859_1);
  }

  /** All that the bytes of a member after its header inflate to before they end or are at fault. */
  private static String inflated(byte[] compressed, int from) {
    Inflater inflater = new Inflater(true);
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    byte[] one = new byte[1];
    try {
      inflater.setInput(compressed, from, compressed.length - from);
      while (inflater.inflate(one) == 1) {
        content.write(one[0]);
      }
    } catch (DataFormatException e) {
      // Up to here.
    } finally {
      inflater.end();
    }
    return content.toString(StandardCharsets.ISO_8859_1);
  }

  @Test
  void aMemberIsDelivered() throws IOException {
    assertThat(gunzip(Lines.gzip(CONTENT))).isEqualTo(new Gunzipped(latin1(CONTENT), false));
  }

  @Test
  void aMemberOfNothingIsWhole() throws IOException {
    assertThat(gunzip(Lines.gzip(""))).isEqualTo(new Gunzipped("", false));
    assertThat(gunzip(Lines.concat(Lines.gzip(""), Lines.gzip(""), Lines.gzip("a"))))
        .isEqualTo(new Gunzipped("a", false));
  }

  @Test
  void aFileOfNothingIsBroken() throws IOException {
    assertThat(gunzip(new byte[0])).isEqualTo(new Gunzipped("", true));
  }

  @Test
  void textThatIsNotCompressedIsBroken() throws IOException {
    assertThat(gunzip(CONTENT)).isEqualTo(new Gunzipped("", true));
  }

  @Test
  void membersFollowEachOther() throws IOException {
    byte[] file = Lines.concat(Lines.gzip("a\nhalf a "), Lines.gzip("line\n"), Lines.gzip("c"));
    assertThat(gunzip(file)).isEqualTo(new Gunzipped("a\nhalf a line\nc", false));
  }

  @Test
  void aHeaderMayHoldANameACommentExtraFieldsAndAChecksum() throws IOException {
    byte[] plain = Lines.gzip(CONTENT);
    for (int flags = 0; flags < 32; flags++) {
      ByteArrayOutputStream header = new ByteArrayOutputStream();
      header.writeBytes(new byte[] {0x1F, (byte) 0x8B, 8, (byte) flags, 1, 2, 3, 4, 2, 3});
      if ((flags & 4) != 0) {
        header.writeBytes(new byte[] {6, 0, 'A', 'B', 2, 0, 'x', 'y'});
      }
      if ((flags & 8) != 0) {
        header.writeBytes(new byte[] {'r', '.', 'j', 0});
      }
      if ((flags & 16) != 0) {
        header.writeBytes(new byte[] {(byte) 0xE9, 0});
      }
      if ((flags & 2) != 0) {
        CRC32 crc = new CRC32();
        crc.update(header.toByteArray());
        header.write((int) crc.getValue());
        header.write((int) crc.getValue() >> 8);
      }
      byte[] rest = Arrays.copyOfRange(plain, HEADER, plain.length);
      byte[] member = Lines.concat(header.toByteArray(), rest);
      assertThat(gunzip(member))
          .as("flags %d", flags)
          .isEqualTo(new Gunzipped(latin1(CONTENT), false));
      assertThat(gunzip(Lines.concat(member, member)))
          .as("flags %d, twice", flags)
          .isEqualTo(new Gunzipped(latin1(CONTENT, CONTENT), false));
      if ((flags & 2) != 0) {
        byte[] wrong = member.clone();
        wrong[header.size() - 1] ^= 1;
        assertThat(gunzip(wrong)).as("flags %d", flags).isEqualTo(new Gunzipped("", true));
      }
      for (int cut = 0; cut < header.size(); cut++) {
        assertThat(gunzip(Arrays.copyOf(member, cut))).isEqualTo(new Gunzipped("", true));
      }
    }
  }

  @Test
  void aFileThatIsCutAnywhereIsBrokenAndDeliversWhatCameBefore() throws IOException {
    byte[] file = Lines.gzip(CONTENT);
    for (int cut = 0; cut < file.length; cut++) {
      byte[] part = Arrays.copyOf(file, cut);
      String expected = cut < HEADER ? "" : inflated(part, HEADER);
      assertThat(gunzip(part)).as("cut at %d", cut).isEqualTo(new Gunzipped(expected, true));
    }
    assertThat(gunzip(Arrays.copyOf(file, file.length - TRAILER)).content())
        .isEqualTo(latin1(CONTENT));
  }

  @Test
  void aFileThatIsCutInALaterMemberDeliversTheOnesBefore() throws IOException {
    byte[] first = Lines.gzip("first\n");
    byte[] second = Lines.gzip(CONTENT);
    byte[] file = Lines.concat(first, second);
    assertThat(gunzip(first)).isEqualTo(new Gunzipped("first\n", false));
    for (int cut = first.length + 1; cut < file.length; cut++) {
      byte[] part = Arrays.copyOf(file, cut);
      int header = first.length + HEADER;
      String expected = "first\n" + (cut < header ? "" : inflated(part, header));
      assertThat(gunzip(part)).as("cut at %d", cut).isEqualTo(new Gunzipped(expected, true));
    }
  }

  @Test
  void aWrongChecksumOrLengthBreaksItAndTheContentIsDelivered() throws IOException {
    byte[] file = Lines.gzip(CONTENT);
    for (int at = file.length - TRAILER; at < file.length; at++) {
      byte[] wrong = file.clone();
      wrong[at] ^= 0x10;
      assertThat(gunzip(wrong)).as("byte %d", at).isEqualTo(new Gunzipped(latin1(CONTENT), true));
      assertThat(gunzip(Lines.concat(wrong, file)))
          .as("byte %d", at)
          .isEqualTo(new Gunzipped(latin1(CONTENT), true));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0000", "\u0000\u0000\u0000\u0000", "x", "\n", "{}\n", "\u001F", "PK"})
  void bytesBehindTheLastMemberThatAreNoGzipBreakIt(String garbage) throws IOException {
    byte[] file = Lines.concat(Lines.gzip(CONTENT), Lines.utf8(garbage));
    assertThat(gunzip(file)).isEqualTo(new Gunzipped(latin1(CONTENT), true));
  }

  @Test
  void aHeaderOfAnotherMethodOrWithUnknownFlagsBreaksIt() throws IOException {
    for (int at : new int[] {0, 1, 2, 3}) {
      byte[] wrong = Lines.gzip(CONTENT);
      wrong[at] ^= (byte) 0x80;
      assertThat(gunzip(wrong)).as("byte %d", at).isEqualTo(new Gunzipped("", true));
      assertThat(gunzip(Lines.concat(Lines.gzip("a\n"), wrong)))
          .as("byte %d of the second", at)
          .isEqualTo(new Gunzipped("a\n", true));
    }
  }

  @Test
  void aByteThatWentWrongBreaksItAndAllThatCameBeforeIsDelivered() throws IOException {
    Random random = new Random(7);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 8_000; i++) {
      lines.append("{\"request_id\": \"").append(random.nextInt()).append("\"}\n");
    }
    byte[] file = Lines.gzip(lines.toString());
    for (int i = 0; i < 60; i++) {
      byte[] wrong = file.clone();
      int at = HEADER + random.nextInt(file.length - HEADER - TRAILER);
      wrong[at] ^= (byte) (1 << random.nextInt(8));
      String expected = inflated(wrong, HEADER);
      for (int readLength : new int[] {100, 8_192, 262_144, 1_000_000}) {
        Gunzipped gunzipped = gunzip(wrong, readLength);
        assertThat(gunzipped.broken()).as("byte %d", at).isTrue();
        assertThat(gunzipped.content().equals(expected))
            .as(
                "byte %d: %d of %d characters, read %d at a time",
                at, gunzipped.content().length(), expected.length(), readLength)
            .isTrue();
      }
    }
  }

  @Test
  void aFailureToReadTheFileIsNoFaultOfItsContent() {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("disk");
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            throw new IOException("disk");
          }
        };
    try (GunzipStream in = new GunzipStream(new FileStream(failing))) {
      assertThatThrownBy(() -> in.read(new byte[10]))
          .isInstanceOf(IOException.class)
          .hasMessage("disk");
      assertThat(in.isBroken()).isFalse();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void closingItClosesTheFile() throws IOException {
    boolean[] closed = {false};
    InputStream file =
        new ByteArrayInputStream(Lines.gzip(CONTENT)) {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    GunzipStream in = new GunzipStream(file);
    assertThat(in.read()).isEqualTo('f');
    in.close();
    assertThat(closed[0]).isTrue();
  }
}
