package dev.slowhour.core.testing;

import dev.slowhour.core.data.CodePointOrder;
import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.judge.CarriedOver;
import dev.slowhour.core.judge.ContractBook;
import dev.slowhour.core.judge.EndpointHour;
import dev.slowhour.core.judge.EndpointJudge;
import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.judge.Excluded;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.PoolLook;
import dev.slowhour.core.judge.PoolMinutes;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.core.judge.RequestBlockBuilder;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.testing.DayRows.Notice;
import dev.slowhour.core.testing.DayRows.Stand;
import dev.slowhour.core.time.ReportZone;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The real judge put together in memory: rows in, verdicts, minutes and notices out, without
 * reading any text and without Flink. Lines that cannot be read get no notice here.
 */
public final class InMemoryJudge {

  private static final Duration HOUR = Duration.ofHours(1);

  private final Day day;
  private final DayRows rows;
  private final ReportZone zone;
  private final List<Notice> notices = new ArrayList<>();
  private final List<EndpointHour> hours = new ArrayList<>();

  private InMemoryJudge(Day day) {
    this.day = day;
    this.rows = DayRows.read(day);
    this.zone = ReportZone.of(day.zone().getId());
  }

  /** What comes out of the day. */
  public static JudgedDay judge(Day day) {
    InMemoryJudge judge = new InMemoryJudge(day);
    judge.blocks().forEach(judge::judgeEndpoint);
    return judge.complete();
  }

  /** Each endpoint's hours, in the order of time; each file fills a block of its own. */
  private Map<EndpointId, SortedMap<Instant, RequestBlock>> blocks() {
    Map<EndpointId, TreeMap<Instant, Map<Integer, RequestBlockBuilder>>> builders = new TreeMap<>();
    for (DayRows.Request request : rows.requests()) {
      RequestRow row = row(request);
      Instant hour = zone.hourOf(row.arrivedAt());
      if (row.isLongerThan(day.bound())) {
        say(
            request.stand(),
            NoticeCode.IMPLAUSIBLE_DURATION,
            new EndpointId(row.tenantId(), row.endpointId()),
            hour,
            "ttft_ms",
            "tpot_ms",
            "output_tokens");
        continue;
      }
      EndpointId endpoint = new EndpointId(row.tenantId(), row.endpointId());
      builders
          .computeIfAbsent(endpoint, key -> new TreeMap<>())
          .computeIfAbsent(hour, key -> new TreeMap<>())
          .computeIfAbsent(row.place().source(), key -> new RequestBlockBuilder(endpoint, hour))
          .add(row);
    }
    Map<EndpointId, SortedMap<Instant, RequestBlock>> blocks = new TreeMap<>();
    builders.forEach(
        (endpoint, ofHours) ->
            ofHours.forEach(
                (hour, ofFiles) ->
                    blocks
                        .computeIfAbsent(endpoint, key -> new TreeMap<>())
                        .put(
                            hour,
                            RequestBlockBuilder.concat(
                                ofFiles.values().stream()
                                    .map(RequestBlockBuilder::build)
                                    .toList()))));
    return blocks;
  }

  private static RequestRow row(DayRows.Request request) {
    return new RequestRow(
        new Place(request.stand().fileIndex(), request.stand().line()),
        request.requestId(),
        request.tenantId(),
        request.endpointId(),
        request.accelPool(),
        request.arrivedAt(),
        request.inputTokens(),
        request.outputTokens(),
        request.ttftMs(),
        withoutExponent(request.tpotMs()));
  }

  /** The reader hands over 1e1 as 10: a block knows no negative scales. */
  private static BigDecimal withoutExponent(BigDecimal number) {
    return number.scale() < 0 ? number.setScale(0) : number;
  }

  private void judgeEndpoint(EndpointId endpoint, SortedMap<Instant, RequestBlock> blocks) {
    List<Contract> versions = versions(endpoint);
    CarriedOver carriedOver = CarriedOver.none(blocks.firstKey());
    for (Map.Entry<Instant, RequestBlock> entry : blocks.entrySet()) {
      Instant hour = entry.getKey();
      RequestBlock block = entry.getValue();
      EndpointJudge.Judged judged =
          EndpointJudge.judge(block, ContractBook.inForce(versions, hour), carriedOver.at(hour));
      carriedOver = judged.carriedOver();
      hours.add(judged.endpointHour());
      for (Excluded excluded : judged.excluded()) {
        Place place = block.place(excluded.row());
        say(stand(place), excluded.code(), endpoint, hour, fields(excluded.code()));
      }
    }
  }

