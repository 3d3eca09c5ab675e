package dev.slowhour.job.batch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamReadException;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.FileFailure;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InstantText;
import dev.slowhour.job.files.JudgedFiles;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Reads back from {@code run.json} what a folder was judged with. */
public final class RunSettings {

  private RunSettings() {}

  /**
   * The settings that the folder was judged with.
   *
   * @throws InputException when judge did not write the folder, or its {@code run.json} is damaged
   */
  public static JudgeSettings of(Path folder) throws InputException {
    Path file = folder.resolve(JudgedFiles.RUN);
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8);
        JsonParser json = new JsonFactory().createParser(reader)) {
      Map<String, String> settings = settings(json);
      return new JudgeSettings(
          settings.getOrDefault("zone", ""),
          Duration.ofMillis(Long.parseLong(settings.getOrDefault("max_request_duration_ms", ""))),
          instantOrNull(settings.get("from")),
          instantOrNull(settings.get("to")));
    } catch (StreamReadException | IllegalArgumentException e) {
      throw new InputException(file + ": no settings of a run (expected: as judge wrote it)", e);
    } catch (IOException e) {
      throw new InputException(
          file
              + ": cannot be read: "
              + FileFailure.reason(e)
              + " (expected: beside the verdicts, as judge wrote it)",
          e);
    }
  }

  private static Map<String, String> settings(JsonParser json) throws IOException {
    Map<String, String> settings = new HashMap<>();
    if (json.nextToken() != JsonToken.START_OBJECT) {
      return settings;
    }
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      JsonToken value = json.nextToken();
      if (!name.equals("settings") || value != JsonToken.START_OBJECT) {
        json.skipChildren();
        continue;
      }
      for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
        if (json.nextToken() != JsonToken.VALUE_NULL) {
          settings.put(key, json.getText());
          json.skipChildren();
        }
      }
    }
    return settings;
  }

  private static Instant instantOrNull(String textOrNull) {
    return textOrNull == null
        ? null
        : InstantText.parseShown(textOrNull)
            .orElseThrow(() -> new IllegalArgumentException("instant: " + textOrNull));
  }
}
