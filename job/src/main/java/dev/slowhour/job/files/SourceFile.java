package dev.slowhour.job.files;

import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.InputFile;
import java.io.Serializable;
import java.nio.file.Path;
import org.apache.flink.connector.file.src.FileSourceSplit;

/**
 * A file of a table as readers get to know it: {@link InputFile} with its index, to be shipped.
 *
 * @param source index of the file among those of its table
 */
record SourceFile(Table table, String path, String name, int source) implements Serializable {

  static SourceFile of(InputFile file, int source) {
    return new SourceFile(
        file.table(), file.path().toAbsolutePath().toString(), file.name(), source);
  }

  /** The whole file as one split. Known by its index: paths would have to survive URI encoding. */
  FileSourceSplit split() {
    return new FileSourceSplit(
        Integer.toString(source), new org.apache.flink.core.fs.Path("file:///"), 0, 0, 0, 0);
  }

  /** Index of the file that the split is. */
  static int source(FileSourceSplit split) {
    return Integer.parseInt(split.splitId());
  }

  InputFile toInputFile() {
    return new InputFile(table, Path.of(path), name);
  }
}
