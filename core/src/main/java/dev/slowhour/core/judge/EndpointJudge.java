package dev.slowhour.core.judge;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.time.ReportZone;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/** Judges one hour of one endpoint from its requests and its contract. */
public final class EndpointJudge {

  private static final long MINUTE_NANOS = 60_000_000_000L;
  private static final long HOUR_NANOS = ReportZone.HOUR_SECONDS * 1_000_000_000L;
  private static final long NANOS_PER_MS = 1_000_000;

  private EndpointJudge() {}

  /**
   * What came out of an hour.
   *
   * @param endpointHour the hour
   * @param excluded the rows that get a notice, by place
   * @param carriedOver what is in progress at the start of the next hour
   */
  public record Judged(
      EndpointHour endpointHour, List<Excluded> excluded, CarriedOver carriedOver) {}

  /**
   * Judges an hour of which nothing more comes. The order of the rows changes nothing.
   *
   * @param rows all readable and plausible requests of the hour, at least one
   * @param contract the version in force at the start of the hour
   * @param carriedOver what is in progress at the start of the hour
   */
  public static Judged judge(
      RequestBlock rows, Optional<Contract> contract, CarriedOver carriedOver) {
    return judge(rows, contract, carriedOver, WindowProgress.FINAL);
  }

  /**
   * Judges an hour by what is known of it. The order of the rows changes nothing.
   *
   * @param rows readable and plausible requests that arrived in the minutes that have passed, at
   *     least one: see {@link RequestBlock#arrivedWithin}
   * @param contract the version in force at the start of the hour
   * @param carriedOver what is in progress at the start of the hour
   * @param progress how far the hour has got
   */
  public static Judged judge(
      RequestBlock rows,
      Optional<Contract> contract,
      CarriedOver carriedOver,
      WindowProgress progress) {
    Exclusions exclusions = Exclusions.of(rows);
    Intervals intervals = Intervals.of(rows, exclusions.kept(), contract);
    int[] requests = perMinute(rows, exclusions.kept().stream().toArray(), row -> true);

    EndpointWindow window =
        contract
            .map(
                inForce ->
                    window(rows, exclusions, inForce, requests, intervals, carriedOver, progress))
            .orElse(null);
    EndpointHour hour =
        new EndpointHour(
            rows.tenantId(),
            rows.endpointId(),
            rows.hour(),
            exclusions.accelPool(),
            requests,
            window,
            rows.linesSeen(),
            0,
            0,
            progress);
    return new Judged(
        hour, notices(rows, exclusions, contract), intervals.carryOver(rows, carriedOver));
  }

  private static EndpointWindow window(
      RequestBlock rows,
      Exclusions exclusions,
      Contract contract,
      int[] requests,
      Intervals intervals,
      CarriedOver carriedOver,
      WindowProgress progress) {
    int[] misses = exclusions.kept().stream().filter(row -> isMiss(rows, row, contract)).toArray();
    EndpointWindow withoutExemplar =
        new EndpointWindow(
            rows.hour(),
            exclusions.accelPool(),
            contract,
            requests,
            perMinute(rows, misses, row -> true),
            perMinute(rows, misses, row -> rows.inputTokens()[row] > contract.maxInputTokens()),
            intervals.sweep(carriedOver.ends(), intervals.ends()).within(progress.passedMinutes()),
            intervals
                .sweep(carriedOver.endsAtSlo(), intervals.endsAtSlo())
                .within(progress.passedMinutes()),
            null,
            (int)
                Arrays.stream(misses)
                    .filter(row -> rows.inputTokens()[row] == contract.maxInputTokens())
                    .count(),
            leftOut(rows, exclusions));
    return withoutExemplar.with(ExemplarChoice.of(rows, misses, withoutExemplar));
  }

  private static boolean isMiss(RequestBlock rows, int row, Contract contract) {
    return rows.ttftMs()[row] > contract.ttftSloMs() || rows.isTpotAbove(row, contract.tpotSloMs());
  }

