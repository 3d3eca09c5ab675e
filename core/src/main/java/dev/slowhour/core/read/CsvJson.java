package dev.slowhour.core.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Writes a record of CSV as the JSON object that says the same of its table: what is a row is the
 * same row, and what is none has the same fields at fault. One thread at a time.
 */
final class CsvJson {

  private static final JsonFactory FACTORY = new JsonFactory();
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  private final CsvRecordReader csv;
  private final ByteArrayOutputStream object = new ByteArrayOutputStream();

  CsvJson(CsvRecordReader csv) {
    this.csv = csv;
  }

  /** The object; empty when the record is malformed. Further columns come along. */
  Optional<byte[]> of(byte[] bytes, int from, int to) {
    object.reset();
    try (JsonGenerator json = FACTORY.createGenerator(object)) {
      json.writeStartObject();
      boolean isWhole = csv.forEachCell(bytes, from, to, cell -> write(json, cell));
      json.writeEndObject();
      json.flush();
      return isWhole ? Optional.of(object.toByteArray()) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
  }

  private static void write(JsonGenerator json, CsvRecordReader.Cell cell) throws IOException {
    if (cell.text().isEmpty()) {
      if (cell.isNullWhenEmpty()) {
        json.writeNullField(cell.name());
      }
      return;
    }
    json.writeFieldName(cell.name());
    if (cell.mayBeNumber() && NUMBER.matcher(cell.text()).matches()) {
      json.writeNumber(cell.text());
    } else {
      json.writeString(cell.text());
    }
  }
}
