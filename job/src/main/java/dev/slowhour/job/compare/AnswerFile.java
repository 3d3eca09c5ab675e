package dev.slowhour.job.compare;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamReadException;
import dev.slowhour.core.compare.Answer;
import dev.slowhour.core.compare.WindowKey;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.read.FileFailure;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InstantText;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads {@code answers.json}: an array of {@code tenant_id}, {@code endpoint_id}, {@code
 * window_start}, {@code planted} (one of the four verdicts) and, if anyone says it, {@code cause}.
 */
public final class AnswerFile {

  private final Path file;
  private final List<Answer> answers = new ArrayList<>();
  private final Set<WindowKey> keys = new HashSet<>();

  private AnswerFile(Path file) {
    this.file = file;
  }

  /**
   * The answers, in their order.
   *
   * @throws InputException when the file cannot be read, or one of them is at fault
   */
  public static List<Answer> read(Path file) throws InputException {
    AnswerFile reading = new AnswerFile(file);
    try (Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8);
        JsonParser json = new JsonFactory().createParser(text)) {
      reading.read(json);
    } catch (StreamReadException e) {
      throw new InputException(
          file
              + ": no JSON at line "
              + e.getLocation().getLineNr()
              + ", column "
              + e.getLocation().getColumnNr()
              + " (expected: an array of answers)",
          e);
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + FileFailure.reason(e), e);
    }
    return List.copyOf(reading.answers);
  }

  private void read(JsonParser json) throws IOException, InputException {
    if (json.nextToken() != JsonToken.START_ARRAY) {
      throw new InputException(file + ": no array (expected: an array of answers)");
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (!json.hasToken(JsonToken.START_OBJECT)) {
        throw fault("no object", "an object with tenant_id, endpoint_id, window_start, planted");
      }
      add(fields(json));
    }
  }

  private static Map<String, String> fields(JsonParser json) throws IOException {
    Map<String, String> fields = new HashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      if (json.nextToken() == JsonToken.VALUE_STRING) {
        fields.put(name, json.getText());
      } else {
        json.skipChildren();
      }
    }
    return fields;
  }

  private void add(Map<String, String> fields) throws InputException {
    String start = required(fields, "window_start");
    Instant windowStart =
        InstantText.parseShown(start)
            .orElseThrow(
                () -> fault("window_start: " + start, "a time such as 2026-10-13T10:00+09:00"));
    WindowKey key =
        new WindowKey(
            new EndpointId(required(fields, "tenant_id"), required(fields, "endpoint_id")),
            windowStart);
    if (!keys.add(key)) {
      throw fault("a window that has an answer already", "one answer a window");
    }
    answers.add(
        new Answer(key, planted(required(fields, "planted")), fields.getOrDefault("cause", "")));
  }

  private String required(Map<String, String> fields, String name) throws InputException {
    String value = fields.get(name);
    if (value == null) {
      throw fault(name + " is missing", "a text");
    }
    return value;
  }

  private Verdict planted(String text) throws InputException {
    return Arrays.stream(Verdict.values())
        .filter(verdict -> verdict.text().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                fault(
                    "planted: " + text,
                    Arrays.stream(Verdict.values())
                        .map(Verdict::text)
                        .collect(Collectors.joining(", "))));
  }

  private InputException fault(String what, String expected) {
    return new InputException(
        file + ": answer " + (answers.size() + 1) + ": " + what + " (expected: " + expected + ")");
  }
}
