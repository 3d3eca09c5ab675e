package dev.slowhour.job.show;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.slowhour.core.read.InputException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The objects of a judged file, lines or one array, one after the other. */
final class JsonRows implements Closeable {

  private static final JsonFactory FACTORY = new JsonFactory();

  private final Path file;
  private final JsonParser json;

  private JsonRows(Path file, JsonParser json) {
    this.file = file;
    this.json = json;
  }

  static JsonRows open(Path file) throws InputException, IOException {
    if (!Files.isRegularFile(file)) {
      throw new InputException(file + " is not there (expected: a folder that judge wrote)");
    }
    return new JsonRows(
        file, FACTORY.createParser(new BufferedInputStream(Files.newInputStream(file), 1 << 16)));
  }

  /** Something that reads from the parser. */
  @FunctionalInterface
  interface Reading<T> {
    T read(JsonParser json) throws InputException, IOException;
  }

  /** Reads, and says where the file is damaged if it is. */
  <T> T read(Reading<T> reading) throws InputException, IOException {
    try {
      return reading.read(json);
    } catch (JsonParseException e) {
      throw new InputException(
          file
              + ": no JSON at line "
              + e.getLocation().getLineNr()
              + ", column "
              + e.getLocation().getColumnNr()
              + " (expected: a file that judge wrote)",
          e);
    }
  }

  /** Goes to the start of the next object; false at the end. */
  boolean next() throws InputException, IOException {
    return read(
        parser -> {
          JsonToken token = parser.nextToken();
          if (token == JsonToken.START_ARRAY) {
            token = parser.nextToken();
          }
          if (token != null && token != JsonToken.START_OBJECT && token != JsonToken.END_ARRAY) {
            throw new InputException(
                file
                    + ": something else than an object at line "
                    + parser.currentTokenLocation().getLineNr()
                    + " (expected: a file that judge wrote)");
          }
          return token == JsonToken.START_OBJECT;
        });
  }

  /**
   * The fields of the object, to its end; nothing as soon as one of them is not as wanted.
   *
   * @param wanted values of some of the fields
   */
  Optional<Fields> fields(Map<String, String> wanted) throws InputException, IOException {
    return read(
        parser -> {
          Fields fields = new Fields(file);
          boolean isWanted = true;
          while (parser.nextToken() != JsonToken.END_OBJECT) {
            if (isWanted) {
              String name = parser.currentName();
              fields.add(parser);
              isWanted =
                  !wanted.containsKey(name)
                      || fields.text(name).filter(wanted.get(name)::equals).isPresent();
            } else {
              parser.nextToken();
              parser.skipChildren();
            }
          }
          return isWanted ? Optional.of(fields) : Optional.empty();
        });
  }

  Path file() {
    return file;
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
