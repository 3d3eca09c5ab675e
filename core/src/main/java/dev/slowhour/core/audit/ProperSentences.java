package dev.slowhour.core.audit;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a sentence about a window has to say: its own names, its minutes, its numbers. */
final class ProperSentences {

  private final RecountedWindow window;
  private final WindowClock clock;

  ProperSentences(RecountedWindow window) {
    this.window = window;
    clock = new WindowClock(window);
  }

  /** Whether a sentence is the window's own of its form. */
  boolean isProper(Sentence sentence) {
    return of(sentence).filter(sentence::equals).isPresent();
  }

  /** The window's own sentence of the same form; of a minute's peak, that of the same minute. */
  Optional<Sentence> of(Sentence sentence) {
    if (sentence.form() == SentenceForm.PEAK_OF_MINUTE) {
      return clock.minuteOfWindow(sentence.values().get(0)).map(this::peakOfMinute);
    }
    return of(sentence.form());
  }

  Sentence peakOfMinute(int minute) {
    return new Sentence(
        SentenceForm.PEAK_OF_MINUTE,
        List.of(
            clock.minute(window.startOfMinute(minute)), window.tenantId(), window.endpointId()));
  }

  /**
   * The window's own sentence of that form; empty where the window has none: of the worst minute
   * within SLO, of the pool but for verdict 4, and because a form names any minute.
   */
  Optional<Sentence> of(SentenceForm form) {
    return values(form).map(values -> new Sentence(form, values));
  }

  private Optional<List<String>> values(SentenceForm form) {
    String tenant = window.tenantId();
    String endpoint = window.endpointId();
    String misses = number(window.missCount());
    String maxConcurrency = number(window.contract().maxConcurrency());
    return switch (form) {
      case ARRIVED -> Optional.of(List.of(tenant, endpoint, clock.from(), clock.to()));
      case MISSED ->
          Optional.of(
              List.of(
                  number(window.contract().ttftSloMs()), number(window.contract().tpotSloMs())));
      case IN_PROGRESS_AT_PEAK ->
          Optional.of(List.of(clock.second(peakInstant()), tenant, endpoint));
      case PEAK, PEAK_AT_SLO -> Optional.of(List.of(tenant, endpoint));
      case PEAK_OF_MINUTE -> Optional.empty();
      case OVER_MINUTES -> Optional.of(List.of(maxConcurrency));
      case MISSED_WHILE_OVER, MISSED_WHILE_OVER_AT_SLO ->
          Optional.of(List.of(misses, maxConcurrency));
      case MISSED_WHILE_OVER_WITH_MINUTES ->
          Optional.of(List.of(misses, maxConcurrency, number(window.overMinutes())));
      case MISSED_WITH_LONG_INPUT ->
          Optional.of(List.of(misses, number(window.contract().maxInputTokens())));
      case MISSED_IN_MINUTE ->
          window.worstInstant().map(worst -> List.of(clock.minute(worst), tenant, endpoint));
      case OTHERS_IN_MINUTE ->
          window
              .isolationMinute()
              .map(worst -> List.of(window.pool(), clock.minute(worst), tenant));
      case OTHERS_BEFORE ->
          window
              .isolationMinute()
              .map(worst -> List.of(window.pool(), hourBefore(worst), minuteBefore(worst), tenant));
      case POOL_AVERAGE ->
          window
              .isolationMinute()
              .map(worst -> List.of(window.pool(), hourBefore(worst), minuteBefore(worst)));
    };
  }

  private Instant peakInstant() {
    return window.id().start().plusNanos(window.overlap().peakAt());
  }

  private String hourBefore(Instant worst) {
    return clock.minute(worst.minusSeconds(60 * Overlap.MINUTE_SECONDS));
  }

  private String minuteBefore(Instant worst) {
    return clock.minute(worst.minusSeconds(Overlap.MINUTE_SECONDS));
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