  private static int[] perMinute(RequestBlock rows, int[] of, IntPredicate condition) {
    int[] perMinute = new int[ReportZone.HOUR_MINUTES];
    Arrays.stream(of).filter(condition).forEach(row -> perMinute[minuteOf(rows, row)]++);
    return perMinute;
  }

  private static Map<NoticeCode, Integer> leftOut(RequestBlock rows, Exclusions exclusions) {
    Map<NoticeCode, Integer> leftOut = new HashMap<>(rows.leftOut());
    exclusions.excluded().forEach(excluded -> leftOut.merge(excluded.code(), 1, Integer::sum));
    return Map.copyOf(leftOut);
  }

  private static List<Excluded> notices(
      RequestBlock rows, Exclusions exclusions, Optional<Contract> contract) {
    List<Excluded> notices = new ArrayList<>(exclusions.excluded());
    if (contract.isEmpty()) {
      exclusions.kept().stream()
          .forEach(row -> notices.add(new Excluded(row, NoticeCode.NO_CONTRACT)));
    }
    notices.sort((left, right) -> rows.place(left.row()).compareTo(rows.place(right.row())));
    return List.copyOf(notices);
  }

  static int minuteOf(RequestBlock rows, int row) {
    return (int) (rows.arrivedNanos()[row] / MINUTE_NANOS);
  }

  /**
   * When the hour's own requests start and end, each array ascending.
   *
   * @param endsAtSlo when they would end, had each been answered just within its SLO
   */
  private record Intervals(long[] starts, long[] ends, long[] endsAtSlo) {

    static Intervals of(RequestBlock rows, BitSet kept, Optional<Contract> contract) {
      int size = kept.cardinality();
      long[] starts = new long[size];
      long[] ends = new long[size];
      long[] endsAtSlo = new long[size];
      int at = 0;
      for (int row = kept.nextSetBit(0); row >= 0; row = kept.nextSetBit(row + 1)) {
        long start = rows.arrivedNanos()[row];
        long duration = rows.durationNanos()[row];
        long outputTokens = rows.outputTokens()[row];
        starts[at] = start;
        ends[at] = start + duration;
        endsAtSlo[at] =
            start
                + contract
                    .map(inForce -> Math.min(duration, durationAtSlo(inForce, outputTokens)))
                    .orElse(duration);
        at++;
      }
      Arrays.sort(starts);
      Arrays.sort(ends);
      Arrays.sort(endsAtSlo);
      return new Intervals(starts, ends, endsAtSlo);
    }

    /**
     * {@code ttft_slo_ms × 10⁶ + tpot_slo_ms × output_tokens × 10⁶} nanoseconds, or the largest.
     */
    private static long durationAtSlo(Contract contract, long outputTokens) {
      BigInteger nanos =
          BigInteger.valueOf(contract.tpotSloMs())
              .multiply(BigInteger.valueOf(outputTokens))
              .add(BigInteger.valueOf(contract.ttftSloMs()))
              .multiply(BigInteger.valueOf(NANOS_PER_MS));
      return nanos.bitLength() < Long.SIZE ? nanos.longValue() : Long.MAX_VALUE;
    }

    Concurrency sweep(long[] carriedEnds, long[] ownEnds) {
      return Concurrency.sweep(starts, merged(carriedEnds, ownEnds));
    }

    CarriedOver carryOver(RequestBlock rows, CarriedOver before) {
      return new CarriedOver(
          rows.hour().plusSeconds(ReportZone.HOUR_SECONDS),
          CarriedOver.remaining(merged(before.ends(), ends), HOUR_NANOS),
          CarriedOver.remaining(merged(before.endsAtSlo(), endsAtSlo), HOUR_NANOS));
    }

    private static long[] merged(long[] left, long[] right) {
      long[] all = Arrays.copyOf(left, left.length + right.length);
      System.arraycopy(right, 0, all, left.length, right.length);
      Arrays.sort(all);
      return all;
    }
  }
}
