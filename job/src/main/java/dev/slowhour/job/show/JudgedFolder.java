package dev.slowhour.job.show;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.files.JudgedFiles;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A folder that {@code judge} wrote. Its files are read from their start each time and held
 * nowhere: they can be much larger than memory.
 */
public final class JudgedFolder {

  private final Path folder;

  private JudgedFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * The window that was found.
   *
   * @param alsoKeyed full names of other windows whose key is the same text as this one's full name
   */
  public record Found(WindowRow window, List<String> alsoKeyed) {}

  /**
   * The folder.
   *
   * @throws InputException when judge did not write it
   */
  public static JudgedFolder at(Path folder) throws InputException {
    if (!Files.isRegularFile(folder.resolve(JudgedFiles.RUN))) {
      throw new InputException(
          "out: "
              + folder
              + (Files.isDirectory(folder) ? " has no " + JudgedFiles.RUN : " is no folder")
              + " (expected: a folder that judge wrote)");
    }
    return new JudgedFolder(folder);
  }

  /**
   * The window that the name means.
   *
   * @throws InputException when it means none or several, or the folder is damaged
   * @throws IOException when the folder cannot be read
   */
  public Found find(WindowName name) throws InputException, IOException {
    WindowSearch search = new WindowSearch(name);
    Path file = folder.resolve(JudgedFiles.VERDICTS);
    try (JsonRows rows = JsonRows.open(file)) {
      while (rows.next()) {
        rows.read(json -> WindowRowReader.read(file, json, search::isWanted))
            .ifPresent(search::add);
      }
    }
    return new Found(search.found(folder.toString()), search.alsoKeyed());
  }

  /**
   * All that is shown of the window.
   *
   * @throws InputException when the folder is damaged
   * @throws IOException when the folder cannot be read
   */
  public WindowView view(WindowRow window) throws InputException, IOException {
    List<MinuteRow> minutes = minutes(window);
    requireIsOneOf(minutes, window);
    return new WindowView(
        window, minutes, leftOut(window), new BesideReader(folder, window).read());
  }

  private void requireIsOneOf(List<MinuteRow> minutes, WindowRow window) throws InputException {
    Optional<String> worst = window.worstMinute().map(WindowRow.WorstMinute::minute);
    if (worst.isPresent() && minutes.stream().noneMatch(m -> m.minute().equals(worst.get()))) {
      throw new InputException(
          folder.resolve(JudgedFiles.MINUTES)
              + ": worst_minute "
              + worst.get()
              + " is none of the window's (expected: files that judge wrote together)");
    }
  }

  private List<MinuteRow> minutes(WindowRow window) throws InputException, IOException {
    Path file = folder.resolve(JudgedFiles.MINUTES);
    List<MinuteRow> minutes = new ArrayList<>();
    try (JsonRows rows = JsonRows.open(file)) {
      Map<String, String> ofEndpoint = ofEndpoint(window);
      while (minutes.size() < ReportZone.HOUR_MINUTES && rows.next()) {
        Optional<Fields> fields = rows.fields(ofEndpoint);
        // Sorted by endpoint and time: the hour's minutes follow its first one.
        if (fields.isPresent()
            && (!minutes.isEmpty()
                || fields.get().requiredTime("minute").equals(window.windowStart()))) {
          minutes.add(minute(fields.get(), window.isIsolationFailure()));
        } else if (!minutes.isEmpty()) {
          break;
        }
      }
    }
    if (minutes.size() != ReportZone.HOUR_MINUTES) {
      throw new InputException(
          file
              + ": "
              + minutes.size()
              + " minutes of "
              + WindowName.fullWithOffset(window.endpoint(), window.windowStart())
              + " (expected: 60, in a file that judge wrote)");
    }
    return List.copyOf(minutes);
  }

  private static Map<String, String> ofEndpoint(WindowRow window) {
    return Map.of(
        "tenant_id", window.endpoint().tenantId(), "endpoint_id", window.endpoint().endpointId());
  }

  private static MinuteRow minute(Fields fields, boolean isIsolationFailure) throws InputException {
    Optional<BigDecimal> others =
        isIsolationFailure ? fields.count("other_tenant_requests") : Optional.empty();
    return new MinuteRow(
        fields.requiredTime("minute"),
        fields.requiredCount("requests"),
        fields.requiredCount("slo_misses"),
        fields.requiredCount("misses_with_long_input"),
        fields.requiredCount("peak_concurrency"),
        fields.requiredCount("peak_concurrency_at_slo"),
        fields.requiredText("over_concurrency").equals("true"),
        fields.decimal("kv_cache_util"),
        fields.count("queued_requests"),
        others);
  }

  private SortedMap<NoticeCode, Long> leftOut(WindowRow window) throws InputException, IOException {
    Map<NoticeCode, Long> counts = new EnumMap<>(NoticeCode.class);
    Map<String, String> ofWindow = new TreeMap<>(ofEndpoint(window));
    ofWindow.put("window_start", window.windowStart());
    try (JsonRows rows = JsonRows.open(folder.resolve(JudgedFiles.NOTICES))) {
      while (rows.next()) {
        Optional<Fields> fields = rows.fields(ofWindow);
        if (fields.isPresent()) {
          counts.merge(code(rows.file(), fields.get().requiredText("code")), 1L, Long::sum);
        }
      }
    }
    return new TreeMap<>(counts);
  }

  private static NoticeCode code(Path file, String text) throws InputException {
    return Arrays.stream(NoticeCode.values())
        .filter(code -> code.code().equals(text))
        .findFirst()
        .orElseThrow(
            () -> new InputException(file + ": code " + text + " (expected: one of judge's)"));
  }
}
