package dev.slowhour.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Good outputs, each with one thing changed. The audit has to find just what is wrong: the checks
 * that fail are named in full, the one that the change is meant for first.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CorruptionTest {

  private static final String C = "ep-c-chat-01/2026-10-13T10";
  private static final String F = "ep-f-batch-01/2026-10-13T10";
  private static final String D = "ep-d-search-01/2026-10-13T10";
  private static final String A = "ep-a-chat-01/2026-10-13T09";
  private static final String K = "ep-k-doc-01/2026-10-13T09";
  private static final String M = "ep-m-agent-01/2026-10-13T15";

  private static final String LONG_INPUT = "계약보다 긴 입력이 몰림";
  private static final String ISOLATION = "계약 안인데 밀림 · 성능 격리 실패";
  private static final String WITHIN = "SLO 안에서 처리됨";
  private static final String OVER = "계약 동시성을 넘겨 보냄";

  /** One change of a good output. */
  private record Corruption(
      String name,
      AuditFixture fixture,
      List<Integer> fails,
      Consumer<List<Map<String, Object>>> change) {

    @Override
    public String toString() {
      return (fails.isEmpty() ? "" : "check " + fails.get(0) + ": ") + name;
    }
  }

  private final Map<AuditFixture, Recount> recounts = new EnumMap<>(AuditFixture.class);
  private final Map<AuditFixture, Path> goodOutputs = new EnumMap<>(AuditFixture.class);
  private Path temporary;

  @BeforeAll
  void read(@TempDir Path folder) throws Exception {
    temporary = folder;
    for (AuditFixture fixture : AuditFixture.values()) {
      recounts.put(fixture, fixture.recount());
      goodOutputs.put(fixture, PlainOutput.write(temporary, fixture.goodOutput(temporary)));
    }
  }

  @ParameterizedTest
  @MethodSource("corruptions")
  void aCorruptionFailsItsChecks(Corruption corruption) throws Exception {
    assertThat(failing(corruption))
        .as(corruption.toString())
        .containsExactlyInAnyOrderElementsOf(corruption.fails());
  }

  @ParameterizedTest
  @MethodSource("harmlessChanges")
  void aHarmlessChangeFailsNothing(Corruption change) throws Exception {
    assertThat(failing(change)).as(change.toString()).isEmpty();
  }

  @Test
  void everyCheckHasTwoCorruptionsAtLeastAndAllFortyAreThere() {
    Map<Integer, Integer> intended = new TreeMap<>();
    corruptions().forEach(corruption -> intended.merge(corruption.fails().get(0), 1, Integer::sum));

    assertThat(intended).hasSize(15);
    assertThat(intended.values()).allMatch(count -> count >= 2);
    assertThat(intended.values().stream().mapToInt(Integer::intValue).sum())
        .isGreaterThanOrEqualTo(40);
    Set<String> names = new HashSet<>();
    assertThat(corruptions().map(Corruption::toString)).allMatch(names::add);
  }

  private Set<Integer> failing(Corruption corruption) throws Exception {
    List<Map<String, Object>> windows = goodOutput(corruption.fixture());
    corruption.change().accept(windows);
    Path output = PlainOutput.write(temporary, windows);
    assertThat(Files.mismatch(output, goodOutputs.get(corruption.fixture())))
        .as("where the change changes something")
        .isNotNegative();
    AuditReport report = Audit.run(output, recounts.get(corruption.fixture()), new Findings());
    Set<Integer> failing = new HashSet<>();
    for (CheckResult result : report.checks()) {
      if (!result.passed()) {
        failing.add(result.number());
      }
    }
    return failing;
  }

  private List<Map<String, Object>> goodOutput(AuditFixture fixture) throws Exception {
    List<Map<String, Object>> windows = new ArrayList<>();
    JsonValues.readArray(goodOutputs.get(fixture), window -> windows.add(asMap(window)));
    return windows;
  }

  static Stream<Corruption> corruptions() {
    return Stream.of(
            enums(),
            windows(),
            ranges(),
            misses(),
            verdicts(),
            concurrency(),
            longInput(),
            isolation(),
            otherTenants(),
            emptyMetrics(),
            nulls(),
            evidenceShapes(),
            evidenceValues(),
            sentences())
        .flatMap(corruptions -> corruptions);
  }

  private static Stream<Corruption> enums() {
    return Stream.of(
        set("a verdict spelt otherwise", D, "verdict", "SLO안에서 처리됨", 1),
        set("a short label for a verdict", C, "verdict", "성능 격리 실패", 1),
        set("no verdict", D, "verdict", null, 1),
        set("a verdict that is no text", D, "verdict", number("1"), 1),
        set("a second reading that is no verdict", C, "verdict_at_slo", "격리 실패", 1),
        set("another verdict also found", C, "also_found", List.of(OVER), 1, 8),
        set("long input found twice", F, "also_found", List.of(LONG_INPUT, LONG_INPUT), 1, 8),
        set("also found is null", D, "also_found", null, 1));
  }

  private static Stream<Corruption> windows() {
    return Stream.of(
        output("a left-out window", windows -> windows.remove(window(windows, D)), 2),
        output("a window twice", windows -> windows.add(1, windows.get(0)), 2),
        output("windows out of order", windows -> Collections.swap(windows, 3, 4), 2),
        output("an element that is no object", windows -> windows.add(null), 2),
        set("a window of an hour without rows", A, "window_start", "2026-10-13T11:00+09:00", 2),
        set("a window start on another clock", A, "window_start", "2026-10-13T00:00Z", 2),
        set("a window start that is none", A, "window_start", "10:00", 2),
        set("a window of nobody", A, "tenant_id", null, 2),
        set("a window of an unknown tenant", A, "tenant_id", "tnt-a02", 2),
        set("the key of another hour", A, "window_key", "ep-a-chat-01/2026-10-13T10", 2),
        set("another pool", C, "accel_pool", "npu-pool-2", 2),
        set("another maximum concurrency", D, "max_concurrency", number("9"), 2),
        set("one request more", D, "request_count", number("401"), 2),
        change("no notes", D, window -> window.remove("notes"), 2),
        change("no second reading", D, window -> window.remove("verdict_at_slo"), 2),
        change("no pool figure", D, window -> window.remove("queued_at_worst"), 2),
        set("a field of no window", D, "sla_credit", number("1"), 2));
  }

  private static Stream<Corruption> ranges() {
    return Stream.of(
        set("more than all missed", C, "slo_miss_pct", number("104.7"), 3, 4),
        set("more misses than requests", D, "slo_miss_count", number("401"), 3, 4),
        set("more long misses than misses", K, "misses_with_long_input", number("55"), 3, 8),
        set("more over misses than misses", C, "misses_in_over_concurrency", number("87"), 3, 7),
        set("61 minutes over", F, "over_concurrency_minutes", number("61"), 3, 6),
        set("a percentage for a share", C, "kv_cache_util_at_worst", number("96"), 3, 9),
        set("a negative peak", D, "peak_concurrency", number("-1"), 3),
        set("a peak in words", D, "peak_concurrency", "5", 3),
        set("a count with a fraction", D, "request_count", number("400.0"), 3),
        set("a count beyond all numbers", D, "request_count", number("1e400"), 3),
        set("a peak at SLO above the peak", D, "peak_concurrency_at_slo", number("6"), 3, 7),
        set("a worst minute of another hour", C, "worst_minute", "2026-10-13T09:17+09:00", 3, 9),
        set("a worst minute on another clock", C, "worst_minute", "2026-10-13T01:17Z", 3, 9));
  }

  private static Stream<Corruption> misses() {
    return Stream.of(
        set("one miss more", D, "slo_miss_count", number("5"), 4),
        set("one miss less", F, "slo_miss_count", number("411"), 4),
        set("a percentage cut off", C, "slo_miss_pct", number("4.6"), 4),
        set("a percentage not rounded", K, "slo_miss_pct", number("8.44"), 4),
        set("a share for a percentage", D, "slo_miss_pct", number("0.01"), 4));
  }

  private static Stream<Corruption> verdicts() {
    return Stream.of(
        set("exactly one percent judged as more", D, "verdict", ISOLATION, 5, 9, 12),
        change(
            "an isolation failure passed over as within SLO",
            C,
            window -> {
              window.put("verdict", WITHIN);
              for (Field field : Field.OF_THE_POOL) {
                window.put(field.fieldName(), null);
              }
              window.put("worst_minute", null);
              window.put("worst_minute_misses", null);
            },
            5,
            9,
            10),
        set("within SLO although long inputs missed", K, "verdict", WITHIN, 5, 8, 12),
        set("an isolation failure blamed on the customer", C, "verdict", OVER, 7, 9, 12),
        change(
            "the second customer-side cause before the first",
            F,
            window -> {
              window.put("verdict", LONG_INPUT);
              window.put("also_found", List.of());
            },
            7,
            8),
        recorded("the second reading repeats the first", "verdict_at_slo", OVER, 7),
        recorded("the peak at SLO is the peak", "peak_concurrency_at_slo", number("9"), 7),
        recorded("over at SLO as in fact", "over_concurrency_minutes_at_slo", number("1"), 7),
        set("one miss in over minutes less", F, "misses_in_over_concurrency", number("362"), 7, 3),
        set(
            "one miss in over minutes at SLO less",
            F,
            "misses_in_over_concurrency_at_slo",
            number("0"),
            7),
        set("long input taken for isolation", K, "verdict", ISOLATION, 8, 9, 12));
  }

  private static Stream<Corruption> concurrency() {
    return Stream.of(
        set("one more at the peak", D, "peak_concurrency", number("6"), 6),
        set("one less at the peak", F, "peak_concurrency", number("47"), 6),
        set("a minute at the contract counted", F, "over_concurrency_minutes", number("30"), 6),
        edge(
            "carried over is left out",
            "ep-carry/2026-10-31T23",
            "over_concurrency_minutes",
            number("0"),
            6,
            3));
  }

  private static Stream<Corruption> longInput() {
    return Stream.of(
        set("an input at the cap counted", K, "misses_with_long_input", number("34"), 8),
        set("long input not found", F, "also_found", List.of(), 8),
        set("long input found beside itself", K, "also_found", List.of(LONG_INPUT), 8));
  }

  private static Stream<Corruption> isolation() {
    return Stream.of(
        set("a moved minute", C, "worst_minute", "2026-10-13T10:16+09:00", 9),
        set("one miss more in the worst minute", F, "worst_minute_misses", number("42"), 9),
        set("another average", C, "kv_cache_util_prev_hour_avg", number("0.48"), 9),
        set("an average not rounded", C, "queued_prev_hour_avg", number("4.93"), 9),
        set("the queue of another minute", C, "queued_at_worst", number("29"), 9),
        set("a value that is there is null", C, "kv_cache_util_at_worst", null, 9),
        set("an average that is there is null", M, "queued_prev_hour_avg", null, 9));
  }

  private static Stream<Corruption> otherTenants() {
    return Stream.of(
        set("one less at worst", C, "other_tenant_requests_at_worst", number("90"), 10),
        set(
            "own endpoints among others",
            C,
            "other_tenant_requests_prev_hour_avg",
            number("38.1"),
            10),
        set("a ratio cut off", C, "other_tenant_requests_ratio", number("2.4"), 10),
        set("no ratio", M, "other_tenant_requests_ratio", null, 10),
        edge(
            "a ratio to nothing",
            "ep-alone/2026-10-31T22",
            "other_tenant_requests_ratio",
            number("0"),
            10));
  }

  private static Stream<Corruption> emptyMetrics() {
    return Stream.of(
        set("filled from the minute before", M, "kv_cache_util_at_worst", number("0.88"), 11, 9),
        set("a queue of 0 for none", M, "queued_at_worst", number("0"), 11, 9),
        edge(
            "filled where no line is",
            "ep-ver/2026-11-01T01",
            "queued_at_worst",
            number("0"),
            11,
            9));
  }

  private static Stream<Corruption> nulls() {
    return Stream.of(
        set("a worst minute within SLO", D, "worst_minute", "2026-10-13T10:17+09:00", 12, 9),
        set("misses of no minute", D, "worst_minute_misses", number("4"), 12, 9),
        set("pool figures of a customer-side cause", K, "queued_at_worst", number("0"), 12, 9),
        set(
            "other tenants' requests told to the culprit",
            F,
            "other_tenant_requests_at_worst",
            number("50"),
            12,
            10),
        set("no other tenants' requests", C, "other_tenant_requests_at_worst", null, 12, 10),
        set("no worst minute", K, "worst_minute", null, 12, 9));
  }

  private static Stream<Corruption> evidenceShapes() {
    return Stream.of(
        set("no evidence list", D, "evidence", "400", 13),
        item("a table that is none", C, 2, item -> item.put("table", "contracts"), 13),
        item("a column of another table", C, 2, item -> item.put("field", "ttft_ms"), 13),
        item("another column counted", C, 0, item -> item.put("field", "tenant_id"), 13),
        item("another aggregate", C, 1, item -> item.put("agg", "sum"), 13),
        item("a figure with a row", C, 0, item -> item.put("row", "req-1"), 13),
        item("a figure without a filter", C, 0, item -> item.remove("filter"), 13),
        item("a cell without a row", C, 2, item -> item.put("row", null), 13),
        item("a cell with a filter", C, 2, item -> item.put("filter", "이 시간대"), 13),
        item("an item without a value", C, 2, item -> item.remove("value"), 13),
        item(
            "a filter in other words",
            D,
            0,
            item -> item.put("filter", "tnt-d04·ep-d-search-01 · 10:00~11:00 에 도착"),
            13),
        item(
            "a filter with a number written otherwise",
            D,
            1,
            item -> item.put("filter", "위 요청 중 ttft_ms > 1500 또는 tpot_ms > 80"),
            13),
        item(
            "an average over requests",
            D,
            0,
            item -> item.put("filter", "gpu-pool-1 · 09:17~10:16"),
            13),
        change("a left-out item", C, window -> evidence(window).remove(5), 13),
        change("the exemplar left out", K, window -> evidence(window).subList(10, 14).clear(), 13),
        change("items out of order", C, window -> Collections.swap(evidence(window), 2, 3), 13),
        change("an item twice", C, window -> evidence(window).add(evidence(window).get(17)), 13),
        change("no evidence", C, window -> evidence(window).clear(), 13),
        change(
            "the peak of a minute that no note speaks of",
            F,
            window -> evidence(window).add(6, peakOfMinute("10:05", 16)),
            13),
        item(
            "the peak without its instant",
            F,
            4,
            item -> item.put("filter", "이 시간대 tnt-f06·ep-f-batch-01 동시 요청 수 최대"),
            13));
  }

  private static Stream<Corruption> evidenceValues() {
    return Stream.of(
        item("an evidence value off by one", D, 0, item -> item.put("value", number("401")), 14),
        item("a value in words", D, 0, item -> item.put("value", "400"), 14),
        item("a cell off by one", D, 2, item -> item.put("value", number("1501")), 14),
        item("a cell of a millisecond later", C, 10, CorruptionTest::aMillisecondLater, 14),
        item(
            "an average as it was not shown",
            C,
            17,
            item -> item.put("value", number("0.470001")),
            14),
        item("an empty cell filled", M, 15, item -> item.put("value", number("0.88")), 14),
        item(
            "a filter with another number that still parses",
            D,
            1,
            item -> item.put("filter", "위 요청 중 ttft_ms > 1,501 또는 tpot_ms > 80"),
            14),
        item(
            "another number of misses in a filter",
            F,
            7,
            filter("SLO 를 넘긴 412건", "SLO 를 넘긴 411건"),
            14),
        item("another number of minutes in a filter", F, 7, filter("(29분)", "(28분)"), 14),
        item("another limit in a filter", F, 6, filter("16", "17"), 14),
        item("another hour in a filter", D, 0, filter("10:00~11:00", "09:00~10:00"), 14),
        item("a longer hour in a filter", D, 0, filter("~11:00", "~12:00"), 14),
        item("a moved minute in a filter", C, 14, filter("10:17", "10:16"), 14),
        item("59 minutes in a filter", C, 17, filter("09:17", "09:18"), 14),
        item("a date that is not needed", C, 20, filter("09:17", "10-13 09:17"), 14),
        item("another pool in a filter", C, 17, filter("gpu-pool-1", "npu-pool-2"), 14),
        item("another endpoint in a filter", C, 0, filter("ep-c-chat-01", "ep-c-sum-02"), 14),
        item("the instant cut to the second", C, 4, filter("10:17:12.345", "10:17:12"), 14),
        item(
            "a later instant of the same number", F, 4, filter("10:16:58.102", "10:16:58.103"), 14),
        change("another exemplar with its true cells", K, CorruptionTest::anotherExemplar, 14),
        item(
            "a request of another window",
            C,
            11,
            item -> item.put("row", "req-d04-101710-0151"),
            14),
        item(
            "another minute of the pool",
            C,
            15,
            item -> {
              item.put("row", "gpu-pool-1/2026-10-13T10:16+09:00");
              item.put("value", number("0.94"));
            },
            14),
        item(
            "the contract of another endpoint",
            C,
            2,
            item -> item.put("row", "tnt-c03/ep-c-sum-02"),
            14),
        edgeItem(
            "a version of the contract that is not in force",
            "ep-ver/2026-11-01T00",
            2,
            item -> item.put("row", "tnt-ver/ep-ver")),
        edgeItem(
            "a version named on another clock",
            "ep-ver/2026-11-01T00",
            2,
            item -> item.put("row", "tnt-ver/ep-ver@2026-11-01T00:00+09:00")),
        edgeItem(
            "a minute of yesterday without its date",
            "ep-night/2026-11-01T00",
            17,
            filter("10-31 ", "")),
        change(
            "the peak of a minute of another hour",
            F,
            window -> {
              notes(window).add("09:05 분에는 16개가 진행 중이었습니다.");
              evidence(window).add(6, peakOfMinute("09:05", 16));
            },
            14),
        change(
            "the peak of a minute off by one",
            F,
            window -> {
              notes(window).add("10:05 분에는 17개가 진행 중이었습니다.");
              evidence(window).add(6, peakOfMinute("10:05", 17));
            },
            14));
  }

  private static Stream<Corruption> sentences() {
    return Stream.of(
        set("an impolite summary", D, "summary", "SLO 를 넘긴 요청은 4건이다.", 15),
        set("a summary without its end", D, "summary", "SLO 를 넘긴 요청은 4건입니다", 15),
        set("a summary that is none", D, "summary", null, 15),
        set("notes that are no list", D, "notes", "4건입니다.", 15),
        note("an impolite note", C, "4건 넘김.", 15),
        note("a foreign tenant's id alone", C, "같은 분에 tnt-f06 요청이 늘었습니다.", 15),
        note("a foreign tenant's id in brackets", C, "다른 요청(tnt-f06)이 늘었습니다.", 15),
        note("a foreign tenant's id at the start", C, "tnt-f06, 다른 테넌트가 늘었습니다.", 15),
        note("a foreign tenant's name", C, "같은 분에 고객사 D · 사내 문서 검색 쪽이 늘었습니다.", 15),
        set("a foreign tenant in the summary", C, "summary", "원인은 tnt-f06 입니다.", 15),
        item("a foreign tenant in a filter", C, 0, filter("tnt-c03", "tnt-f06"), 15, 14),
        item(
            "a foreign tenant in a row",
            C,
            2,
            item -> item.put("row", "tnt-f06/ep-f-batch-01"),
            15,
            14));
  }

  static Stream<Corruption> harmlessChanges() {
    return Stream.of(
        note("a foreign id within a longer word", C, "tnt-f06x 와 xtnt-f06 은 이름이 아닙니다."),
        note("a foreign id before a hyphen", C, "tnt-f06-2 와 my_tnt-f06 은 이름이 아닙니다."),
        note("a foreign id before a Hangul letter", C, "tnt-f06은 낱말의 앞부분일 뿐입니다."),
        note("one's own id", C, "tnt-c03 요청이 늘었습니다."),
        note("one's own name", C, "고객사 C · 통신 상담 챗봇 요청이 늘었습니다."),
        note("the name of one's own other endpoint", C, "고객사 C · 상담 내용 요약 쪽도 늘었습니다."),
        change("no notes to make", D, window -> notes(window).clear()),
        item("the other particle", C, 6, filter(" 를 ", " 을 ")),
        item("an instant on another clock", C, 10, CorruptionTest::onAnotherClock),
        set("a figure with a zero more", C, "slo_miss_pct", number("4.70")),
        change(
            "the peak of a minute that a note speaks of",
            F,
            window -> {
              notes(window).add("10:05 분에는 16개가 진행 중이었습니다.");
              evidence(window).add(6, peakOfMinute("10:05", 16));
            }),
        change(
            "fields in another order",
            D,
            window -> {
              Object key = window.remove("window_key");
              window.put("window_key", key);
            }));
  }

  private static void anotherExemplar(Map<String, Object> window) {
    // A miss of the same minute with long input, but by less: the one of the source document.
    List<Object> evidence = evidence(window);
    String row = "req-k11-092208-0233";
    Map<String, Object> cells =
        Map.of(
            "arrived_at", "2026-10-13T09:22:08.410+09:00",
            "ttft_ms", number("3920"),
            "tpot_ms", number("88"),
            "input_tokens", number("18400"));
    for (Object item : evidence.subList(10, 14)) {
      Map<String, Object> parts = asMap(item);
      parts.put("row", row);
      parts.put("value", cells.get(parts.get("field")));
    }
  }

  private static void aMillisecondLater(Map<String, Object> item) {
    OffsetDateTime instant = OffsetDateTime.parse((String) item.get("value"));
    item.put("value", instant.plusNanos(1_000_000).toString());
  }

  private static void onAnotherClock(Map<String, Object> item) {
    OffsetDateTime instant = OffsetDateTime.parse((String) item.get("value"));
    item.put("value", instant.withOffsetSameInstant(ZoneOffset.UTC).toString());
  }

  private static Map<String, Object> peakOfMinute(String minute, int value) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("table", "request_logs");
    item.put("row", null);
    item.put("field", "request_id");
    item.put("value", value);
    item.put("agg", "count");
    item.put("filter", minute + " 분 안에서 진행 중이던 tnt-f06·ep-f-batch-01 요청의 최댓값");
    return item;
  }

  private static Corruption output(
      String name, Consumer<List<Map<String, Object>>> change, Integer... fails) {
    return new Corruption(name, AuditFixture.SEED_DAY, List.of(fails), change);
  }

  private static Corruption change(
      String name, String key, Consumer<Map<String, Object>> change, Integer... fails) {
    return output(name, windows -> change.accept(window(windows, key)), fails);
  }

  private static Corruption set(
      String name, String key, String field, Object value, Integer... fails) {
    return change(name, key, window -> window.put(field, value), fails);
  }

  private static Corruption note(String name, String key, String note, Integer... fails) {
    return change(name, key, window -> notes(window).add(note), fails);
  }

  private static Corruption item(
      String name, String key, int index, Consumer<Map<String, Object>> change, Integer... fails) {
    return change(name, key, window -> change.accept(asMap(evidence(window).get(index))), fails);
  }

  private static Corruption recorded(String name, String field, Object value, Integer... fails) {
    return new Corruption(
        name,
        AuditFixture.RECORDED_HOUR,
        List.of(fails),
        windows -> window(windows, "ep-a-chat-01/2026-11-30T19").put(field, value));
  }

  private static Corruption edge(
      String name, String key, String field, Object value, Integer... fails) {
    return new Corruption(
        name,
        AuditFixture.EDGE_DAY,
        List.of(fails),
        windows -> window(windows, key).put(field, value));
  }

  private static Corruption edgeItem(
      String name, String key, int index, Consumer<Map<String, Object>> change) {
    return new Corruption(
        name,
        AuditFixture.EDGE_DAY,
        List.of(14),
        windows -> change.accept(asMap(evidence(window(windows, key)).get(index))));
  }

  private static Consumer<Map<String, Object>> filter(String from, String to) {
    return item -> item.put("filter", ((String) item.get("filter")).replace(from, to));
  }

  private static Map<String, Object> window(List<Map<String, Object>> windows, String key) {
    return windows.stream()
        .filter(window -> window.get("window_key").equals(key))
        .findFirst()
        .orElseThrow();
  }

  private static List<Object> evidence(Map<String, Object> window) {
    return asList(window.get("evidence"));
  }

  private static List<Object> notes(Map<String, Object> window) {
    return asList(window.get("notes"));
  }

  @SuppressWarnings("unchecked") // what JsonValues makes of an array
  private static List<Object> asList(Object value) {
    return (List<Object>) value;
  }

  @SuppressWarnings("unchecked") // what JsonValues makes of an object
  private static Map<String, Object> asMap(Object value) {
    return (Map<String, Object>) value;
  }

  private static BigDecimal number(String text) {
    return new BigDecimal(text);
  }
}
