package dev.slowhour.core.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.slowhour.core.data.NoticeCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads one line that must be one JSON object, strictly by RFC 8259, into {@link Cells}. */
final class JsonObjectReader implements CellReader {

  private static final int MAX_DEPTH = 500;

  /** An integer of more characters is out of every range here and is not worth converting. */
  private static final int MAX_LONG_CHARACTERS = 18;

  private static final JsonFactory FACTORY = factory(MAX_DEPTH);

  private final Map<String, Integer> columns = new HashMap<>();

  JsonObjectReader(List<String> columnNames) {
    for (String name : columnNames) {
      columns.put(name, columns.size());
    }
  }

  /** A strict parser factory whose only limit is depth: the length of a line is limited before. */
  static JsonFactory factory(int maxDepth) {
    return JsonFactory.builder()
        // Names come from outside: keep them out of the JVM's string table, and let no crafted
        // set of names end the run.
        .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
        .configure(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW, false)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(maxDepth)
                .maxNumberLength(Integer.MAX_VALUE)
                .maxStringLength(Integer.MAX_VALUE)
                .maxNameLength(Integer.MAX_VALUE)
                .build())
        .build();
  }

  @Override
  public NoticeCode malformed() {
    return NoticeCode.MALFORMED_JSON;
  }

  /** Of equal names the last counts. */
  @Override
  public boolean read(byte[] bytes, int from, int to, Cells cells) {
    cells.clear();
    if (Utf8.startsLikeAnotherEncoding(bytes, from, to) || !Utf8.isValid(bytes, from, to)) {
      return false;
    }
    try (JsonParser parser = FACTORY.createParser(bytes, from, to - from)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        Integer column = columns.get(name);
        JsonToken value = parser.nextToken();
        if (column == null) {
          parser.skipChildren();
        } else {
          set(cells, column, value, parser);
        }
      }
      return parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null;
    } catch (JsonProcessingException e) {
      // Not by the grammar, or nested too deep.
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory failed", e);
    }
  }

  private static void set(Cells cells, int column, JsonToken value, JsonParser parser)
      throws IOException {
    switch (value) {
      case VALUE_STRING -> cells.setText(column, Cells.Kind.STRING, parser.getText());
      case VALUE_NUMBER_INT -> cells.setInteger(column, integer(parser));
      case VALUE_NUMBER_FLOAT -> cells.setText(column, Cells.Kind.DECIMAL, parser.getText());
      case VALUE_TRUE -> cells.set(column, Cells.Kind.TRUE);
      case VALUE_FALSE -> cells.set(column, Cells.Kind.FALSE);
      case VALUE_NULL -> cells.set(column, Cells.Kind.NULL);
      default -> {
        cells.set(column, Cells.Kind.OTHER);
        parser.skipChildren();
      }
    }
  }

  private static long integer(JsonParser parser) throws IOException {
    if (parser.getTextLength() <= MAX_LONG_CHARACTERS) {
      return parser.getLongValue();
    }
    return parser.getTextCharacters()[parser.getTextOffset()] == '-'
        ? Long.MIN_VALUE
        : Long.MAX_VALUE;
  }
}
