package dev.slowhour.job.show;

import dev.slowhour.core.compare.Counts;
import dev.slowhour.core.compare.JudgedSide;
import dev.slowhour.core.compare.MinuteChange;
import dev.slowhour.core.compare.VerdictReading;
import dev.slowhour.core.compare.WindowFigures;
import dev.slowhour.core.compare.WindowKey;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.FailureHour;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.files.JudgedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The figures of all windows of a judged folder, without what is said about them. */
public final class JudgedFigures {

  private JudgedFigures() {}

  /**
   * The windows of a {@code verdicts.json}, in their order. They are held: about 200 bytes each.
   *
   * @throws InputException when judge did not write the file
   * @throws IOException when it cannot be read
   */
  public static List<WindowFigures> windows(Path verdicts) throws InputException, IOException {
    List<WindowFigures> windows = new ArrayList<>();
    Set<WindowKey> keys = new HashSet<>();
    try (JsonRows rows = JsonRows.open(verdicts)) {
      while (rows.next()) {
        WindowFigures window = window(verdicts, rows.fields(Map.of()).orElseThrow());
        if (!keys.add(window.key())) {
          throw new InputException(
              verdicts + ": two windows " + window.key() + " (expected: a file that judge wrote)");
        }
        windows.add(window);
      }
    }
    return windows;
  }

  /**
   * The windows of a folder and its requests that were not answered.
   *
   * @throws InputException when judge did not write the folder
   * @throws IOException when it cannot be read
   */
  public static JudgedSide side(Path folder) throws InputException, IOException {
    return new JudgedSide(
        windows(folder.resolve(JudgedFiles.VERDICTS)),
        failures(folder.resolve(JudgedFiles.FAILURES)));
  }

  private static Optional<List<FailureHour>> failures(Path file)
      throws InputException, IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    List<FailureHour> failures = new ArrayList<>();
    try (JsonRows rows = JsonRows.open(file)) {
      while (rows.next()) {
        failures.add(BesideReader.failureHour(rows.fields(Map.of()).orElseThrow()));
      }
    }
    return Optional.of(List.copyOf(failures));
  }

  private static WindowFigures window(Path file, Fields fields) throws InputException {
    WindowKey key = key(fields, fields.requiredInstant("window_start"));
    try {
      WindowFigures figures =
          new WindowFigures(
              key,
              counts(fields, "misses_in_over_concurrency"),
              counts(fields, "misses_in_over_concurrency_at_slo"));
      if (figures.verdict(VerdictReading.BY_RULE) != fields.requiredVerdict("verdict")
          || figures.verdict(VerdictReading.AT_SLO) != fields.requiredVerdict("verdict_at_slo")) {
        throw new InputException(
            file
                + ": the verdicts of "
                + WindowName.fullWithOffset(key.endpoint(), fields.requiredTime("window_start"))
                + " are not those of its counts (expected: a file that judge wrote)");
      }
      return figures;
    } catch (IllegalArgumentException e) {
      throw new InputException(file + ": " + e.getMessage(), e);
    }
  }

  private static WindowKey key(Fields fields, Instant windowStart) throws InputException {
    return new WindowKey(
        new EndpointId(fields.requiredText("tenant_id"), fields.requiredText("endpoint_id")),
        windowStart);
  }

  private static Counts counts(Fields fields, String missesInOver) throws InputException {
    return new Counts(
        fields.requiredCount("request_count"),
        fields.requiredCount("slo_miss_count"),
        fields.requiredCount(missesInOver),
        fields.requiredCount("misses_with_long_input"));
  }

  /**
   * Hands over the minutes of two outputs that were made from the same requests, side by side.
   *
   * @param zone that both were judged in
   * @throws InputException when their windows are not the same
   * @throws IOException when they cannot be read
   */
  public static void minutes(Path before, Path after, ReportZone zone, Consumer<MinuteChange> to)
      throws InputException, IOException {
    try (JsonRows left = JsonRows.open(before.resolve(JudgedFiles.MINUTES));
        JsonRows right = JsonRows.open(after.resolve(JudgedFiles.MINUTES))) {
      boolean hasLeft = left.next();
      boolean hasRight = right.next();
      while (hasLeft && hasRight) {
        to.accept(minute(left, right, zone));
        hasLeft = left.next();
        hasRight = right.next();
      }
      if (hasLeft || hasRight) {
        throw differ(left, right);
      }
    }
  }

  private static MinuteChange minute(JsonRows left, JsonRows right, ReportZone zone)
      throws InputException, IOException {
    Fields before = left.fields(Map.of()).orElseThrow();
    Optional<Fields> after =
        right.fields(
            Map.of(
                "tenant_id", before.requiredText("tenant_id"),
                "endpoint_id", before.requiredText("endpoint_id"),
                "minute", before.requiredTime("minute")));
    if (after.isEmpty()) {
      throw differ(left, right);
    }
    Instant minute = before.requiredInstant("minute");
    return new MinuteChange(
        key(before, zone.hourOf(minute)),
        minute,
        before.requiredInteger("max_concurrency", 1),
        peaks(before),
        peaks(after.get()));
  }

  private static MinuteChange.Peaks peaks(Fields minute) throws InputException {
    return new MinuteChange.Peaks(
        minute.requiredCount("peak_concurrency"), minute.requiredCount("peak_concurrency_at_slo"));
  }

  private static InputException differ(JsonRows left, JsonRows right) {
    return new InputException(
        left.file()
            + " and "
            + right.file()
            + " are not of the same windows (expected: outputs of the same requests)");
  }
}
