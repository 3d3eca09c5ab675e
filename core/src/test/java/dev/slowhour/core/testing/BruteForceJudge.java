package dev.slowhour.core.testing;

import dev.slowhour.core.testing.DayRows.Agreed;
import dev.slowhour.core.testing.DayRows.Metric;
import dev.slowhour.core.testing.DayRows.Notice;
import dev.slowhour.core.testing.DayRows.Request;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Judges a day by spec/verdict.md, sentence by sentence and without any cleverness: concurrency is
 * counted at every instant at which it can be largest, over all requests of the endpoint.
 */
public final class BruteForceJudge {

  private static final String WITHIN_SLO = "SLO 안에서 처리됨";
  private static final String OVER_CONCURRENCY = "계약 동시성을 넘겨 보냄";
  private static final String LONG_INPUT = "계약보다 긴 입력이 몰림";
  private static final String ISOLATION_FAILURE = "계약 안인데 밀림 · 성능 격리 실패";

  /** Of two rows with one request id the smaller stays. */
  private static final Comparator<Request> WHO_STAYS =
      Comparator.comparing(Request::arrivedAt)
          .thenComparing(Request::accelPool, DayRows.BY_CODE_POINT)
          .thenComparing(Request::inputTokens)
          .thenComparing(Request::outputTokens)
          .thenComparing(Request::ttftMs)
          .thenComparing(Request::tpotMs)
          .thenComparing(row -> row.stand().fileIndex())
          .thenComparing(row -> row.stand().line());

  private static final Comparator<Request> FIRST_OF_POOL =
      Comparator.comparing(Request::arrivedAt)
          .thenComparing(Request::requestId, DayRows.BY_CODE_POINT);

  private final Day day;
  private final DayRows rows;
  private final List<Notice> notices;
  private final Map<Hour, String> poolOfHour = new HashMap<>();
  private final List<Request> voting = new ArrayList<>();
  private final List<Request> counting = new ArrayList<>();

  /** An endpoint's hour. */
  record Hour(String tenantId, String endpointId, Instant start) {}

  /** When a request is in progress: from its start to before its end. */
  record Interval(BigInteger start, BigInteger end) {

    boolean holds(BigInteger instant) {
      return start.compareTo(instant) <= 0 && instant.compareTo(end) < 0;
    }
  }

  private BruteForceJudge(Day day) {
    this.day = day;
    this.rows = DayRows.read(day);
    this.notices = new ArrayList<>(rows.notices());
  }

  /** What comes out of the day. */
  public static JudgedDay judge(Day day) {
    BruteForceJudge judge = new BruteForceJudge(day);
    judge.exclude();
    judge.replaceContracts();
    return judge.judgeWindows();
  }

  /** The requests that count. */
  static List<Request> countingRequests(Day day) {
    BruteForceJudge judge = new BruteForceJudge(day);
    judge.exclude();
    return judge.counting;
  }

  /** The requests that take part in the votes for pools: all but doubles. */
  static List<Request> votingRequests(Day day) {
    BruteForceJudge judge = new BruteForceJudge(day);
    judge.exclude();
    return judge.voting;
  }

  private Hour hourOf(Request row) {
    return new Hour(row.tenantId(), row.endpointId(), DayRows.hourOf(day.zone(), row.arrivedAt()));
  }

  private void exclude() {
    BigDecimal boundMs = new BigDecimal(day.bound().toMillis());
    List<Request> plausible = new ArrayList<>();
    for (Request row : rows.requests()) {
      if (row.exactMs().compareTo(boundMs) > 0) {
        say(row, "implausible_duration", "ttft_ms", "tpot_ms", "output_tokens");
      } else {
        plausible.add(row);
      }
    }
    Map<Hour, List<Request>> hours = new HashMap<>();
    for (Request row : plausible) {
      hours.computeIfAbsent(hourOf(row), hour -> new ArrayList<>()).add(row);
    }
    hours.forEach(this::excludeOfHour);
  }