  private Stand stand(Place place) {
    return new Stand(place.source(), day.requestFiles().get(place.source()).name(), place.line());
  }

  private static String[] fields(NoticeCode code) {
    return switch (code) {
      case DUPLICATE_REQUEST_ID -> new String[] {"request_id"};
      case STRAY_POOL -> new String[] {"accel_pool"};
      case NO_CONTRACT -> new String[] {"tenant_id", "endpoint_id"};
      default -> throw new IllegalArgumentException("code: " + code + " (expected: one of a row)");
    };
  }

  /** The versions of a contract; which of two equal ones holds is not for the judge to say. */
  private List<Contract> versions(EndpointId endpoint) {
    Map<Optional<Instant>, Contract> versions = new HashMap<>();
    for (DayRows.Agreed agreed : rows.contracts()) {
      if (endpoint.equals(new EndpointId(agreed.tenantId(), agreed.endpointId()))) {
        versions.put(
            Optional.ofNullable(agreed.validFromOrNull()),
            new Contract(
                agreed.tenantId(),
                agreed.tenantName(),
                agreed.endpointId(),
                agreed.model(),
                agreed.ttftSloMs(),
                agreed.tpotSloMs(),
                agreed.maxConcurrency(),
                agreed.maxInputTokens(),
                agreed.validFromOrNull()));
      }
    }
    return List.copyOf(versions.values());
  }

  private void say(
      Stand stand, NoticeCode code, EndpointId endpoint, Instant hour, String... fields) {
    notices.add(
        new Notice(
            "request_logs",
            stand,
            code.code(),
            List.of(fields),
            endpoint.tenantId(),
            endpoint.endpointId(),
            hour));
  }

  private JudgedDay complete() {
    List<Map<String, Object>> verdicts = new ArrayList<>();
    List<Map<String, Object>> minutes = new ArrayList<>();
    for (EndpointHour endpointHour : hours) {
      Instant hour = endpointHour.hour();
      boolean isAsked =
          day.from().map(from -> hour.compareTo(from) >= 0).orElse(true)
              && day.to().map(to -> hour.compareTo(to) < 0).orElse(true);
      if (isAsked && endpointHour.window().isPresent()) {
        JudgedWindow judged =
            poolMinutes(endpointHour.accelPool(), hour)
                .complete(endpointHour.window().orElseThrow());
        verdicts.add(verdictRow(judged));
        addMinuteRows(judged, minutes);
      }
    }
    notices.sort(
        Comparator.comparing((Notice notice) -> notice.stand().file(), CodePointOrder::compare)
            .thenComparing(notice -> notice.stand().line()));
    return new JudgedDay(
        verdicts, minutes, notices.stream().map(notice -> notice.row(day.zone())).toList());
  }

  private PoolMinutes poolMinutes(String pool, Instant hour) {
    PoolMinutes poolMinutes = new PoolMinutes(hour, Instant.EPOCH);
    Instant from = hour.minus(HOUR);
    Instant to = hour.plus(HOUR);
    for (DayRows.Metric metric : rows.metrics()) {
      boolean isNear = !metric.minute().isBefore(from) && metric.minute().isBefore(to);
      if (isNear && metric.accelPool().equals(pool)) {
        poolMinutes.add(
            new PoolMetric(
                pool,
                metric.minute(),
                metric.kvOrNull(),
                metric.queuedOrNull() == null ? null : metric.queuedOrNull().longValueExact()));
      }
    }
    for (EndpointHour endpointHour : hours) {
      boolean isNear = endpointHour.hour().equals(hour) || endpointHour.hour().equals(from);
      if (isNear && endpointHour.accelPool().equals(pool)) {
        poolMinutes.add(endpointHour);
      }
    }
    return poolMinutes;
  }

