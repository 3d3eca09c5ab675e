package dev.slowhour.job.batch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.files.JudgedFiles;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Writes {@code run.json}: what a judged folder was made from, and how. */
final class RunJson {

  static final String FILE_NAME = JudgedFiles.RUN;

  private RunJson() {}

  static void write(Path folder, JudgeSettings settings, RunInput input, RunCounts counts)
      throws IOException {
    try (JsonGenerator json =
        new JsonFactory()
            .createGenerator(
                Files.newBufferedWriter(folder.resolve(FILE_NAME), StandardCharsets.UTF_8))
            .setPrettyPrinter(new DefaultPrettyPrinter())) {
      json.writeStartObject();
      json.writeStringField("version", Version.text());
      writeSettings(json, settings);
      json.writeFieldName("inputs");
      writeInputs(json, input);
      writeCounts(json, input, counts);
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static void writeSettings(JsonGenerator json, JudgeSettings settings) throws IOException {
    json.writeObjectFieldStart("settings");
    json.writeStringField("zone", settings.zone());
    json.writeNumberField("max_request_duration_ms", settings.maxRequestDuration().toMillis());
    writeInstant(json, "from", settings.from(), settings.reportZone());
    writeInstant(json, "to", settings.to(), settings.reportZone());
    json.writeEndObject();
  }

  private static void writeInstant(
      JsonGenerator json, String field, Optional<Instant> instant, ReportZone zone)
      throws IOException {
    json.writeStringField(field, instant.map(zone::minuteText).orElse(null));
  }

  /** What is read, as a JSON array. */
  static String inputs(RunInput input) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      writeInputs(json, input);
    }
    return text.toString();
  }

  private static void writeInputs(JsonGenerator json, RunInput input) throws IOException {
    json.writeStartArray();
    input.writeInputs(json);
    json.writeEndArray();
  }

  private static void writeCounts(JsonGenerator json, RunInput input, RunCounts counts)
      throws IOException {
    json.writeObjectFieldStart("counts");
    for (Table table : List.of(Table.REQUEST_LOGS, Table.POOL_METRICS, Table.REQUEST_FAILURES)) {
      if (table == Table.REQUEST_FAILURES && !input.has(table)) {
        continue;
      }
      json.writeObjectFieldStart(table.tableName());
      json.writeNumberField("rows", counts.rows(table));
      json.writeNumberField("unreadable_lines", counts.unreadableLines(table));
      json.writeNumberField("blank_lines", counts.blankLines(table));
      json.writeEndObject();
    }
    json.writeNumberField("contracts_in_force", input.contractsInForce().size());
    json.writeObjectFieldStart("windows");
    for (Verdict verdict : Verdict.values()) {
      json.writeNumberField(verdict.text(), counts.windows(verdict));
    }
    json.writeEndObject();
    json.writeObjectFieldStart("notices");
    for (NoticeCode code : NoticeCode.values()) {
      if (counts.notices(code) > 0) {
        json.writeNumberField(code.code(), counts.notices(code));
      }
    }
    json.writeEndObject();
    json.writeEndObject();
  }
}