  private void excludeOfHour(Hour hour, List<Request> ofHour) {
    List<Request> single = new ArrayList<>();
    for (Request row : ofHour) {
      boolean anotherStays =
          ofHour.stream()
              .filter(other -> other.requestId().equals(row.requestId()))
              .anyMatch(other -> WHO_STAYS.compare(other, row) < 0);
      if (anotherStays) {
        say(row, "duplicate_request_id", "request_id");
      } else {
        single.add(row);
      }
    }
    voting.addAll(single);
    String pool = vote(single);
    poolOfHour.put(hour, pool);
    for (Request row : single) {
      if (!row.accelPool().equals(pool)) {
        say(row, "stray_pool", "accel_pool");
        continue;
      }
      counting.add(row);
      if (contractOf(hour) == null) {
        say(row, "no_contract", "tenant_id", "endpoint_id");
      }
    }
  }

  private static String vote(List<Request> rows) {
    String winner = null;
    for (Request candidate : rows) {
      String pool = candidate.accelPool();
      if (winner == null
          || votes(rows, pool) > votes(rows, winner)
          || (votes(rows, pool) == votes(rows, winner)
              && FIRST_OF_POOL.compare(first(rows, pool), first(rows, winner)) < 0)) {
        winner = pool;
      }
    }
    return winner;
  }

  static long votes(List<Request> rows, String pool) {
    return rows.stream().filter(row -> row.accelPool().equals(pool)).count();
  }

  private static Request first(List<Request> rows, String pool) {
    return rows.stream()
        .filter(row -> row.accelPool().equals(pool))
        .min(FIRST_OF_POOL)
        .orElseThrow();
  }

  private void say(Request row, String code, String... fields) {
    notices.add(
        new Notice(
            "request_logs",
            row.stand(),
            code,
            List.of(fields),
            row.tenantId(),
            row.endpointId(),
            hourOf(row).start()));
  }

  private void replaceContracts() {
    for (Agreed earlier : rows.contracts()) {
      for (Agreed later : rows.contracts()) {
        if (later.stand().line() > earlier.stand().line()
            && later.tenantId().equals(earlier.tenantId())
            && later.endpointId().equals(earlier.endpointId())
            && String.valueOf(later.validFromOrNull())
                .equals(String.valueOf(earlier.validFromOrNull()))) {
          notices.add(
              new Notice(
                  "tenant_contracts",
                  earlier.stand(),
                  "duplicate_contract",
                  List.of("tenant_id", "endpoint_id", "valid_from"),
                  earlier.tenantId(),
                  earlier.endpointId(),
                  null));
          break;
        }
      }
    }
  }

  private Agreed contractOf(Hour hour) {
    Agreed inForce = null;
    for (Agreed contract : rows.contracts()) {
      boolean isOfEndpoint =
          contract.tenantId().equals(hour.tenantId())
              && contract.endpointId().equals(hour.endpointId());
      if (!isOfEndpoint || since(contract).isAfter(hour.start())) {
        continue;
      }
      // Of equal ones the later line is in force.
      if (inForce == null || !since(contract).isBefore(since(inForce))) {
        inForce = contract;
      }
    }
    return inForce;
  }

  private static Instant since(Agreed contract) {
    return contract.validFromOrNull() == null ? Instant.MIN : contract.validFromOrNull();
  }

