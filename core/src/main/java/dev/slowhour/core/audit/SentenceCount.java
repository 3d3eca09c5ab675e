package dev.slowhour.core.audit;

import java.math.BigDecimal;
import java.util.Optional;

/** Turns a sentence back into its figure, by the numbers that it names. */
final class SentenceCount {

  private final RecountedWindow window;
  private final WindowClock clock;

  SentenceCount(RecountedWindow window) {
    this.window = window;
    clock = new WindowClock(window);
  }

  /**
   * The figure of a sentence that is the window's own.
   *
   * @param field the column that is counted or averaged
   * @return empty for an average of no value
   */
  Optional<BigDecimal> of(Sentence sentence, String field) {
    if (sentence.form() == SentenceForm.POOL_AVERAGE) {
      PoolCells.Column column =
          field.equals(PoolCells.Column.KV_CACHE_UTIL.field())
              ? PoolCells.Column.KV_CACHE_UTIL
              : PoolCells.Column.QUEUED_REQUESTS;
      return window.poolAverageBeforeWorst(column);
    }
    return Optional.of(BigDecimal.valueOf(count(sentence)));
  }

  private long count(Sentence sentence) {
    return switch (sentence.form()) {
      case ARRIVED -> window.rows().size();
      case MISSED ->
          window.rows().stream()
              .filter(row -> row.misses(sentence.number(0), sentence.number(1)))
              .count();
      case IN_PROGRESS_AT_PEAK -> window.overlap().at(window.overlap().peakAt());
      case PEAK -> window.overlap().peak();
      case PEAK_OF_MINUTE -> window.overlap().peakOfMinute(minute(sentence.values().get(0)));
      case PEAK_AT_SLO -> window.overlapAtSlo().peak();
      case OVER_MINUTES -> window.overlap().minutesOver(sentence.number(0));
      case MISSED_WHILE_OVER, MISSED_WHILE_OVER_WITH_MINUTES ->
          missesInMinutesOver(window.overlap(), sentence.number(1));
      case MISSED_WHILE_OVER_AT_SLO ->
          missesInMinutesOver(window.overlapAtSlo(), sentence.number(1));
      case MISSED_WITH_LONG_INPUT ->
          window.misses().stream().filter(row -> row.inputTokens() > sentence.number(1)).count();
      case MISSED_IN_MINUTE -> window.missesInMinute(minute(sentence.values().get(0)));
      case OTHERS_IN_MINUTE -> window.othersInMinute(minute(sentence.values().get(1)));
      case OTHERS_BEFORE -> window.othersBeforeWorst().orElseThrow();
      case POOL_AVERAGE -> throw new IllegalArgumentException("an average is no count");
    };
  }

  private long missesInMinutesOver(Overlap overlap, long limit) {
    return window.misses().stream()
        .filter(row -> overlap.peakOfMinute(window.minuteOf(row)) > limit)
        .count();
  }

  private int minute(String text) {
    return clock.minuteOfWindow(text).orElseThrow();
  }
}
