package dev.slowhour.core.testing;

import dev.slowhour.core.testing.BruteForceJudge.Interval;
import dev.slowhour.core.testing.DayRows.Request;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Which of the cases that are easily got wrong occur in a day. */
final class DayCensus {

  private static final BigDecimal HUNDRED = new BigDecimal(100);
  private static final BigDecimal TWO = new BigDecimal(2);

  private final Day day;
  private final DayRows rows;
  private final JudgedDay judged;
  private final Set<String> cases = new TreeSet<>();

  private DayCensus(Day day) {
    this.day = day;
    this.rows = DayRows.read(day);
    this.judged = BruteForceJudge.judge(day);
  }

  /** The cases of the day, by name. */
  static Set<String> cases(Day day) {
    DayCensus census = new DayCensus(day);
    census.judged.verdicts().forEach(census::lookAtVerdict);
    census.lookAtMinutes();
    census
        .judged
        .notices()
        .forEach(
            notice ->
                census.cases.add("notice " + notice.get("code") + " of " + notice.get("table")));
    census.lookAtNotices();
    census.lookAtRows();
    census.lookAtVotes();
    census.lookAtCarry();
    census.lookAtOrder();
    return census.cases;
  }

  private void lookAt(String name, boolean isThere) {
    if (isThere) {
      cases.add(name);
    }
  }

  private void lookAtVerdict(Map<String, Object> row) {
    BigDecimal n = (BigDecimal) row.get("request_count");
    BigDecimal m = (BigDecimal) row.get("slo_miss_count");
    BigDecimal c = (BigDecimal) row.get("misses_in_over_concurrency");
    BigDecimal l = (BigDecimal) row.get("misses_with_long_input");
    boolean hasMisses = m.multiply(HUNDRED).compareTo(n) > 0;
    cases.add("verdict " + row.get("verdict"));
    cases.add("verdict at SLO " + row.get("verdict_at_slo"));
    lookAt("readings differ", !row.get("verdict").equals(row.get("verdict_at_slo")));
    lookAt("peaks differ", !row.get("peak_concurrency").equals(row.get("peak_concurrency_at_slo")));
    lookAt("also found", !((List<?>) row.get("also_found")).isEmpty());
    lookAt("exactly one percent", m.signum() > 0 && m.multiply(HUNDRED).compareTo(n) == 0);
    lookAt("exactly half in over minutes", hasMisses && c.multiply(TWO).compareTo(m) == 0);
    lookAt(
        "one below half in over minutes",
        hasMisses && c.signum() > 0 && m.subtract(c.multiply(TWO)).intValueExact() == 1);
    lookAt("exactly half with long input", hasMisses && l.multiply(TWO).compareTo(m) == 0);
    lookAt(
        "peak equal to the contract",
        row.get("peak_concurrency").equals(row.get("max_concurrency")));
    boolean isIsolation = String.valueOf(row.get("verdict")).contains("격리");
    lookAt(
        "isolation without KV at worst", isIsolation && row.get("kv_cache_util_at_worst") == null);
    lookAt("isolation with KV at worst", row.get("kv_cache_util_at_worst") != null);
    lookAt(
        "isolation without KV before",
        isIsolation && row.get("kv_cache_util_prev_hour_avg") == null);
    lookAt("isolation with KV average", row.get("kv_cache_util_prev_hour_avg") != null);
    lookAt("isolation with queue average", row.get("queued_prev_hour_avg") != null);
    lookAt("isolation with ratio", row.get("other_tenant_requests_ratio") != null);
    lookAt(
        "isolation without ratio", isIsolation && row.get("other_tenant_requests_ratio") == null);
    lookAt(
        "isolation beside others at worst",
        isIsolation && ((BigDecimal) row.get("other_tenant_requests_at_worst")).signum() > 0);
    lookAt("percentage at a rounding half", isAtHalf(m.multiply(HUNDRED), n, 1));
  }

  private void lookAtMinutes() {
    for (Map<String, Object> minute : judged.minutes()) {
      boolean isEqual = minute.get("peak_concurrency").equals(minute.get("max_concurrency"));
      lookAt("minute equal to the contract", isEqual);
      lookAt(
          "minute beside others", ((BigDecimal) minute.get("other_tenant_requests")).signum() > 0);
      boolean hasKv = minute.get("kv_cache_util") != null;
      boolean hasQueue = minute.get("queued_requests") != null;
      lookAt("minute with one of two metrics", hasKv != hasQueue);
    }
    Map<Object, List<BigDecimal>> missesOfWindows =
        judged.minutes().stream()
            .collect(
                Collectors.groupingBy(
                    row -> List.of(row.get("tenant_id"), row.get("endpoint_id")),
                    Collectors.mapping(
                        row -> (BigDecimal) row.get("slo_misses"), Collectors.toList())));
    for (List<BigDecimal> misses : missesOfWindows.values()) {
      for (int from = 0; from < misses.size(); from += 60) {
        List<BigDecimal> window = misses.subList(from, from + 60);
        BigDecimal most = window.stream().max(BigDecimal::compareTo).orElseThrow();
        long times = window.stream().filter(most::equals).count();
        lookAt("worst minute tied", most.signum() > 0 && times > 1);
      }
    }
  }

