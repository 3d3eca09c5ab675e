package dev.slowhour.grafana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpansionTest {

  private static final Expansion EXPANSION =
      new Expansion(
          Instant.parse("2026-10-13T00:00:00Z"),
          Instant.parse("2026-10-13T14:59:59.999Z"),
          Map.of("tenant", List.of("a", "o'b $1"), "none", List.of()));

  @Test
  void timesAreQuotedInUtcWithTheirMilliseconds() {
    assertThat(EXPANSION.of("t >= $__timeFrom() AND t < $__timeTo()::timestamptz"))
        .isEqualTo("t >= '2026-10-13T00:00:00Z' AND t < '2026-10-13T14:59:59.999Z'::timestamptz");
    assertThat(EXPANSION.of("$__timeFilter( t )"))
        .isEqualTo("t BETWEEN '2026-10-13T00:00:00Z' AND '2026-10-13T14:59:59.999Z'");
  }

  @Test
  void valuesAreQuotedAndTheirQuotesDoubled() {
    assertThat(EXPANSION.of("x IN (${tenant:sqlstring})")).isEqualTo("x IN ('a','o''b $1')");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${tenant}",
        "$tenant",
        "[[tenant]]",
        "${other:sqlstring}",
        "$__unknown(t)",
        "$__timeFrom"
      })
  void whatGrafanaWouldLeaveOrRefuseIsAFault(String sql) {
    assertThatThrownBy(() -> EXPANSION.of(sql)).isInstanceOf(IllegalArgumentException.class);
  }
}
