package dev.slowhour.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UtcTextTest {

  @ParameterizedTest
  @CsvSource({
    "2026-10-13T01:17:00Z, 2026-10-13T01:17Z",
    "2026-10-13T01:17:05Z, 2026-10-13T01:17:05Z",
    "2026-10-13T01:17:00.500Z, 2026-10-13T01:17:00.5Z",
    "2026-10-13T01:17:05.000000001Z, 2026-10-13T01:17:05.000000001Z",
    "1970-01-01T00:00:00Z, 1970-01-01T00:00Z",
    "9998-12-31T23:59:00Z, 9998-12-31T23:59Z"
  })
  void secondsAndDecimalsAreWrittenOnlyWhereThereAreAny(Instant instant, String shortest) {
    assertThat(UtcText.shortest(instant)).isEqualTo(shortest);
  }
}
