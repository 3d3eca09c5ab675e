package dev.slowhour.core.doctor;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The lines of a file that cannot be read, with one code.
 *
 * @param count how many
 * @param examples the first three of them
 */
public record Faults(NoticeCode code, long count, List<Notice> examples) {

  private static final int MAX_EXAMPLES = 3;

  /** Collects notices by code; holds the first of each. */
  static final class Collector {

    private final Map<NoticeCode, List<Notice>> examples = new EnumMap<>(NoticeCode.class);
    private final Map<NoticeCode, Long> counts = new EnumMap<>(NoticeCode.class);

    void add(Notice notice) {
      counts.merge(notice.code(), 1L, Long::sum);
      List<Notice> ofCode = examples.computeIfAbsent(notice.code(), code -> new ArrayList<>());
      if (ofCode.size() < MAX_EXAMPLES) {
        ofCode.add(notice);
      }
    }

    List<Faults> faults() {
      return counts.entrySet().stream()
          .map(
              count ->
                  new Faults(
                      count.getKey(), count.getValue(), List.copyOf(examples.get(count.getKey()))))
          .toList();
    }
  }
}