  private JudgedDay judgeWindows() {
    Set<Hour> hours = new HashSet<>();
    for (Request row : counting) {
      Hour hour = hourOf(row);
      boolean isAsked =
          day.from().map(from -> !hour.start().isBefore(from)).orElse(true)
              && day.to().map(to -> hour.start().isBefore(to)).orElse(true);
      if (isAsked && contractOf(hour) != null) {
        hours.add(hour);
      }
    }
    List<Hour> sorted = new ArrayList<>(hours);
    sorted.sort(
        Comparator.comparing(Hour::tenantId, DayRows.BY_CODE_POINT)
            .thenComparing(Hour::endpointId, DayRows.BY_CODE_POINT)
            .thenComparing(Hour::start));
    List<Map<String, Object>> verdicts = new ArrayList<>();
    List<Map<String, Object>> minutes = new ArrayList<>();
    for (Hour hour : sorted) {
      judgeWindow(hour, verdicts, minutes);
    }
    List<Notice> said = new ArrayList<>(notices);
    said.sort(
        Comparator.comparing(Notice::table)
            .thenComparing(notice -> notice.stand().file(), DayRows.BY_CODE_POINT)
            .thenComparing(notice -> notice.stand().line()));
    return new JudgedDay(
        verdicts, minutes, said.stream().map(notice -> notice.row(day.zone())).toList());
  }

  private void judgeWindow(
      Hour hour, List<Map<String, Object>> verdicts, List<Map<String, Object>> minuteRows) {
    Agreed contract = contractOf(hour);
    String pool = poolOfHour.get(hour);
    List<Request> ofWindow = counting.stream().filter(row -> hourOf(row).equals(hour)).toList();
    List<Request> misses = ofWindow.stream().filter(row -> isMiss(row, contract)).toList();
    List<Request> longMisses =
        misses.stream().filter(row -> row.inputTokens() > contract.maxInputTokens()).toList();
    List<Request> ofEndpoint =
        counting.stream()
            .filter(row -> row.tenantId().equals(hour.tenantId()))
            .filter(row -> row.endpointId().equals(hour.endpointId()))
            .toList();
    List<Interval> intervals = ofEndpoint.stream().map(BruteForceJudge::interval).toList();
    List<Interval> intervalsAtSlo = ofEndpoint.stream().map(this::intervalAtSlo).toList();

    long peak = 0;
    long peakAtSlo = 0;
    long overMinutes = 0;
    long overMinutesAtSlo = 0;
    long missesInOver = 0;
    long missesInOverAtSlo = 0;
    Instant worst = null;
    long worstMisses = -1;
    for (int i = 0; i < 60; i++) {
      Instant minute = hour.start().plusSeconds(60L * i);
      long concurrency = concurrency(intervals, minute);
      long concurrencyAtSlo = concurrency(intervalsAtSlo, minute);
      long missesHere = misses.stream().filter(in(minute)).count();
      boolean isOver = concurrency > contract.maxConcurrency();
      boolean isOverAtSlo = concurrencyAtSlo > contract.maxConcurrency();
      peak = Math.max(peak, concurrency);
      peakAtSlo = Math.max(peakAtSlo, concurrencyAtSlo);
      overMinutes += isOver ? 1 : 0;
      overMinutesAtSlo += isOverAtSlo ? 1 : 0;
      missesInOver += isOver ? missesHere : 0;
      missesInOverAtSlo += isOverAtSlo ? missesHere : 0;
      if (missesHere > worstMisses) {
        worst = minute;
        worstMisses = missesHere;
      }

      Map<String, Object> row = new LinkedHashMap<>();
      row.put("endpoint_id", hour.endpointId());
      row.put("tenant_id", hour.tenantId());
      row.put("minute", text(minute));
      row.put("accel_pool", pool);
      row.put("requests", count(ofWindow.stream().filter(in(minute)).count()));
      row.put("slo_misses", count(missesHere));
      row.put("misses_with_long_input", count(longMisses.stream().filter(in(minute)).count()));
      row.put("peak_concurrency", count(concurrency));
      row.put("peak_concurrency_at_slo", count(concurrencyAtSlo));
      row.put("max_concurrency", count(contract.maxConcurrency()));
      row.put("over_concurrency", isOver);
      row.put("kv_cache_util", JudgedDay.number(metric(pool, minute, Metric::kvOrNull)));
      row.put("queued_requests", JudgedDay.number(metric(pool, minute, Metric::queuedOrNull)));
      row.put("other_tenant_requests", count(otherTenants(hour.tenantId(), pool, minute)));
      minuteRows.add(row);
    }

    long n = ofWindow.size();
    long m = misses.size();
    long l = longMisses.size();
    String verdict = verdict(n, m, missesInOver, l);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("window_key", JudgedDay.windowKey(day.zone(), hour.endpointId(), hour.start()));
    row.put("tenant_id", hour.tenantId());
    row.put("endpoint_id", hour.endpointId());
    row.put("accel_pool", pool);
    row.put("window_start", text(hour.start()));
    row.put("verdict", verdict);
    row.put(
        "also_found",
        verdict.equals(OVER_CONCURRENCY) && l * 2 >= m ? List.of(LONG_INPUT) : List.of());
    row.put("request_count", count(n));
    row.put("slo_miss_count", count(m));
    row.put("slo_miss_pct", rounded(count(m * 100), count(n), 1));
    row.put("peak_concurrency", count(peak));
    row.put("max_concurrency", count(contract.maxConcurrency()));
    row.put("over_concurrency_minutes", count(overMinutes));
    row.put("misses_in_over_concurrency", count(missesInOver));
    row.put("misses_with_long_input", count(l));
    row.put("verdict_at_slo", verdict(n, m, missesInOverAtSlo, l));
    row.put("peak_concurrency_at_slo", count(peakAtSlo));
    row.put("over_concurrency_minutes_at_slo", count(overMinutesAtSlo));
    row.put("misses_in_over_concurrency_at_slo", count(missesInOverAtSlo));
    boolean isWithinSlo = verdict.equals(WITHIN_SLO);
    row.put("worst_minute", isWithinSlo ? null : text(worst));
    row.put("worst_minute_misses", isWithinSlo ? null : count(worstMisses));
    putPoolFigures(row, hour, pool, verdict.equals(ISOLATION_FAILURE) ? worst : null);
    verdicts.add(row);
  }

