package dev.slowhour.job.show;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.read.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads one object of {@code verdicts.json}; of windows that nobody asked for only the name. */
final class WindowRowReader {

  private final Path file;
  private final Fields fields;
  private final List<EvidenceRow> evidence = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<Verdict> alsoFound = new ArrayList<>();

  private WindowRowReader(Path file) {
    this.file = file;
    fields = new Fields(file);
  }

  /** Which windows are read whole. */
  @FunctionalInterface
  interface Wanted {
    boolean isWanted(EndpointId endpoint, String windowStart);
  }

  /**
   * Reads the object that the parser is at the start of, to its end.
   *
   * @return the window, if it is wanted
   */
  static Optional<WindowRow> read(Path file, JsonParser json, Wanted wanted)
      throws InputException, IOException {
    return new WindowRowReader(file).read(json, wanted);
  }

  private Optional<WindowRow> read(JsonParser json, Wanted wanted)
      throws InputException, IOException {
    // The name stands before the first array, in every file that judge wrote.
    Optional<Boolean> isWanted = Optional.empty();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      if (name.equals("also_found") || name.equals("evidence") || name.equals("notes")) {
        if (isWanted.isEmpty()) {
          isWanted = Optional.of(wanted.isWanted(endpoint(), windowStart()));
        }
        json.nextToken();
        if (isWanted.get()) {
          readArray(name, json);
        } else {
          json.skipChildren();
        }
      } else {
        fields.add(json);
      }
    }
    if (isWanted.isEmpty()) {
      isWanted = Optional.of(wanted.isWanted(endpoint(), windowStart()));
    }
    return isWanted.get() ? Optional.of(row()) : Optional.empty();
  }

  private EndpointId endpoint() throws InputException {
    return new EndpointId(fields.requiredText("tenant_id"), fields.requiredText("endpoint_id"));
  }

  private String windowStart() throws InputException {
    return fields.requiredTime("window_start");
  }

  private void readArray(String name, JsonParser json) throws InputException, IOException {
    if (!json.hasToken(JsonToken.START_ARRAY)) {
      return;
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (name.equals("evidence")) {
        evidence.add(evidenceRow(json));
      } else if (name.equals("notes")) {
        notes.add(Fields.printable(json.getText()));
      } else {
        alsoFound.add(Fields.verdict(file, json.getText()));
      }
    }
  }

  private EvidenceRow evidenceRow(JsonParser json) throws InputException, IOException {
    Fields item = new Fields(file);
    if (!json.hasToken(JsonToken.START_OBJECT)) {
      throw new InputException(
          file + ": evidence that is no object (expected: a file that judge wrote)");
    }
    while (json.nextToken() != JsonToken.END_OBJECT) {
      item.add(json);
    }
    return new EvidenceRow(
        item.requiredText("table"),
        item.text("row"),
        item.requiredText("field"),
        item.text("value"),
        item.text("agg"),
        item.text("filter"));
  }

  private WindowRow row() throws InputException {
    Optional<WindowRow.WorstMinute> worstMinute =
        fields.text("worst_minute").isEmpty()
            ? Optional.empty()
            : Optional.of(
                new WindowRow.WorstMinute(
                    fields.requiredTime("worst_minute"),
                    fields.requiredCount("worst_minute_misses")));
    return new WindowRow(
        fields.requiredText("window_key"),
        endpoint(),
        fields.requiredText("accel_pool"),
        windowStart(),
        fields.requiredVerdict("verdict"),
        fields.requiredVerdict("verdict_at_slo"),
        List.copyOf(alsoFound),
        fields.requiredCount("request_count"),
        fields.requiredCount("slo_miss_count"),
        fields.requiredDecimalText("slo_miss_pct"),
        fields.requiredInteger("max_concurrency", 1),
        concurrency(""),
        concurrency("_at_slo"),
        fields.requiredCount("misses_with_long_input"),
        worstMinute,
        pool(),
        List.copyOf(evidence),
        List.copyOf(notes),
        fields.requiredText("summary"));
  }

  private WindowRow.Concurrency concurrency(String suffix) throws InputException {
    return new WindowRow.Concurrency(
        fields.requiredCount("peak_concurrency" + suffix),
        fields.requiredCount("over_concurrency_minutes" + suffix),
        fields.requiredCount("misses_in_over_concurrency" + suffix));
  }

  private WindowRow.PoolFigures pool() throws InputException {
    return new WindowRow.PoolFigures(
        fields.decimalText("kv_cache_util_at_worst"),
        fields.decimalText("kv_cache_util_prev_hour_avg"),
        fields.decimalText("queued_at_worst"),
        fields.decimalText("queued_prev_hour_avg"),
        fields.decimalText("other_tenant_requests_at_worst"),
        fields.decimalText("other_tenant_requests_prev_hour_avg"),
        fields.decimalText("other_tenant_requests_ratio"));
  }
}
