package dev.slowhour.job.files;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of JSON objects, one a line; as an array it is valid JSON as a whole too. */
final class JsonRowWriter implements Closeable {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .configure(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8, true)
          .build();

  private final JsonGenerator json;
  private final boolean isArray;
  private boolean isFirst = true;

  private JsonRowWriter(JsonGenerator json, boolean isArray) {
    this.json = json;
    this.isArray = isArray;
  }

  static JsonRowWriter lines(Path file) throws IOException {
    return new JsonRowWriter(generator(file), false);
  }

  static JsonRowWriter array(Path file) throws IOException {
    return new JsonRowWriter(generator(file), true);
  }

  private static JsonGenerator generator(Path file) throws IOException {
    JsonGenerator json =
        FACTORY.createGenerator(Files.newBufferedWriter(file, StandardCharsets.UTF_8));
    // Line ends and commas between rows are this class's own.
    json.setRootValueSeparator(null);
    return json;
  }

  /** The generator, placed where the next object belongs. */
  JsonGenerator next() throws IOException {
    if (isArray) {
      json.writeRaw(isFirst ? "[\n" : ",\n");
    } else if (!isFirst) {
      json.writeRaw('\n');
    }
    isFirst = false;
    return json;
  }

  @Override
  public void close() throws IOException {
    try (json) {
      if (isArray) {
        json.writeRaw(isFirst ? "[]\n" : "\n]\n");
      } else if (!isFirst) {
        json.writeRaw('\n');
      }
    }
  }
}