  private void putPoolFigures(
      Map<String, Object> row, Hour hour, String pool, Instant worstOrNull) {
    if (worstOrNull == null) {
      row.put("kv_cache_util_at_worst", null);
      row.put("kv_cache_util_prev_hour_avg", null);
      row.put("queued_at_worst", null);
      row.put("queued_prev_hour_avg", null);
      row.put("other_tenant_requests_at_worst", null);
      row.put("other_tenant_requests_prev_hour_avg", null);
      row.put("other_tenant_requests_ratio", null);
      return;
    }
    BigDecimal before = BigDecimal.ZERO;
    for (int i = 1; i <= 60; i++) {
      before =
          before.add(count(otherTenants(hour.tenantId(), pool, minutesBefore(worstOrNull, i))));
    }
    BigDecimal atWorst = count(otherTenants(hour.tenantId(), pool, worstOrNull));
    BigDecimal sixty = count(60);
    row.put(
        "kv_cache_util_at_worst", JudgedDay.number(metric(pool, worstOrNull, Metric::kvOrNull)));
    row.put("kv_cache_util_prev_hour_avg", meanBefore(pool, worstOrNull, Metric::kvOrNull, 2));
    row.put("queued_at_worst", JudgedDay.number(metric(pool, worstOrNull, Metric::queuedOrNull)));
    row.put("queued_prev_hour_avg", meanBefore(pool, worstOrNull, Metric::queuedOrNull, 1));
    row.put("other_tenant_requests_at_worst", atWorst);
    row.put("other_tenant_requests_prev_hour_avg", rounded(before, sixty, 1));
    row.put(
        "other_tenant_requests_ratio",
        before.signum() == 0 ? null : rounded(atWorst.multiply(sixty), before, 1));
  }

