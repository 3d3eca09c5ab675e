package dev.slowhour.core.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Each check by itself, on a day whose figures are counted by hand. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChecksTest {

  private Recount recount;
  private RecountedWindow isolated;
  private RecountedWindow over;
  private RecountedWindow longInput;
  private RecountedWindow within;

  @BeforeAll
  void count(@TempDir Path folder) throws Exception {
    SmallDay day =
        new SmallDay(folder)
            .contract("tnt-a", "가나 상사", "ep-1")
            .contract("tnt-b", "다라 물산", "ep-2")
            .contract("tnt-c", "마바 은행", "ep-3")
            .contract("tnt-d", "사아 전자", "ep-4")
            .contract("tnt-e", "자차 통신", "ep-5");
    // Two of ten miss, in one minute, one at a time.
    day.request("a1", "tnt-a", "ep-1", "10:05:00", 1500);
    day.request("a2", "tnt-a", "ep-1", "10:05:30.25", 1600);
    for (int i = 10; i < 18; i++) {
      day.request("a" + i, "tnt-a", "ep-1", "10:" + i + ":00", 1000);
    }
    for (int i = 1; i <= 3; i++) {
      day.request("b" + i, "tnt-b", "ep-2", "10:05:0" + i, 100);
    }
    day.request("b4", "tnt-b", "ep-2", "09:04:59.999", 100);
    for (int i = 5; i <= 9; i++) {
      day.request("b" + i, "tnt-b", "ep-2", "09:05:00", 100);
    }
    day.request("b10", "tnt-b", "ep-2", "10:04:59.999", 100);
    // Four at once, two of them with long input.
    for (int i = 1; i <= 4; i++) {
      day.request("c" + i, "tnt-c", "ep-3", "q", "10:20:00", 99 + (i + 1) / 2, 1, 3000, "0");
    }
    // Two of three miss, one with long input.
    day.request("d1", "tnt-d", "ep-4", "q", "10:30:00", 101, 1, 1001, "0");
    day.request("d2", "tnt-d", "ep-4", "q", "10:40:00", 100, 2, 10, "100.5");
    day.request("d3", "tnt-d", "ep-4", "q", "10:41:00", 500, 2, 1000, "100");
    // Exactly one of a hundred.
    for (int i = 0; i < 100; i++) {
      String time = "11:" + WindowClock.twoDigits(i / 2) + (i % 2 == 0 ? ":00" : ":30");
      day.request("e" + i, "tnt-e", "ep-5", "q", time, 10, 1, i == 50 ? 1001 : 1, "0");
    }
    day.metric("10:03", "0.5", "1").metric("10:04", "0.61", "2").metric("10:05", "0.9", "null");
    recount = day.recount();
    isolated = SmallDay.window(recount, "tnt-a", "ep-1", "10:00").orElseThrow();
    over = SmallDay.window(recount, "tnt-c", "ep-3", "10:00").orElseThrow();
    longInput = SmallDay.window(recount, "tnt-d", "ep-4", "10:00").orElseThrow();
    within = SmallDay.window(recount, "tnt-e", "ep-5", "11:00").orElseThrow();
  }

  @Test
  void theFiguresAreThoseCountedByHand() {
    assertThat(PlainOutput.figures(isolated))
        .contains(
            entry("window_key", "ep-1/2026-10-13T10"),
            entry("verdict", VerdictName.ISOLATION_FAILURE.text()),
            entry("request_count", 10L),
            entry("slo_miss_count", 2L),
            entry("slo_miss_pct", new BigDecimal("20.0")),
            entry("peak_concurrency", 1L),
            entry("worst_minute", "2026-10-13T10:05+09:00"),
            entry("worst_minute_misses", 2L),
            entry("kv_cache_util_at_worst", new BigDecimal("0.9")),
            entry("kv_cache_util_prev_hour_avg", new BigDecimal("0.56")),
            entry("queued_at_worst", null),
            entry("queued_prev_hour_avg", new BigDecimal("1.5")),
            entry("other_tenant_requests_at_worst", 3L),
            entry("other_tenant_requests_prev_hour_avg", new BigDecimal("0.1")),
            entry("other_tenant_requests_ratio", new BigDecimal("30.0")));
    assertThat(PlainOutput.figures(over))
        .contains(
            entry("verdict", VerdictName.OVER_CONCURRENCY.text()),
            entry("also_found", List.of(VerdictName.LONG_INPUT.text())),
            entry("peak_concurrency", 4L),
            entry("over_concurrency_minutes", 1L),
            entry("misses_in_over_concurrency", 4L),
            entry("misses_with_long_input", 2L),
            entry("peak_concurrency_at_slo", 4L));
    assertThat(PlainOutput.figures(longInput))
        .contains(
            entry("verdict", VerdictName.LONG_INPUT.text()),
            entry("slo_miss_count", 2L),
            entry("slo_miss_pct", new BigDecimal("66.7")),
            entry("misses_with_long_input", 1L),
            entry("worst_minute", "2026-10-13T10:30+09:00"));
    assertThat(PlainOutput.figures(within))
        .contains(
            entry("verdict", VerdictName.WITHIN_SLO.text()),
            entry("slo_miss_count", 1L),
            entry("slo_miss_pct", new BigDecimal("1.0")),
            entry("worst_minute", null));
  }

  @Test
  void goodWindowsPassEveryCheck() {
    for (RecountedWindow window : List.of(isolated, over, longInput, within)) {
      Findings findings = new Findings();
      new VerdictsAudit(recount, findings).take(good(window));
      assertThat(findings.results()).flatExtracting(CheckResult::failures).isEmpty();
    }
  }

  @Test
  void check1ComparesTheVerdictWithItsEnum() {
    assertThat(failures(new EnumCheck(), over, "verdict", "초과"))
        .containsExactly("verdict: 초과, not one of the four verdicts");
    assertThat(failures(new EnumCheck(), over, "also_found", "긴 입력"))
        .containsExactly("also_found: 긴 입력, not [] or [계약보다 긴 입력이 몰림]");
  }

  @Test
  void check2ComparesTheFields() {
    assertThat(failures(new FieldCheck(), over, "accel_pool", 1))
        .containsExactly("accel_pool: 1, not a text");
    assertThat(failures(new FieldCheck(), over, "more", 1))
        .containsExactly("more: present, not no such field");
  }

  @Test
  void check2ComparesWhatNamesTheWindow() {
    assertThat(failures(new IdentityCheck(), over, "window_key", "ep-3/2026-10-13T11"))
        .containsExactly("window_key: ep-3/2026-10-13T11, not ep-3/2026-10-13T10");
    assertThat(failures(new IdentityCheck(), over, "accel_pool", "p"))
        .containsExactly("accel_pool: p, not q");
    assertThat(failures(new IdentityCheck(), over, "request_count", 3))
        .containsExactly("request_count: 3, not 4");
  }

  @Test
  void check3ComparesFiguresWithTheirRanges() {
    RangeCheck check = new RangeCheck(recount.zone());
    assertThat(failures(check, over, "slo_miss_pct", new BigDecimal("100.1")))
        .containsExactly("slo_miss_pct: 100.1, not ≤ 100");
    assertThat(failures(check, over, "misses_in_over_concurrency", 5))
        .containsExactly("misses_in_over_concurrency: 5, not ≤ slo_miss_count, 4");
    assertThat(failures(check, over, "worst_minute", "2026-10-13T11:00+09:00"))
        .containsExactly("worst_minute: 2026-10-13T11:00+09:00, not a minute of the window");
    assertThat(failures(check, over, "worst_minute_misses", 0))
        .containsExactly("worst_minute_misses: 0, not ≥ 1");
    assertThat(failures(check, over, "slo_miss_count", true))
        .containsExactly("slo_miss_count: true, not an integer ≥ 0");
  }

  @Test
  void check4RecountsTheMisses() {
    assertThat(failures(new MissCheck(), longInput, "slo_miss_count", 3))
        .containsExactly("slo_miss_count: 3, not 2");
    assertThat(failures(new MissCheck(), longInput, "slo_miss_pct", new BigDecimal("66.6")))
        .containsExactly("slo_miss_pct: 66.6, not 66.7");
  }

  @Test
  void check5TakesOnePercentForWithinSlo() {
    String isolation = VerdictName.ISOLATION_FAILURE.text();
    assertThat(failures(new OnePercentCheck(), within, "verdict", isolation))
        .containsExactly("verdict: " + isolation + ", not SLO 안에서 처리됨");
    assertThat(failures(new OnePercentCheck(), over, "verdict", isolation)).isEmpty();
  }

  @Test
  void check6RecountsTheConcurrency() {
    assertThat(failures(new ConcurrencyCheck(), over, "peak_concurrency", 5))
        .containsExactly("peak_concurrency: 5, not 4");
    assertThat(failures(new ConcurrencyCheck(), over, "over_concurrency_minutes", 0))
        .containsExactly("over_concurrency_minutes: 0, not 1");
  }

  @Test
  void check7PutsConcurrencyBeforeLongInput() {
    assertThat(failures(new OverContractCheck(), over, "verdict", VerdictName.LONG_INPUT.text()))
        .containsExactly("verdict: 계약보다 긴 입력이 몰림, not 계약 동시성을 넘겨 보냄");
    assertThat(failures(new OverContractCheck(), over, "peak_concurrency_at_slo", 3))
        .containsExactly("peak_concurrency_at_slo: 3, not 4");
    assertThat(
            failures(
                new OverContractCheck(), over, "verdict_at_slo", VerdictName.WITHIN_SLO.text()))
        .containsExactly("verdict_at_slo: SLO 안에서 처리됨, not 계약 동시성을 넘겨 보냄");
  }

  @Test
  void check8DoesNotCountInputAtTheCap() {
    assertThat(failures(new LongInputCheck(), longInput, "misses_with_long_input", 2))
        .containsExactly("misses_with_long_input: 2, not 1");
    assertThat(failures(new LongInputCheck(), over, "also_found", List.of()))
        .containsExactly("also_found: [], not [계약보다 긴 입력이 몰림]");
  }

  @Test
  void check9RecountsTheWorstMinuteAndItsPool() {
    assertThat(failures(new IsolationCheck(), isolated, "worst_minute", "2026-10-13T10:06+09:00"))
        .containsExactly("worst_minute: 2026-10-13T10:06+09:00, not 2026-10-13T10:05+09:00");
    assertThat(failures(new IsolationCheck(), isolated, "queued_prev_hour_avg", 1))
        .containsExactly("queued_prev_hour_avg: 1, not 1.5");
  }

  @Test
  void check10RecountsOtherTenants() {
    assertThat(failures(new OtherTenantsCheck(), isolated, "other_tenant_requests_at_worst", 4))
        .containsExactly("other_tenant_requests_at_worst: 4, not 3");
    assertThat(failures(new OtherTenantsCheck(), isolated, "other_tenant_requests_ratio", 26))
        .containsExactly("other_tenant_requests_ratio: 26, not 30.0");
  }

  @Test
  void check11LeavesAnEmptyMetricEmpty() {
    assertThat(failures(new EmptyMetricCheck(), isolated, "queued_at_worst", 2))
        .containsExactly("queued_at_worst: 2, not null");
    assertThat(failures(new EmptyMetricCheck(), isolated, "kv_cache_util_at_worst", null))
        .isEmpty();
  }

  @Test
  void check12GoesByTheVerdictThatStands() {
    assertThat(failures(new NullCheck(), over, "queued_at_worst", 2))
        .containsExactly("queued_at_worst: 2, not null");
    assertThat(failures(new NullCheck(), isolated, "other_tenant_requests_at_worst", null))
        .containsExactly("other_tenant_requests_at_worst: null, not an integer ≥ 0 or null");
    assertThat(failures(new NullCheck(), within, "worst_minute_misses", 1))
        .containsExactly("worst_minute_misses: 1, not null");
  }

  @Test
  void check13WantsTheWholeListInOrder() {
    assertThat(
            ExpectedEvidence.of(within).stream()
                .map(item -> item.sentence().map(Sentence::text).orElse(item.field())))
        .containsExactly(
            "tnt-e·ep-5 · 11:00~12:00 도착",
            "위 요청 중 ttft_ms > 1,000 또는 tpot_ms > 100",
            "ttft_slo_ms",
            "tpot_slo_ms",
            "이 시간대 tnt-e·ep-5 동시 요청 수 최대",
            "max_concurrency",
            "동시 요청 수가 2 을 넘은 분",
            "SLO 를 넘긴 1건 중 동시 요청 수가 2 을 넘은 분에 도착",
            "SLO 를 넘긴 1건 중 input_tokens > 100",
            "max_input_tokens",
            "arrived_at",
            "ttft_ms",
            "tpot_ms",
            "input_tokens");
    assertThat(failures((RecountCheck) new EvidenceNamesCheck(), within, "evidence", List.of()))
        .containsExactly(
            "evidence: end of the list, not request_logs.request_id, {T}·{E} · {o}~{h} 도착");
    assertThat(failures((StatedCheck) new EvidenceNamesCheck(), within, "evidence", 1))
        .containsExactly("evidence: 1, not a list");
  }

  @Test
  void check14RecountsItemsOneByOne() {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("table", "request_logs");
    item.put("row", null);
    item.put("field", "request_id");
    item.put("value", BigDecimal.valueOf(4));
    item.put("agg", "count");
    item.put("filter", "10:20:00 에 진행 중이던 tnt-c·ep-3 요청(이 시간대 최대)");
    assertThat(failures(new EvidenceValuesCheck(), over, "evidence", List.of(item))).isEmpty();
    item.put("value", BigDecimal.valueOf(3));
    assertThat(failures(new EvidenceValuesCheck(), over, "evidence", List.of(item)))
        .containsExactly("evidence[0].value: 3, not 4");
    item.put("filter", "10:20:02 에 진행 중이던 tnt-c·ep-3 요청(이 시간대 최대)");
    assertThat(failures(new EvidenceValuesCheck(), over, "evidence", List.of(item)))
        .containsExactly(
            "evidence[0].filter: 10:20:02 에 진행 중이던 tnt-c·ep-3 요청(이 시간대 최대), not 10:20:00 에"
                + " 진행 중이던 tnt-c·ep-3 요청(이 시간대 최대)");
  }

  @Test
  void check15KnowsIdsAndNamesOfAllTenants() {
    SentenceCheck check = new SentenceCheck(recount.names());
    assertThat(failures(check, over, "summary", "다라 물산 요청이 늘었습니다."))
        .containsExactly("summary: 다라 물산 요청이 늘었습니다., not no other tenant, but it names 다라 물산");
    assertThat(failures(check, over, "notes", Arrays.asList("늘었습니다.", null)))
        .containsExactly("notes[1]: null, not a sentence");
    assertThat(failures(check, over, "summary", "마바 은행 요청이 늘었습니다.")).isEmpty();
  }

  private static Map<String, Object> good(RecountedWindow window) {
    Map<String, Object> fields = PlainOutput.withEvidence(PlainOutput.figures(window), window);
    fields.replaceAll(
        (name, value) -> value instanceof Long number ? BigDecimal.valueOf(number) : value);
    return fields;
  }

  private static StatedWindow changed(RecountedWindow window, String field, Object valueOrNull) {
    Map<String, Object> fields = good(window);
    fields.put(
        field, valueOrNull instanceof Integer number ? BigDecimal.valueOf(number) : valueOrNull);
    return new StatedWindow(fields);
  }

  private static List<String> failures(
      StatedCheck check, RecountedWindow window, String field, Object valueOrNull) {
    Findings findings = new Findings();
    check.check(changed(window, field, valueOrNull), findings);
    return texts(findings);
  }

  private static List<String> failures(
      RecountCheck check, RecountedWindow window, String field, Object valueOrNull) {
    Findings findings = new Findings();
    check.check(changed(window, field, valueOrNull), window, findings);
    return texts(findings);
  }

  private static List<String> texts(Findings findings) {
    return findings.results().stream()
        .flatMap(result -> result.failures().stream())
        .map(failure -> failure.item() + ": " + failure.stands() + ", not " + failure.recounted())
        .toList();
  }
}
