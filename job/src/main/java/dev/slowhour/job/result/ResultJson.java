package dev.slowhour.job.result;

import static dev.slowhour.core.compare.VerdictReading.AT_SLO;
import static dev.slowhour.core.compare.VerdictReading.BY_RULE;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.slowhour.core.compare.Comparison;
import dev.slowhour.core.compare.Confusion;
import dev.slowhour.core.compare.VerdictReading;
import dev.slowhour.core.evidence.NumberText;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.show.WholeFile;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Results as JSON: fields are named as the columns of the store. */
public final class ResultJson {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .configure(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8, true)
          .build();

  private ResultJson() {}

  @FunctionalInterface
  private interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  /**
   * Writes a score; a file that is there is replaced.
   *
   * @throws InputException when its place will not do
   * @throws IOException when it cannot be written
   */
  public static void write(ScoreResult result, Path file) throws InputException, IOException {
    WholeFile.write(
        "json",
        file,
        text(
            json -> {
              json.writeStringField("name", result.name());
              json.writeNumberField("planted", result.score().planted().size());
              writeConfusion(json, "by_rule", result.score().confusion(BY_RULE));
              writeConfusion(json, "at_slo", result.score().confusion(AT_SLO));
              writeRows(
                  json, "windows", ScoreRow.fields(), ScoreRow.of(result.score()), result.zone());
            }));
  }

  private static void writeConfusion(JsonGenerator json, String name, Confusion confusion)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("right", confusion.right());
    json.writeArrayFieldStart("confusion");
    for (Verdict planted : Verdict.values()) {
      for (Verdict cameOut : Verdict.values()) {
        writeCell(json, planted, Optional.of(cameOut), confusion.count(planted, cameOut));
      }
      writeCell(json, planted, Optional.empty(), confusion.notJudged().get(planted));
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeCell(
      JsonGenerator json, Verdict planted, Optional<Verdict> cameOut, int windows)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("planted", planted.text());
    json.writeStringField("verdict", cameOut.map(Verdict::text).orElse(null));
    json.writeNumberField("windows", windows);
    json.writeEndObject();
  }

  /**
   * Writes a comparison; a file that is there is replaced.
   *
   * @throws InputException when its place will not do
   * @throws IOException when it cannot be written
   */
  public static void write(ComparisonResult result, Path file) throws InputException, IOException {
    Comparison comparison = result.comparison();
    WholeFile.write(
        "json",
        file,
        text(
            json -> {
              json.writeStringField("kind", result.kind().name().toLowerCase(Locale.ROOT));
              json.writeStringField("name", result.name());
              json.writeStringField("before_name", result.before());
              json.writeStringField("after_name", result.after());
              json.writeNumberField("hours", comparison.hours().size());
              json.writeNumberField("shift_hours", result.shiftHours());
              json.writeNumberField("left_out_before", comparison.leftOutBefore());
              json.writeNumberField("left_out_after", comparison.leftOutAfter());
              writeReading(json, "by_rule", result, BY_RULE);
              writeReading(json, "at_slo", result, AT_SLO);
              if (result.kind() == ComparisonResult.Kind.COMPARE) {
                writeRows(
                    json,
                    "goodput",
                    ComparisonRows.goodputFields(),
                    ComparisonRows.goodput(comparison, result.before(), result.after()),
                    result.zone());
              }
              writeRows(
                  json,
                  "windows",
                  ComparisonRows.windowFields(),
                  comparison.windows(),
                  result.zone());
              if (result.kind() == ComparisonResult.Kind.SENSITIVITY) {
                json.writeNumberField("minutes_judged", result.minutes().minutes());
                writeRows(
                    json,
                    "minutes",
                    ComparisonRows.minuteFields(),
                    result.minutes().changes(),
                    result.zone());
              }
            }));
  }

  private static void writeReading(
      JsonGenerator json, String name, ComparisonResult result, VerdictReading reading)
      throws IOException {
    Comparison comparison = result.comparison();
    json.writeObjectFieldStart(name);
    json.writeNumberField("changed", comparison.flipped(reading).size());
    json.writeNumberField(
        "marginal",
        comparison.flipped(reading).stream()
            .filter(window -> window.flip(reading).orElseThrow().isMarginal())
            .count());
    json.writeNumberField(
        "isolation_failures_before", comparison.firstIsolationFailures(reading).size());
    json.writeNumberField(
        "of_these_within_slo_after",
        comparison.firstIsolationFailures(reading).stream()
            .filter(window -> window.isWithinSloAfter())
            .count());
    if (result.kind() == ComparisonResult.Kind.SENSITIVITY) {
      json.writeNumberField("minutes_changed", result.minutes().changed(reading));
      json.writeNumberField("minutes_flipped", result.minutes().flipped(reading));
    }
    json.writeEndObject();
  }

  private static <R> void writeRows(
      JsonGenerator json, String name, List<RowField<R>> fields, List<R> rows, ReportZone zone)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (R row : rows) {
      json.writeStartObject();
      for (RowField<R> field : fields) {
        json.writeFieldName(field.name());
        write(json, field.value().apply(row), zone);
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, Optional<?> value, ReportZone zone)
      throws IOException {
    Object object = value.orElse(null);
    if (object == null) {
      json.writeNull();
    } else if (object instanceof Long count) {
      json.writeNumber(count);
    } else if (object instanceof BigDecimal number) {
      json.writeNumber(NumberText.shortest(number));
    } else if (object instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (object instanceof Instant time) {
      json.writeString(zone.minuteText(time));
    } else {
      json.writeString(object.toString());
    }
  }

  private static String text(Content content) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json =
        FACTORY.createGenerator(text).setPrettyPrinter(new DefaultPrettyPrinter())) {
      json.writeStartObject();
      content.write(json);
      json.writeEndObject();
    }
    return text.append('\n').toString();
  }
}
