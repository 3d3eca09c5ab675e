package dev.slowhour.job.show;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InstantText;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The fields of one object of a judged file that are texts, numbers or booleans, as written. */
final class Fields {

  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}(\\.\\d{1,40})?");

  private final Path file;
  private final Map<String, String> texts = new HashMap<>();

  Fields(Path file) {
    this.file = file;
  }

  /** Takes in the field whose name the parser is at; null, arrays and objects are passed over. */
  void add(JsonParser json) throws IOException {
    String name = json.currentName();
    JsonToken value = json.nextToken();
    if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
      texts.put(name, printable(json.getText()));
    } else {
      json.skipChildren();
    }
  }

  /** The text without control characters: judge writes none, and a terminal would obey them. */
  static String printable(String text) {
    return text.chars().anyMatch(Character::isISOControl)
        ? text.replaceAll("\\p{Cc}", "\uFFFD")
        : text;
  }

  /** The value, empty where it is null or lacks. */
  Optional<String> text(String name) {
    return Optional.ofNullable(texts.get(name));
  }

  String requiredText(String name) throws InputException {
    String text = texts.get(name);
    if (text == null) {
      throw unexpected(name, "missing");
    }
    return text;
  }

  /** An integer from that on. */
  long requiredInteger(String name, long least) throws InputException {
    BigDecimal value = number(name, requiredText(name));
    if (value.scale() > 0 || value.compareTo(BigDecimal.valueOf(least)) < 0) {
      throw unexpected(name, requiredText(name));
    }
    return value.longValueExact();
  }

  /** An integer ≥ 0. */
  long requiredCount(String name) throws InputException {
    return requiredInteger(name, 0);
  }

  /** An integer ≥ 0, empty where it is null or lacks. */
  Optional<BigDecimal> count(String name) throws InputException {
    return texts.containsKey(name)
        ? Optional.of(BigDecimal.valueOf(requiredCount(name)))
        : Optional.empty();
  }

  /** A number ≥ 0, empty where it is null or lacks. */
  Optional<BigDecimal> decimal(String name) throws InputException {
    String text = texts.get(name);
    return text == null ? Optional.empty() : Optional.of(number(name, text));
  }

  /** The same as written. */
  Optional<String> decimalText(String name) throws InputException {
    return decimal(name).isEmpty() ? Optional.empty() : text(name);
  }

  String requiredDecimalText(String name) throws InputException {
    number(name, requiredText(name));
    return requiredText(name);
  }

  /** A figure as judge writes it: nothing that takes a page, or for ever, to write out. */
  private BigDecimal number(String name, String text) throws InputException {
    if (!NUMBER.matcher(text).matches()) {
      throw unexpected(name, text);
    }
    return new BigDecimal(text);
  }

  Verdict requiredVerdict(String name) throws InputException {
    return verdict(file, requiredText(name));
  }

  static Verdict verdict(Path file, String text) throws InputException {
    return Arrays.stream(Verdict.values())
        .filter(verdict -> verdict.text().equals(text))
        .findFirst()
        .orElseThrow(
            () -> new InputException(file + ": verdict " + text + " (expected: one of the four)"));
  }

  /** The start of a minute or an hour, with its offset. */
  String requiredTime(String name) throws InputException {
    String text = requiredText(name);
    if (!text.matches("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}[+-]\\d{2}:\\d{2}")) {
      throw unexpected(name, text);
    }
    return text;
  }

  /** The same as an instant. */
  Instant requiredInstant(String name) throws InputException {
    String text = requiredTime(name);
    return InstantText.parseShown(text).orElseThrow(() -> unexpected(name, text));
  }

  private InputException unexpected(String name, String what) {
    return new InputException(
        file + ": " + name + ": " + what + " (expected: a file that judge wrote)");
  }
}
