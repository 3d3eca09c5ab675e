package dev.slowhour.job.replay;

import dev.slowhour.core.read.FileFailure;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Puts lines in their order, however many: what does not fit is written into a folder, a sorted
 * part at a time, and the parts are read together. Lines are added first and taken then. One thread
 * at a time.
 */
final class SortedLines implements Closeable {

  private static final int BUFFER = 256 * 1024;

  private final Path folder;
  private final long maxBytesHeld;
  private final List<Path> parts = new ArrayList<>();
  private final PriorityQueue<Part> open = new PriorityQueue<>();
  private List<ReplayLine> held = new ArrayList<>();
  private long bytesHeld;
  private boolean isTaking;

  /**
   * Without lines yet.
   *
   * @param folder for what does not fit; it takes as much as the lines
   * @param maxBytesHeld how much is held in memory at most, but for one line
   */
  SortedLines(Path folder, long maxBytesHeld) {
    this.folder = folder;
    this.maxBytesHeld = maxBytesHeld;
  }

  /**
   * Adds a line.
   *
   * @throws IOException when the folder cannot take it
   */
  void add(ReplayLine line) throws IOException {
    held.add(line);
    bytesHeld += line.bytesHeld();
    if (bytesHeld >= maxBytesHeld) {
      writePart();
    }
  }

  private void writePart() throws IOException {
    held.sort(null);
    Path part = folder.resolve("part-" + parts.size());
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(part), BUFFER))) {
      for (ReplayLine line : held) {
        out.writeBoolean(true);
        line.writeTo(out);
      }
      out.writeBoolean(false);
    } catch (IOException e) {
      throw new IOException(
          folder
              + ": sorting needs as much room as the input has: "
              + FileFailure.reason(e)
              + " (expected: a temporary folder with more, such as"
              + " SLOWHOUR_JAVA_OPTS=-Djava.io.tmpdir=DIR)",
          e);
    }
    parts.add(part);
    held = new ArrayList<>();
    bytesHeld = 0;
  }

  /** How many parts were written. */
  int parts() {
    return parts.size();
  }

  /**
   * The next line in their order.
   *
   * @return null behind the last
   * @throws IOException when a part cannot be read
   */
  ReplayLine takeOrNull() throws IOException {
    if (!isTaking) {
      startTaking();
    }
    Part least = open.poll();
    if (least == null) {
      return null;
    }
    ReplayLine line = least.head();
    if (least.advance()) {
      open.add(least);
    }
    return line;
  }

  private void startTaking() throws IOException {
    isTaking = true;
    held.sort(null);
    Part inMemory = new Part(null, held.iterator());
    if (inMemory.advance()) {
      open.add(inMemory);
    }
    for (Path path : parts) {
      Part part =
          new Part(
              new DataInputStream(new BufferedInputStream(Files.newInputStream(path), BUFFER)),
              null);
      if (part.advance()) {
        open.add(part);
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (Part part : open) {
      part.close();
    }
    for (Path part : parts) {
      Files.deleteIfExists(part);
    }
  }

  /** A sorted part, of a file or in memory, at one of its lines. */
  private static final class Part implements Comparable<Part>, Closeable {

    private final DataInputStream fileOrNull;
    private final Iterator<ReplayLine> memoryOrNull;
    private ReplayLine head;

    Part(DataInputStream fileOrNull, Iterator<ReplayLine> memoryOrNull) {
      this.fileOrNull = fileOrNull;
      this.memoryOrNull = memoryOrNull;
    }

    ReplayLine head() {
      return head;
    }

    /** Moves on; at the end closes the part and gives false. */
    boolean advance() throws IOException {
      if (fileOrNull == null) {
        if (memoryOrNull.hasNext()) {
          head = memoryOrNull.next();
          return true;
        }
        return false;
      }
      if (fileOrNull.readBoolean()) {
        head = ReplayLine.readFrom(fileOrNull);
        return true;
      }
      close();
      return false;
    }

    @Override
    public int compareTo(Part other) {
      return head.compareTo(other.head);
    }

    @Override
    public void close() throws IOException {
      if (fileOrNull != null) {
        fileOrNull.close();
      }
    }
  }
}
