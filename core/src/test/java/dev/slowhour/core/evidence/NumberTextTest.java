package dev.slowhour.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.00, 0",
    "0e5, 0",
    "0e-30, 0",
    "3, 3",
    "3.0, 3",
    "3.10, 3.1",
    "100, 100",
    "1e3, 1000",
    "1.0e3, 1000",
    "0.93, 0.93",
    "0.9300, 0.93",
    "1e-30, 0.000000000000000000000000000001",
    "9007199254740991, 9007199254740991",
    "-0.50, -0.5",
  })
  void aNumberIsWrittenInItsShortestFormWithoutAnExponent(BigDecimal value, String expected) {
    assertThat(NumberText.shortest(value)).isEqualTo(expected);
  }
}
