package dev.slowhour.core.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.slowhour.core.read.InputException;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * JSON as plain values, strictly by RFC 8259: Map, List, String, BigDecimal, Boolean or null. A
 * number of whole digits has scale 0. Of equal names in one object the last counts.
 */
final class JsonValues {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
          .configure(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW, false)
          .build();

  private JsonValues() {}

  /**
   * Hands over the elements of a file that is one JSON array; each only as long as it is looked at.
   *
   * @throws InputException when the file is not one JSON array; the message gives the position
   * @throws IOException when the file cannot be read
   */
  static void readArray(Path file, Consumer<Object> elements) throws InputException, IOException {
    try (InputStream in = Files.newInputStream(file);
        JsonParser parser = FACTORY.createParser(in)) {
      try {
        if (parser.nextToken() != JsonToken.START_ARRAY) {
          throw notAsExpected(
              file,
              parser.currentToken() == null
                  ? parser.currentLocation()
                  : parser.currentTokenLocation(),
              "a JSON array",
              null);
        }
        while (next(parser) != JsonToken.END_ARRAY) {
          elements.accept(value(parser));
        }
        if (parser.nextToken() != null) {
          throw notAsExpected(file, parser.currentTokenLocation(), "nothing after the array", null);
        }
      } catch (JsonProcessingException e) {
        throw notAsExpected(file, location(e, parser), "a JSON array", e);
      } catch (CharConversionException e) {
        throw notAsExpected(file, parser.currentLocation(), "a JSON array in UTF-8", e);
      }
    }
  }

  /**
   * Hands over the values of a file of JSON values, one a line or not.
   *
   * @throws InputException when the file is not JSON; the message gives the position
   * @throws IOException when the file cannot be read
   */
  static void readLines(Path file, Consumer<Object> lines) throws InputException, IOException {
    try (InputStream in = Files.newInputStream(file);
        JsonParser parser = FACTORY.createParser(in)) {
      try {
        while (parser.nextToken() != null) {
          lines.accept(value(parser));
        }
      } catch (JsonProcessingException e) {
        throw notAsExpected(file, location(e, parser), "one JSON object a line", e);
      } catch (CharConversionException e) {
        throw notAsExpected(file, parser.currentLocation(), "one JSON object a line, in UTF-8", e);
      }
    }
  }

  private static JsonToken next(JsonParser parser) throws IOException {
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw new JsonEOFException(
          parser, JsonToken.NOT_AVAILABLE, "the end of the file within a value");
    }
    return token;
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getText());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  private static Map<String, Object> object(JsonParser parser) throws IOException {
    Map<String, Object> object = new LinkedHashMap<>();
    while (next(parser) != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      next(parser);
      object.put(name, value(parser));
    }
    return object;
  }

  private static List<Object> array(JsonParser parser) throws IOException {
    List<Object> array = new ArrayList<>();
    while (next(parser) != JsonToken.END_ARRAY) {
      array.add(value(parser));
    }
    return array;
  }

  /**
   * A number; one whose exponent no BigDecimal has room for becomes its text, which is no number.
   */
  private static Object number(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      return text;
    }
  }

  /** What is beyond the limits of the parser, nesting for example, comes without its position. */
  private static JsonLocation location(JsonProcessingException e, JsonParser parser) {
    return e.getLocation() == null ? parser.currentLocation() : e.getLocation();
  }

  private static InputException notAsExpected(
      Path file, JsonLocation at, String expected, IOException cause) {
    return new InputException(
        file
            + ": not as expected at line "
            + at.getLineNr()
            + ", column "
            + at.getColumnNr()
            + " (expected: "
            + expected
            + ")",
        cause);
  }
}
