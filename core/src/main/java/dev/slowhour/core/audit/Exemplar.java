package dev.slowhour.core.audit;

import dev.slowhour.core.data.CodePointOrder;
import dev.slowhour.core.data.Contract;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The request whose cells stand for a window's misses. */
final class Exemplar {

  private Exemplar() {}

  /**
   * Among the misses that decided the verdict, of the worst minute if there are any, the one with
   * the largest exact {@code max(ttft/slo, tpot/slo)}; ties by arrival, then request id.
   *
   * @return empty when nothing missed
   */
  static Optional<Row> of(RecountedWindow window) {
    Predicate<Row> decides =
        switch (window.verdict()) {
          case WITHIN_SLO, ISOLATION_FAILURE -> row -> true;
          case OVER_CONCURRENCY -> window::arrivedInOverMinute;
          case LONG_INPUT -> window::hasLongInput;
        };
    List<Row> decided = window.misses().stream().filter(decides).toList();
    List<Row> ofWorstMinute =
        decided.stream()
            .filter(row -> window.worstMinute().equals(Optional.of(window.minuteOf(row))))
            .toList();
    Contract contract = window.contract();
    return (ofWorstMinute.isEmpty() ? decided : ofWorstMinute)
        .stream()
            .min(
                Comparator.comparing((Row row) -> badness(row, contract))
                    .reversed()
                    .thenComparing(Row::arrivedAt)
                    .thenComparing(Row::requestId, CodePointOrder::compare));
  }

  /** {@code max(ttft/slo, tpot/slo)} × both objectives, so that it stays exact. */
  private static BigDecimal badness(Row row, Contract contract) {
    BigDecimal ttft =
        BigDecimal.valueOf(row.ttftMs()).multiply(BigDecimal.valueOf(contract.tpotSloMs()));
    return ttft.max(row.tpotMs().multiply(BigDecimal.valueOf(contract.ttftSloMs())));
  }
}
