package dev.slowhour.core.judge;

import dev.slowhour.core.data.CodePointOrder;
import dev.slowhour.core.data.Contract;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Chooses the exemplar: among the misses that decided the verdict and, but within SLO, those of the
 * worst minute if there are any, the one with the largest exact {@code max(ttft / slo, tpot /
 * slo)}; ties by arrival, then request id.
 */
final class ExemplarChoice {

  private final RequestBlock rows;
  private final EndpointWindow window;

  private ExemplarChoice(RequestBlock rows, EndpointWindow window) {
    this.rows = rows;
    this.window = window;
  }

  /**
   * The exemplar of a window.
   *
   * @param rows the hour's rows
   * @param misses indexes of those that missed their SLO
   * @param window the window as far as it is known without its exemplar
   */
  static Optional<Exemplar> of(RequestBlock rows, int[] misses, EndpointWindow window) {
    ExemplarChoice choice = new ExemplarChoice(rows, window);
    int[] decisive = filter(misses, choice.decided());
    int[] ofWorstMinute =
        filter(
            decisive,
            row -> window.worstMinuteIndex().orElse(-1) == EndpointJudge.minuteOf(rows, row));
    return IntStream.of(ofWorstMinute.length > 0 ? ofWorstMinute : decisive)
        .boxed()
        .min(choice::compare)
        .map(choice::exemplar);
  }

  private static int[] filter(int[] rows, IntPredicate condition) {
    return IntStream.of(rows).filter(condition).toArray();
  }

  private IntPredicate decided() {
    Contract contract = window.contract();
    return switch (window.verdict()) {
      case WITHIN_SLO, ISOLATION_FAILURE -> row -> true;
      case OVER_CONCURRENCY ->
          row ->
              window.concurrency().perMinute()[EndpointJudge.minuteOf(rows, row)]
                  > contract.maxConcurrency();
      case LONG_INPUT -> row -> rows.inputTokens()[row] > contract.maxInputTokens();
    };
  }

  /** The better exemplar first. */
  private int compare(int left, int right) {
    int order = severity(right).compareTo(severity(left));
    if (order == 0) {
      order = Long.compare(rows.arrivedNanos()[left], rows.arrivedNanos()[right]);
    }
    return order != 0 ? order : CodePointOrder.compare(rows.requestId(left), rows.requestId(right));
  }

  /** {@code max(ttft / ttft_slo, tpot / tpot_slo)}, times both objectives to stay exact. */
  private BigDecimal severity(int row) {
    Contract contract = window.contract();
    BigDecimal ttft =
        BigDecimal.valueOf(rows.ttftMs()[row]).multiply(BigDecimal.valueOf(contract.tpotSloMs()));
    BigDecimal tpot = rows.tpotMs(row).multiply(BigDecimal.valueOf(contract.ttftSloMs()));
    return ttft.max(tpot);
  }

  private Exemplar exemplar(int row) {
    return new Exemplar(
        rows.requestId(row),
        rows.hour().plusNanos(rows.arrivedNanos()[row]),
        rows.inputTokens()[row],
        rows.ttftMs()[row],
        rows.tpotMs(row));
  }
}
