package dev.slowhour.job.files;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.read.FileFailure;
import dev.slowhour.core.read.InputFile;
import dev.slowhour.core.read.RowScanner;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.RecordAndPosition;

/**
 * Reads a table's files, each by one reader from its start to its end, so that line numbers are
 * right. Hands over lines in batches.
 *
 * @param <R> the table's row
 * @param <L> what the workflow takes in
 */
final class RowFileFormat<R, L> implements BulkFormat<L, FileSourceSplit> {

  private static final long serialVersionUID = 1L;

  private static final int BATCH_LINES = 1_024;

  /** Opens one file of the table. */
  interface Opener<R> extends Serializable {
    RowScanner<R> open(InputFile file, int source) throws IOException;
  }

  /** Makes what the workflow takes in from a row, a notice, or neither at the end of a file. */
  interface LineMaker<R, L> extends Serializable {
    L line(R rowOrNull, Notice noticeOrNull, long bytes, long blankLines);
  }

  private final List<SourceFile> files;
  private final Opener<R> opener;
  private final LineMaker<R, L> lineMaker;
  private final TypeInformation<L> type;

  RowFileFormat(
      List<SourceFile> files,
      Opener<R> opener,
      LineMaker<R, L> lineMaker,
      TypeInformation<L> type) {
    this.files = files;
    this.opener = opener;
    this.lineMaker = lineMaker;
    this.type = type;
  }

  @Override
  public BulkFormat.Reader<L> createReader(Configuration config, FileSourceSplit split)
      throws IOException {
    SourceFile file = files.get(SourceFile.source(split));
    try {
      return new LineReader<>(opener.open(file.toInputFile(), file.source()), file, lineMaker);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static IOException unreadable(SourceFile file, IOException e) {
    return new IOException(file.name() + ": cannot be read: " + FileFailure.reason(e), e);
  }

  @Override
  public BulkFormat.Reader<L> restoreReader(Configuration config, FileSourceSplit split)
      throws IOException {
    // Files are read in BATCH only, where a failed reader starts its file anew.
    return createReader(config, split);
  }

  @Override
  public boolean isSplittable() {
    return false;
  }

  @Override
  public TypeInformation<L> getProducedType() {
    return type;
  }

  private static final class LineReader<R, L> implements BulkFormat.Reader<L> {

    private final RowScanner<R> rows;
    private final SourceFile file;
    private final LineMaker<R, L> lineMaker;
    private long bytesReported;
    private long blankLinesReported;
    private boolean ended;

    LineReader(RowScanner<R> rows, SourceFile file, LineMaker<R, L> lineMaker) {
      this.rows = rows;
      this.file = file;
      this.lineMaker = lineMaker;
    }

    @Override
    public BulkFormat.RecordIterator<L> readBatch() throws IOException {
      if (ended) {
        return null;
      }
      Object[] lines = new Object[BATCH_LINES];
      int count = 0;
      try {
        while (count < BATCH_LINES && !ended) {
          ended = !rows.next();
          lines[count++] = line();
        }
      } catch (IOException e) {
        throw unreadable(file, e);
      }
      return new Batch<>(lines, count);
    }

    private L line() {
      long bytes = rows.fileBytesRead() - bytesReported;
      long blankLines = rows.blankLines() - blankLinesReported;
      bytesReported += bytes;
      blankLinesReported += blankLines;
      Optional<R> row = rows.row();
      return lineMaker.line(row.orElse(null), rows.notice().orElse(null), bytes, blankLines);
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }

  private static final class Batch<L> implements BulkFormat.RecordIterator<L> {

    private final Object[] lines;
    private final int count;
    private int next;

    Batch(Object[] lines, int count) {
      this.lines = lines;
      this.count = count;
    }

    @Override
    @SuppressWarnings("unchecked") // the array holds nothing else
    public RecordAndPosition<L> next() {
      if (next == count) {
        return null;
      }
      L line = (L) lines[next++];
      return new RecordAndPosition<>(line, RecordAndPosition.NO_OFFSET, next);
    }

    @Override
    public void releaseBatch() {}
  }
}
