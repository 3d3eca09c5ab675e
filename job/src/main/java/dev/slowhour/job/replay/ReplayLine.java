package dev.slowhour.job.replay;

import dev.slowhour.core.data.Table;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * A line on its way into a topic.
 *
 * @param table whose line it is
 * @param time when its turn comes; {@link #AT_ONCE} for contracts, {@link #AT_THE_START} for lines
 *     of which nothing tells when
 * @param file index of its file among those of its table
 * @param line its number there
 * @param keyOrNull the key of its record; null when it does not tell
 * @param neighbourKeyOrNull the key of the readable line above it, for one that does not tell its
 *     own; null when there is none
 * @param isReadable whether it is a row of its table
 * @param value the value of its record
 */
record ReplayLine(
    Table table,
    Instant time,
    int file,
    long line,
    String keyOrNull,
    String neighbourKeyOrNull,
    boolean isReadable,
    byte[] value)
    implements Comparable<ReplayLine> {

  static final Instant AT_ONCE = Instant.MIN;
  static final Instant AT_THE_START = Instant.MIN.plusNanos(1);

  /** What a line holds in memory beside its value, roughly. */
  private static final int OVERHEAD_BYTES = 200;

  private static final List<Table> TABLES = List.of(Table.values());
  private static final Comparator<ReplayLine> ORDER =
      Comparator.comparing(ReplayLine::time)
          .thenComparing(ReplayLine::table)
          .thenComparingInt(ReplayLine::file)
          .thenComparingLong(ReplayLine::line);

  /** Whether it has a time of its own, or its neighbour's. */
  boolean isTimed() {
    return time.isAfter(AT_THE_START);
  }

  int bytesHeld() {
    return value.length + OVERHEAD_BYTES;
  }

  /** By time; at the same time by table, file and line. */
  @Override
  public int compareTo(ReplayLine other) {
    return ORDER.compare(this, other);
  }

  void writeTo(DataOutput out) throws IOException {
    out.writeByte(TABLES.indexOf(table));
    out.writeLong(time.getEpochSecond());
    out.writeInt(time.getNano());
    out.writeInt(file);
    out.writeLong(line);
    writeText(out, keyOrNull);
    writeText(out, neighbourKeyOrNull);
    out.writeBoolean(isReadable);
    out.writeInt(value.length);
    out.write(value);
  }

  static ReplayLine readFrom(DataInput in) throws IOException {
    return new ReplayLine(
        TABLES.get(in.readByte()),
        Instant.ofEpochSecond(in.readLong(), in.readInt()),
        in.readInt(),
        in.readLong(),
        readText(in),
        readText(in),
        in.readBoolean(),
        readBytes(in, in.readInt()));
  }

  private static void writeText(DataOutput out, String textOrNull) throws IOException {
    if (textOrNull == null) {
      out.writeInt(-1);
      return;
    }
    byte[] bytes = textOrNull.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readText(DataInput in) throws IOException {
    int length = in.readInt();
    return length < 0 ? null : new String(readBytes(in, length), StandardCharsets.UTF_8);
  }

  private static byte[] readBytes(DataInput in, int length) throws IOException {
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }
}
