package dev.slowhour.job.batch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.read.InputFile;
import dev.slowhour.core.read.InputFiles;
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

  static void write(
      Path folder, JudgeSettings settings, InputFiles files, RunCounts counts, int contractsInForce)
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
      writeInputs(json, files);
      writeCounts(json, files, counts, contractsInForce);
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

  /** The files that were read, as a JSON array. */
  static String inputs(InputFiles files) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      writeInputs(json, files);
    }
    return text.toString();
  }

  private static void writeInputs(JsonGenerator json, InputFiles files) throws IOException {
    json.writeStartArray();
    for (Table table : Table.values()) {
      for (InputFile file : files.of(table)) {
        json.writeStartObject();
        json.writeStringField("table", table.tableName());
        json.writeStringField("file", file.name());
        json.writeNumberField("bytes", Files.size(file.path()));
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  private static void writeCounts(
      JsonGenerator json, InputFiles files, RunCounts counts, int contractsInForce)
      throws IOException {
    json.writeObjectFieldStart("counts");
    for (Table table : List.of(Table.REQUEST_LOGS, Table.POOL_METRICS, Table.REQUEST_FAILURES)) {
      if (table == Table.REQUEST_FAILURES && files.of(table).isEmpty()) {
        continue;
      }
      json.writeObjectFieldStart(table.tableName());
      json.writeNumberField("rows", counts.rows(table));
      json.writeNumberField("unreadable_lines", counts.unreadableLines(table));
      json.writeNumberField("blank_lines", counts.blankLines(table));
      json.writeEndObject();
    }
    json.writeNumberField("contracts_in_force", contractsInForce);
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
