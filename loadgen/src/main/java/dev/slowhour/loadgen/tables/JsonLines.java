package dev.slowhour.loadgen.tables;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of JSON objects, one a line. */
final class JsonLines implements Closeable {

  private static final JsonFactory JSON =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  private final Writer file;
  private final JsonGenerator json;

  JsonLines(Path path) throws IOException {
    file = Files.newBufferedWriter(path);
    json = JSON.createGenerator(file);
    json.setRootValueSeparator(null);
  }

  /** To write an object with, and nothing behind it. */
  JsonGenerator json() {
    return json;
  }

  void endLine() throws IOException {
    json.flush();
    file.write('\n');
  }

  @Override
  public void close() throws IOException {
    try (file) {
      json.close();
    }
  }
}