  private void lookAtNotices() {
    lookAt("notice without an hour", hasNotice("request_logs", null));
    lookAt("settings with from or to", day.from().isPresent() || day.to().isPresent());
    lookAt("more than one file", day.requestFiles().size() > 1);
    cases.add("zone " + day.zone());
    cases.add("bound " + day.bound());
  }

  private boolean hasNotice(String table, Object windowStart) {
    return judged.notices().stream()
        .anyMatch(
            notice ->
                notice.get("table").equals(table)
                    && Objects.equals(notice.get("window_start"), windowStart));
  }

  private void lookAtRows() {
    BigDecimal boundMs = new BigDecimal(day.bound().toMillis());
    Map<String, List<Request>> sameIds = new LinkedHashMap<>();
    Set<BigInteger> ends = new HashSet<>();
    for (Request row : rows.requests()) {
      lookAt("length exactly B", row.exactMs().compareTo(boundMs) == 0);
      lookAt(
          "length of a part of a nanosecond",
          row.exactMs().movePointRight(6).remainder(BigDecimal.ONE).signum() != 0);
      lookAt("TPOT of thirty decimals", row.tpotMs().stripTrailingZeros().scale() == 30);
      Instant at = row.arrivedAt();
      lookAt("arrival on a minute", isOnTheMinute(at));
      lookAt("arrival just before a minute", isOnTheMinute(at.plusNanos(1)));
      lookAt("arrival on an hour", hourOf(row).equals(row.arrivedAt()));
      lookAt(
          "arrival just before an hour", !hourOf(row.arrivedAt().plusNanos(1)).equals(hourOf(row)));
      ends.add(BruteForceJudge.interval(row).end());
      sameIds
          .computeIfAbsent(
              row.tenantId() + "/" + row.endpointId() + "/" + row.requestId(),
              key -> new ArrayList<>())
          .add(row);
    }
    for (Request row : rows.requests()) {
      lookAt("start at an end", ends.contains(row.start()));
    }
    for (List<Request> same : sameIds.values()) {
      for (Request left : same) {
        for (Request right : same) {
          if (left.stand().equals(right.stand())) {
            continue;
          }
          boolean isSameHour = hourOf(left).equals(hourOf(right));
          lookAt("one id in two hours", !isSameHour);
          if (left.arrivedAt().equals(right.arrivedAt())) {
            lookAt("doubles of two pools", !left.accelPool().equals(right.accelPool()));
            lookAt("doubles of two inputs", left.inputTokens() != right.inputTokens());
            lookAt("doubles of two outputs", left.outputTokens() != right.outputTokens());
            lookAt("doubles of two TTFTs", left.ttftMs() != right.ttftMs());
            lookAt("doubles of two TPOTs", left.tpotMs().compareTo(right.tpotMs()) != 0);
            lookAt(
                "doubles of one TPOT written twice",
                left.tpotMs().compareTo(right.tpotMs()) == 0
                    && left.tpotMs().scale() != right.tpotMs().scale());
          }
        }
      }
    }
  }

