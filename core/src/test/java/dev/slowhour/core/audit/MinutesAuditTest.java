package dev.slowhour.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MinutesAuditTest {

  private final List<Map<String, Object>> minutes = new ArrayList<>();
  private Recount recount;

  @BeforeAll
  void read(@TempDir Path temporary) throws Exception {
    recount = AuditFixture.EDGE_DAY.recount();
    JsonValues.readLines(
        AuditFixture.EDGE_DAY.expected(temporary, "minutes.jsonl"),
        row -> {
          Map<String, Object> minute = new LinkedHashMap<>();
          ((Map<?, ?>) row).forEach((name, value) -> minute.put((String) name, value));
          minutes.add(minute);
        });
  }

  static Stream<Arguments> corruptions() {
    return Stream.of(
        corruption("nothing", rows -> {}),
        corruption("a row left out", rows -> rows.remove(100), 2),
        corruption("all rows left out", List::clear, 2),
        corruption("a row twice", rows -> rows.add(100, rows.get(100)), 2),
        corruption("rows out of order", rows -> Collections.swap(rows, 3, 4), 2),
        corruption("a row of no window", rows -> rows.get(0).put("tenant_id", "tnt-0"), 2),
        corruption("a row that is none", rows -> rows.add(null), 2),
        corruption("no minute", rows -> rows.get(5).put("minute", "10:05"), 2),
        corruption(
            "seconds in a minute",
            rows -> rows.get(5).put("minute", "2026-10-31T22:05:01+09:00"),
            2),
        corruption("a missing field", rows -> rows.get(5).remove("requests"), 2),
        corruption("another pool", rows -> rows.get(5).put("accel_pool", "x"), 2),
        corruption("a request more", rows -> rows.get(5).put("requests", number("6")), 6),
        corruption("a request in words", rows -> rows.get(5).put("requests", "5"), 6),
        corruption("a miss less", rows -> rows.get(5).put("slo_misses", number("4")), 6),
        corruption("a long one", rows -> rows.get(5).put("misses_with_long_input", number("1")), 6),
        corruption("a peak", rows -> rows.get(5).put("peak_concurrency", number("2")), 6),
        corruption("a peak at SLO", rows -> rows.get(5).put("peak_concurrency_at_slo", null), 6),
        corruption("over", rows -> rows.get(5).put("over_concurrency", true), 6),
        corruption("another limit", rows -> rows.get(5).put("max_concurrency", number("5")), 6),
        corruption(
            "another tenant", rows -> rows.get(5).put("other_tenant_requests", number("1")), 10),
        corruption("a filled gap", rows -> rows.get(5).put("kv_cache_util", null), 11),
        corruption("another queue", rows -> rows.get(5).put("queued_requests", number("3")), 11));
  }

  private static Arguments corruption(
      String name, Consumer<List<Map<String, Object>>> change, Integer... fails) {
    return Arguments.of(name, change, List.of(fails));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("corruptions")
  void aCorruptionFailsItsCheck(
      String name, Consumer<List<Map<String, Object>>> change, List<Integer> fails) {
    List<Map<String, Object>> rows = new ArrayList<>();
    minutes.forEach(row -> rows.add(new LinkedHashMap<>(row)));
    change.accept(rows);
    Findings findings = new Findings();
    MinutesAudit audit = new MinutesAudit(recount, findings);
    rows.forEach(audit::take);
    audit.finish();

    assertThat(findings.results())
        .filteredOn(result -> !result.passed())
        .extracting(CheckResult::number)
        .as(name)
        .containsExactlyElementsOf(fails);
  }

  private static BigDecimal number(String text) {
    return new BigDecimal(text);
  }
}
