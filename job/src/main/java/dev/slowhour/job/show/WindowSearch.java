package dev.slowhour.job.show;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.read.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Looks for the one window that a name means while windows pass by, and holds no others. */
final class WindowSearch {

  /** So many windows of one key are named; more are counted. */
  private static final int MOST_CANDIDATES = 20;

  private final WindowName name;
  private final NearestWindows nearest;
  private final List<WindowRow> fullNamed = new ArrayList<>();
  private final List<WindowRow> keyed = new ArrayList<>();
  private long windows;
  private long keyedCount;

  WindowSearch(WindowName name) {
    this.name = name;
    nearest = new NearestWindows(name);
  }

  /** Sees a window pass by, and says whether it is to be read whole. */
  boolean isWanted(EndpointId endpoint, String windowStart) {
    windows++;
    nearest.add(endpoint, windowStart);
    if (name.isFullNameOf(endpoint, windowStart)) {
      return true;
    }
    boolean isKeyed = name.isKeyOf(endpoint, windowStart);
    if (isKeyed) {
      keyedCount++;
    }
    return isKeyed && keyed.size() < MOST_CANDIDATES;
  }

  /** Takes a window that was wanted. */
  void add(WindowRow row) {
    (name.isFullNameOf(row.endpoint(), row.windowStart()) ? fullNamed : keyed).add(row);
  }

  /**
   * The window that the name means. A full name comes before a key that reads the same.
   *
   * @param folder where the windows are, for the messages
   * @throws InputException when it means none, or several
   */
  WindowRow found(String folder) throws InputException {
    if (fullNamed.size() == 1) {
      return fullNamed.get(0);
    }
    if (fullNamed.size() > 1) {
      throw ambiguous(fullNamed, fullNamed.size());
    }
    if (keyed.size() == 1) {
      return keyed.get(0);
    }
    throw keyed.isEmpty() ? unknown(folder) : ambiguous(keyed, keyedCount);
  }

  /** Full names of windows whose key reads like the full name of the one that was found. */
  List<String> alsoKeyed() {
    return fullNamed.size() == 1 ? names(keyed) : List.of();
  }

  private InputException ambiguous(List<WindowRow> candidates, long count) {
    return new InputException(
        String.format(
            Locale.ROOT,
            "WINDOW: %s names %,d windows (choose one: %s%s)",
            name,
            count,
            String.join(", ", names(candidates)),
            count > candidates.size()
                ? String.format(Locale.ROOT, " and %,d more", count - candidates.size())
                : ""));
  }

  private InputException unknown(String folder) {
    List<String> close = nearest.fullNames();
    return new InputException(
        String.format(
            Locale.ROOT,
            "WINDOW: no %s among the %,d windows of %s (%s)",
            name,
            windows,
            folder,
            close.isEmpty()
                ? "none has that endpoint or hour"
                : "close: " + String.join(", ", close)));
  }

  /** Names that tell the windows apart, also where the clock shows an hour twice. */
  private static List<String> names(List<WindowRow> rows) {
    List<String> names =
        rows.stream().map(row -> WindowName.full(row.endpoint(), row.windowStart())).toList();
    return names.stream().distinct().count() == names.size()
        ? names
        : rows.stream()
            .map(row -> WindowName.fullWithOffset(row.endpoint(), row.windowStart()))
            .toList();
  }
}