  private BigDecimal meanBefore(
      String pool, Instant worst, Function<Metric, BigDecimal> column, int places) {
    BigDecimal sum = BigDecimal.ZERO;
    long values = 0;
    for (int i = 1; i <= 60; i++) {
      BigDecimal value = metric(pool, minutesBefore(worst, i), column);
      if (value != null) {
        sum = sum.add(value);
        values++;
      }
    }
    return values == 0 ? null : rounded(sum, count(values), places);
  }

  private static Instant minutesBefore(Instant minute, int minutes) {
    return minute.minusSeconds(60L * minutes);
  }

  private static String verdict(long n, long m, long c, long l) {
    if (m * 100 <= n) {
      return WITHIN_SLO;
    }
    if (c * 2 >= m) {
      return OVER_CONCURRENCY;
    }
    return l * 2 >= m ? LONG_INPUT : ISOLATION_FAILURE;
  }

  private static boolean isMiss(Request row, Agreed contract) {
    return row.ttftMs() > contract.ttftSloMs()
        || row.tpotMs().compareTo(BigDecimal.valueOf(contract.tpotSloMs())) > 0;
  }

  static Interval interval(Request row) {
    return new Interval(row.start(), row.start().add(row.lengthNanos()));
  }

  private Interval intervalAtSlo(Request row) {
    Agreed contract = contractOf(hourOf(row));
    if (contract == null) {
      return interval(row);
    }
    BigInteger atSlo =
        BigInteger.valueOf(contract.tpotSloMs())
            .multiply(BigInteger.valueOf(row.outputTokens()))
            .add(BigInteger.valueOf(contract.ttftSloMs()))
            .multiply(BigInteger.valueOf(1_000_000));
    return new Interval(row.start(), row.start().add(row.lengthNanos().min(atSlo)));
  }

  /**
   * The largest number in progress at any instant of the minute. It only grows at a start, so it is
   * the one at the beginning of the minute or at a start within it.
   */
  static long concurrency(List<Interval> intervals, Instant minute) {
    BigInteger from = DayRows.nanos(minute);
    BigInteger to = DayRows.nanos(minute.plusSeconds(60));
    List<Interval> touching =
        intervals.stream()
            .filter(i -> i.start().compareTo(to) < 0 && i.end().compareTo(from) > 0)
            .toList();
    List<BigInteger> instants = new ArrayList<>(List.of(from));
    for (Interval interval : touching) {
      if (interval.start().compareTo(from) > 0) {
        instants.add(interval.start());
      }
    }
    long largest = 0;
    for (BigInteger instant : instants) {
      largest = Math.max(largest, touching.stream().filter(i -> i.holds(instant)).count());
    }
    return largest;
  }

  private BigDecimal metric(String pool, Instant minute, Function<Metric, BigDecimal> column) {
    return rows.metrics().stream()
        .filter(metric -> metric.minute().equals(minute) && metric.accelPool().equals(pool))
        .map(column)
        .reduce(null, BruteForceJudge::largerOrNotNull);
  }

  private static BigDecimal largerOrNotNull(BigDecimal left, BigDecimal right) {
    if (left == null) {
      return right;
    }
    return right == null ? left : left.max(right);
  }

  private long otherTenants(String tenantId, String pool, Instant minute) {
    return counting.stream()
        .filter(in(minute))
        .filter(row -> row.accelPool().equals(pool) && !row.tenantId().equals(tenantId))
        .count();
  }

  private static Predicate<Request> in(Instant minute) {
    return row ->
        !row.arrivedAt().isBefore(minute) && row.arrivedAt().isBefore(minute.plusSeconds(60));
  }

  private String text(Instant instant) {
    return JudgedDay.minuteText(day.zone(), instant);
  }

  private static BigDecimal count(long count) {
    return JudgedDay.number(count);
  }

  private static BigDecimal rounded(BigDecimal dividend, BigDecimal divisor, int places) {
    return JudgedDay.number(dividend.divide(divisor, places, RoundingMode.HALF_UP));
  }
}