  private static boolean isOnTheMinute(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MINUTES).equals(instant);
  }

  private Instant hourOf(Request row) {
    return hourOf(row.arrivedAt());
  }

  private Instant hourOf(Instant instant) {
    return DayRows.hourOf(day.zone(), instant);
  }

  private void lookAtVotes() {
    Map<List<Object>, List<Request>> hours =
        BruteForceJudge.votingRequests(day).stream()
            .collect(
                Collectors.groupingBy(
                    row -> List.of(row.tenantId(), row.endpointId(), hourOf(row))));
    for (List<Request> ofHour : hours.values()) {
      List<String> pools = ofHour.stream().map(Request::accelPool).distinct().toList();
      if (pools.size() == 2) {
        long left = BruteForceJudge.votes(ofHour, pools.get(0));
        long right = BruteForceJudge.votes(ofHour, pools.get(1));
        lookAt("vote tied", left == right);
        List<Instant> firsts =
            pools.stream()
                .map(
                    pool ->
                        ofHour.stream()
                            .filter(row -> row.accelPool().equals(pool))
                            .map(Request::arrivedAt)
                            .min(Instant::compareTo)
                            .orElseThrow())
                .distinct()
                .toList();
        lookAt("vote tied and decided by the id", left == right && firsts.size() == 1);
      }
    }
  }

  private void lookAtCarry() {
    List<Request> counting = BruteForceJudge.countingRequests(day);
    for (Map<String, Object> verdict : judged.verdicts()) {
      Instant start =
          counting.stream()
              .map(this::hourOf)
              .filter(
                  hour ->
                      JudgedDay.minuteText(day.zone(), hour).equals(verdict.get("window_start")))
              .findFirst()
              .orElseThrow();
      List<Request> ofEndpoint =
          counting.stream()
              .filter(row -> row.tenantId().equals(verdict.get("tenant_id")))
              .filter(row -> row.endpointId().equals(verdict.get("endpoint_id")))
              .toList();
      long peak = ((BigDecimal) verdict.get("peak_concurrency")).longValueExact();
      long most = ((BigDecimal) verdict.get("max_concurrency")).longValueExact();
      long own = peak(ofEndpoint, start, start);
      long lastHour = peak(ofEndpoint, start.minus(Duration.ofHours(1)), start);
      lookAt("carry decides the peak", own < peak);
      lookAt("carry alone passes the contract", own <= most && most < peak);
      lookAt("carry over two hours decides the peak", lastHour < peak);
      for (int i = 0; i < 60; i++) {
        Instant minute = start.plusSeconds(60L * i);
        if (JudgedDay.minuteText(day.zone(), minute).equals(verdict.get("worst_minute"))
            && verdict.get("other_tenant_requests_at_worst") != null) {
          lookAtAverages(verdict, minute, counting);
        }
      }
    }
  }

  private void lookAtAverages(Map<String, Object> verdict, Instant worst, List<Request> counting) {
    Instant from = worst.minus(Duration.ofHours(1));
    List<DayRows.Metric> before =
        rows.metrics().stream()
            .filter(metric -> metric.accelPool().equals(verdict.get("accel_pool")))
            .filter(metric -> !metric.minute().isBefore(from) && metric.minute().isBefore(worst))
            .toList();
    lookAt("KV average at a rounding half", isMeanAtHalf(before, DayRows.Metric::kvOrNull, 2));
    lookAt(
        "queue average at a rounding half", isMeanAtHalf(before, DayRows.Metric::queuedOrNull, 1));
    BigDecimal others =
        new BigDecimal(
            counting.stream()
                .filter(row -> row.accelPool().equals(verdict.get("accel_pool")))
                .filter(row -> !row.tenantId().equals(verdict.get("tenant_id")))
                .filter(row -> !row.arrivedAt().isBefore(from) && row.arrivedAt().isBefore(worst))
                .count());
    BigDecimal atWorst = (BigDecimal) verdict.get("other_tenant_requests_at_worst");
    BigDecimal sixty = new BigDecimal(60);
    lookAt("others' average at a rounding half", isAtHalf(others, sixty, 1));
    lookAt(
        "others' ratio at a rounding half",
        others.signum() > 0 && isAtHalf(atWorst.multiply(sixty), others, 1));
  }

  private static boolean isMeanAtHalf(
      List<DayRows.Metric> metrics, Function<DayRows.Metric, BigDecimal> column, int places) {
    Collection<BigDecimal> largest =
        metrics.stream()
            .filter(metric -> column.apply(metric) != null)
            .collect(Collectors.toMap(DayRows.Metric::minute, column, BigDecimal::max))
            .values();
    BigDecimal sum = largest.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    return !largest.isEmpty() && isAtHalf(sum, new BigDecimal(largest.size()), places);
  }

  private static boolean isAtHalf(BigDecimal dividend, BigDecimal divisor, int places) {
    BigDecimal scaled = dividend.movePointRight(places);
    return scaled.remainder(divisor).signum() != 0
        && scaled.multiply(TWO).remainder(divisor).signum() == 0;
  }

  /** The peak of the hour, only over requests that arrived at an instant or later. */
  private static long peak(List<Request> rows, Instant arrivedFrom, Instant hour) {
    List<Interval> intervals =
        rows.stream()
            .filter(row -> !row.arrivedAt().isBefore(arrivedFrom))
            .map(BruteForceJudge::interval)
            .toList();
    long peak = 0;
    for (int i = 0; i < 60; i++) {
      peak = Math.max(peak, BruteForceJudge.concurrency(intervals, hour.plusSeconds(60L * i)));
    }
    return peak;
  }

  private void lookAtOrder() {
    List<String> tenants =
        judged.verdicts().stream().map(row -> (String) row.get("tenant_id")).distinct().toList();
    lookAt("tenants sorted otherwise by unit", !tenants.stream().sorted().toList().equals(tenants));
    lookAt(
        "one endpoint id under two tenants",
        judged.verdicts().stream().map(row -> row.get("endpoint_id")).distinct().count()
            < judged.verdicts().stream()
                .map(row -> List.of(row.get("tenant_id"), row.get("endpoint_id")))
                .distinct()
                .count());
    Set<Object> keys = new HashSet<>();
    for (Map<String, Object> row : judged.verdicts()) {
      boolean isNew = keys.add(List.of(row.get("tenant_id"), row.get("window_key")));
      lookAt("one window key of two hours", !isNew);
    }
    long versions =
        judged.verdicts().stream()
            .map(
                row ->
                    List.of(
                        row.get("tenant_id"), row.get("endpoint_id"), row.get("max_concurrency")))
            .distinct()
            .count();
    long endpoints =
        judged.verdicts().stream()
            .map(row -> List.of(row.get("tenant_id"), row.get("endpoint_id")))
            .distinct()
            .count();
    lookAt("contract version changes", versions > endpoints);
  }
}