  private Map<String, Object> verdictRow(JudgedWindow judged) {
    EndpointWindow window = judged.window();
    Optional<PoolLook> look =
        judged.poolLook().filter(pool -> window.verdict() == Verdict.ISOLATION_FAILURE);
    Optional<Integer> worst = window.worstMinuteIndex().stream().boxed().findFirst();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(
        "window_key", window.endpoint().endpointId() + "/" + zone.hourText(window.windowStart()));
    row.put("tenant_id", window.endpoint().tenantId());
    row.put("endpoint_id", window.endpoint().endpointId());
    row.put("accel_pool", window.accelPool());
    row.put("window_start", zone.minuteText(window.windowStart()));
    row.put("verdict", window.verdict().text());
    row.put("also_found", window.alsoLongInput() ? List.of(Verdict.LONG_INPUT.text()) : List.of());
    row.put("request_count", JudgedDay.number(window.requestCount()));
    row.put("slo_miss_count", JudgedDay.number(window.sloMissCount()));
    row.put("slo_miss_pct", JudgedDay.number(judged.sloMissPct()));
    row.put("peak_concurrency", JudgedDay.number(window.concurrency().peak()));
    row.put("max_concurrency", JudgedDay.number(window.contract().maxConcurrency()));
    row.put("over_concurrency_minutes", JudgedDay.number(window.overConcurrencyMinutes()));
    row.put("misses_in_over_concurrency", JudgedDay.number(window.missesInOverConcurrency()));
    row.put("misses_with_long_input", JudgedDay.number(window.longInputMissCount()));
    row.put("verdict_at_slo", window.verdictAtSlo().text());
    row.put("peak_concurrency_at_slo", JudgedDay.number(window.concurrencyAtSlo().peak()));
    row.put(
        "over_concurrency_minutes_at_slo", JudgedDay.number(window.overConcurrencyMinutesAtSlo()));
    row.put(
        "misses_in_over_concurrency_at_slo",
        JudgedDay.number(window.missesInOverConcurrencyAtSlo()));
    row.put("worst_minute", worst.map(i -> zone.minuteText(window.minute(i))).orElse(null));
    row.put(
        "worst_minute_misses",
        worst.map(i -> JudgedDay.number(window.sloMisses()[i])).orElse(null));
    row.put(
        "kv_cache_util_at_worst",
        look.flatMap(PoolLook::kvCacheUtilAtWorst).map(JudgedDay::number).orElse(null));
    row.put(
        "kv_cache_util_prev_hour_avg",
        look.flatMap(PoolLook::kvCacheUtilPrevHourAvg).map(JudgedDay::number).orElse(null));
    row.put(
        "queued_at_worst",
        look.flatMap(PoolLook::queuedAtWorst).map(JudgedDay::number).orElse(null));
    row.put(
        "queued_prev_hour_avg",
        look.flatMap(PoolLook::queuedPrevHourAvg).map(JudgedDay::number).orElse(null));
    row.put(
        "other_tenant_requests_at_worst",
        look.map(PoolLook::otherTenantRequestsAtWorst).map(JudgedDay::number).orElse(null));
    row.put(
        "other_tenant_requests_prev_hour_avg",
        look.map(PoolLook::otherTenantRequestsPrevHourAvg).map(JudgedDay::number).orElse(null));
    row.put(
        "other_tenant_requests_ratio",
        look.flatMap(PoolLook::otherTenantRequestsRatio).map(JudgedDay::number).orElse(null));
    return row;
  }

  private void addMinuteRows(JudgedWindow judged, List<Map<String, Object>> minutes) {
    EndpointWindow window = judged.window();
    for (int i = 0; i < ReportZone.HOUR_MINUTES; i++) {
      int concurrency = window.concurrency().perMinute()[i];
      Long queued = judged.queuedRequests()[i];
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("endpoint_id", window.endpoint().endpointId());
      row.put("tenant_id", window.endpoint().tenantId());
      row.put("minute", zone.minuteText(window.minute(i)));
      row.put("accel_pool", window.accelPool());
      row.put("requests", JudgedDay.number(window.requests()[i]));
      row.put("slo_misses", JudgedDay.number(window.sloMisses()[i]));
      row.put("misses_with_long_input", JudgedDay.number(window.missesWithLongInput()[i]));
      row.put("peak_concurrency", JudgedDay.number(concurrency));
      row.put(
          "peak_concurrency_at_slo", JudgedDay.number(window.concurrencyAtSlo().perMinute()[i]));
      row.put("max_concurrency", JudgedDay.number(window.contract().maxConcurrency()));
      row.put("over_concurrency", concurrency > window.contract().maxConcurrency());
      row.put("kv_cache_util", JudgedDay.number(judged.kvCacheUtil()[i]));
      row.put("queued_requests", queued == null ? null : JudgedDay.number(queued));
      row.put("other_tenant_requests", JudgedDay.number(judged.otherTenantRequests()[i]));
      minutes.add(row);
    }
  }
}
