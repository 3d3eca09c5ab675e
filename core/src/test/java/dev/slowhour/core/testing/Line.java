package dev.slowhour.core.testing;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** One line of an input file, or one element of an array. */
public sealed interface Line {

  /** The line as it stands in the file, without its end. */
  String text();

  /**
   * A JSON object.
   *
   * @param values its fields, in the order in which they are written
   */
  record Fields(Map<String, Value> values) implements Line {

    /** Takes a copy that keeps the order. */
    public Fields {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** The same line with another value in one field. */
    public Fields with(String field, Value value) {
      Map<String, Value> changed = new LinkedHashMap<>(values);
      changed.put(field, value);
      return new Fields(changed);
    }

    /** The same line without one field. */
    public Fields without(String field) {
      Map<String, Value> changed = new LinkedHashMap<>(values);
      changed.remove(field);
      return new Fields(changed);
    }

    @Override
    public String text() {
      return values.entrySet().stream()
          .map(field -> Value.text(field.getKey()).json() + ": " + field.getValue().json())
          .collect(Collectors.joining(", ", "{", "}"));
    }
  }

  /** A line that is no JSON object. */
  record Broken(String text) implements Line {}

  /** A line of nothing but white space: it has a number and nothing else. */
  record Blank(String text) implements Line {}
}
