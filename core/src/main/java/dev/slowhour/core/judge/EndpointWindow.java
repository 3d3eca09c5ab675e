package dev.slowhour.core.judge;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.time.ReportZone;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * One tenant's endpoint in one hour, as far as its own requests and its contract tell. Everything
 * that decides the verdict is here; the pool's figures come beside it in {@link JudgedWindow}.
 *
 * <p>The arrays of figures have one element for each of the 60 minutes.
 *
 * @param windowStart the start of the hour
 * @param accelPool the pool of the hour
 * @param contract the version in force at the start of the hour
 * @param requests requests that arrived
 * @param sloMisses those of them that missed their SLO
 * @param missesWithLongInput those misses with more input tokens than contracted
 * @param concurrency requests in progress
 * @param concurrencyAtSlo requests that would have been in progress, had every one been answered
 *     just within its SLO
 * @param exemplarOrNull the miss that shows best what decided; null when nothing missed
 * @param missesAtInputCap misses with exactly as many input tokens as contracted
 * @param leftOut how many lines of the endpoint and hour count for nothing, by code
 */
public record EndpointWindow(
    Instant windowStart,
    String accelPool,
    Contract contract,
    int[] requests,
    int[] sloMisses,
    int[] missesWithLongInput,
    Concurrency concurrency,
    Concurrency concurrencyAtSlo,
    Exemplar exemplarOrNull,
    int missesAtInputCap,
    Map<NoticeCode, Integer> leftOut) {

  /** The endpoint that the window is about. */
  public EndpointId endpoint() {
    return contract.endpoint();
  }

  /** n: requests that arrived in the hour. */
  public int requestCount() {
    return Arrays.stream(requests).sum();
  }

  /** m: requests of the hour with a TTFT or a TPOT above the contract's. */
  public int sloMissCount() {
    return Arrays.stream(sloMisses).sum();
  }

  /** l: misses with more input tokens than contracted. */
  public int longInputMissCount() {
    return Arrays.stream(missesWithLongInput).sum();
  }

  /** Minutes in which the concurrency was above the contracted one. */
  public int overConcurrencyMinutes() {
    return concurrency.minutesOver(contract.maxConcurrency());
  }

  /** c: misses that arrived in such a minute. */
  public int missesInOverConcurrency() {
    return missesOver(concurrency);
  }

  /** Minutes in which the concurrency would have been above the contracted one at SLO. */
  public int overConcurrencyMinutesAtSlo() {
    return concurrencyAtSlo.minutesOver(contract.maxConcurrency());
  }

  /** Misses that arrived in such a minute. */
  public int missesInOverConcurrencyAtSlo() {
    return missesOver(concurrencyAtSlo);
  }

  private int missesOver(Concurrency of) {
    int misses = 0;
    for (int minute = 0; minute < ReportZone.HOUR_MINUTES; minute++) {
      if (of.perMinute()[minute] > contract.maxConcurrency()) {
        misses += sloMisses[minute];
      }
    }
    return misses;
  }

  /** The verdict by the rule. */
  public Verdict verdict() {
    return Verdict.of(
        requestCount(), sloMissCount(), missesInOverConcurrency(), longInputMissCount());
  }

  /** The second reading: the verdict, had every request been answered just within its SLO. */
  public Verdict verdictAtSlo() {
    return Verdict.of(
        requestCount(), sloMissCount(), missesInOverConcurrencyAtSlo(), longInputMissCount());
  }

  /** Whether long inputs hold as a reason too, beside the concurrency that decided. */
  public boolean alsoLongInput() {
    return verdict() == Verdict.OVER_CONCURRENCY
        && Verdict.isHalfOrMore(longInputMissCount(), sloMissCount());
  }

  /** The index (0 to 59) of the minute with most misses, the earliest on a tie; none within SLO. */
  public OptionalInt worstMinuteIndex() {
    if (verdict() == Verdict.WITHIN_SLO) {
      return OptionalInt.empty();
    }
    int worst = 0;
    for (int minute = 1; minute < ReportZone.HOUR_MINUTES; minute++) {
      if (sloMisses[minute] > sloMisses[worst]) {
        worst = minute;
      }
    }
    return OptionalInt.of(worst);
  }

  EndpointWindow with(Optional<Exemplar> exemplar) {
    return new EndpointWindow(
        windowStart,
        accelPool,
        contract,
        requests,
        sloMisses,
        missesWithLongInput,
        concurrency,
        concurrencyAtSlo,
        exemplar.orElse(null),
        missesAtInputCap,
        leftOut);
  }

  /** The miss that shows best what decided; none when nothing missed. */
  public Optional<Exemplar> exemplar() {
    return Optional.ofNullable(exemplarOrNull);
  }

  /** Whether the second reading gives another verdict: over the contract only for slow answers. */
  public boolean readingsDiffer() {
    return verdict() != verdictAtSlo();
  }

  /** Whether it is told how the pool moved: of an isolation failure by either reading. */
  public boolean looksAtPool() {
    return verdict() == Verdict.ISOLATION_FAILURE || readingsDiffer();
  }

  /** In how many minutes the concurrency was exactly the contracted one. */
  public int minutesAtContract() {
    return (int) minutesEqualToContract().count();
  }

  /** The index (0 to 59) of the first such minute. */
  public OptionalInt firstMinuteAtContract() {
    return minutesEqualToContract().findFirst();
  }

  private IntStream minutesEqualToContract() {
    return IntStream.range(0, ReportZone.HOUR_MINUTES)
        .filter(minute -> concurrency.perMinute()[minute] == contract.maxConcurrency());
  }

  /** The start of one of the 60 minutes. */
  public Instant minute(int index) {
    return windowStart.plus(Duration.ofMinutes(index));
  }
}
