package dev.slowhour.job.show;

import dev.slowhour.core.data.FailureHour;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InstantText;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.files.JudgedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds what is shown beside a window; each of its files may lack. */
final class BesideReader {

  private static final int CLOCK = "2026-10-13T".length();
  private static final int CLOCK_END = "2026-10-13T10:17".length();

  private final Path folder;
  private final WindowRow window;

  BesideReader(Path folder, WindowRow window) {
    this.folder = folder;
    this.window = window;
  }

  Beside read() throws InputException, IOException {
    Path failures = folder.resolve(JudgedFiles.FAILURES);
    Path events = folder.resolve(JudgedFiles.EVENTS);
    return new Beside(
        Files.exists(failures) ? Optional.of(failures(failures)) : Optional.empty(),
        Files.exists(events) ? Optional.of(events(events)) : Optional.empty());
  }

  private FailureHour failures(Path file) throws InputException, IOException {
    Map<String, String> ofWindow = new TreeMap<>();
    ofWindow.put("tenant_id", window.endpoint().tenantId());
    ofWindow.put("endpoint_id", window.endpoint().endpointId());
    ofWindow.put("window_start", window.windowStart());
    try (JsonRows rows = JsonRows.open(file)) {
      while (rows.next()) {
        Optional<Fields> fields = rows.fields(ofWindow);
        if (fields.isPresent()) {
          return failureHour(fields.get());
        }
      }
    }
    return new FailureHour(
        window.endpoint().tenantId(),
        window.endpoint().endpointId(),
        instant(file, window.windowStart()),
        0,
        0,
        0,
        0);
  }

  static FailureHour failureHour(Fields fields) throws InputException {
    return new FailureHour(
        fields.requiredText("tenant_id"),
        fields.requiredText("endpoint_id"),
        fields.requiredInstant("window_start"),
        fields.requiredCount("refused"),
        fields.requiredCount("timeout"),
        fields.requiredCount("cancelled"),
        fields.requiredCount("error"));
  }

  private List<PoolEvent> events(Path file) throws InputException, IOException {
    Instant start = instant(file, window.windowStart());
    Instant end = start.plusSeconds(ReportZone.HOUR_SECONDS);
    List<PoolEvent> events = new ArrayList<>();
    try (JsonRows rows = JsonRows.open(file)) {
      while (rows.next()) {
        Optional<Fields> fields = rows.fields(Map.of("accel_pool", window.accelPool()));
        if (fields.isPresent()) {
          String at = fields.get().requiredText("at");
          Instant instant = instant(file, at);
          if (!instant.isBefore(start) && instant.isBefore(end)) {
            events.add(
                new PoolEvent(at.substring(CLOCK, CLOCK_END), fields.get().requiredText("kind")));
          }
        }
      }
    }
    return List.copyOf(events);
  }

  private static Instant instant(Path file, String text) throws InputException {
    return InstantText.parseShown(text)
        .orElseThrow(
            () ->
                new InputException(
                    file + ": time " + text + " (expected: a file that judge wrote)"));
  }
}
