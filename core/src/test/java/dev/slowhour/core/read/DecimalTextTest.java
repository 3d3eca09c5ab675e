package dev.slowhour.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NumericChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTextTest {

  private static final int MILLION = 1_000_000;

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0, 0",
    "0.0, 0",
    "-0.0, 0",
    "0e0, 0",
    "0.5, 0.5",
    "12.5, 12.5",
    "12.50, 12.5",
    "1.0, 1",
    "1e3, 1000",
    "1E3, 1000",
    "1e+3, 1000",
    "1e03, 1000",
    "1e0000000000000000000003, 1000",
    "1.5e3, 1500",
    "1500e-3, 1.5",
    "1500E-03, 1.5",
    "-2.5, -2.5",
    "-1e-30, -0.000000000000000000000000000001",
    "0.1, 0.1",
    // Digits before the point.
    "999999999999999, 999999999999999",
    "999999999999999.5, 999999999999999.5",
    "1e14, 100000000000000",
    "0.1e15, 100000000000000",
    "0.001e17, 100000000000000",
    "9.99e14, 999000000000000",
    "1000000000000000e-1, 100000000000000",
    "10000000000000000e-2, 100000000000000",
    // Digits after the point.
    "1e-30, 0.000000000000000000000000000001",
    "0.123456789012345678901234567890, 0.123456789012345678901234567890",
    "999999999999999.999999999999999999999999999999,"
        + " 999999999999999.999999999999999999999999999999",
    "1.000000000000000000000000000000, 1",
    "10e-30, 0.00000000000000000000000000001",
    "1.00000000000000000000000000000000e2, 100",
    "0.0000000000000000000000000000000001e34, 1",
    // Zero has no digits before the point, but those after it count.
    "0e30, 0",
    "0e-30, 0",
    "0e15, 0",
    "0e16, 0",
    "0e999999999, 0",
    "0e99999999999999, 0",
    "-0e99999999999999999999999, 0",
    "0.000000000000000000000000000000, 0",
    "0.0e-29, 0",
    "0.00000000000000000000000000000000000000e99999999999999, 0",
  })
  void aNumberIsExactlyWhatIsWritten(String text, BigDecimal expected) {
    assertThat(DecimalText.parseOrNull(text)).isEqualByComparingTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Sixteen digits before the point.
        "1000000000000000",
        "1000000000000000.0",
        "9999999999999999",
        "-1000000000000000",
        "1e15",
        "0.1e16",
        "10e14",
        "1000000000000000.5",
        "1e308",
        "1e309",
        "1e999999999",
        "1e2147483647",
        "1e2147483648",
        "1e4294967296",
        "1e9223372036854775807",
        "1e9223372036854775808",
        "1e18446744073709551616",
        "1e99999999999999",
        // Thirty-one after it.
        "1e-31",
        "0.1e-30",
        "0.1234567890123456789012345678901",
        "1.0000000000000000000000000000000",
        "10e-31",
        "1e-999999999",
        "1e-2147483648",
        "1e-2147483649",
        "1e-4294967296",
        "1e-9223372036854775808",
        "1e-99999999999999",
        "-1e-31",
        "0e-31",
        "-0e-31",
        "0.0e-30",
        "0.0000000000000000000000000000000",
        "0e-999999999",
        "0e-99999999999999",
      })
  void aNumberWithMoreDigitsIsNone(String text) {
    assertThat(DecimalText.parseOrNull(text)).isNull();
  }

  @Test
  void aMillionZerosAreNotTooManyWhenTheExponentTakesThemBack() {
    String zeros = "0".repeat(MILLION);
    assertThat(DecimalText.parseOrNull("0." + zeros + "25e1000001")).isEqualByComparingTo("2.5");
    assertThat(DecimalText.parseOrNull("0." + zeros + "25e1000000")).isEqualByComparingTo("0.25");
    assertThat(DecimalText.parseOrNull("0." + zeros + "1e1000015"))
        .isEqualByComparingTo("100000000000000");
    assertThat(DecimalText.parseOrNull("0." + zeros + "1e1000016")).isNull();
    assertThat(DecimalText.parseOrNull("0." + zeros + "1e999971"))
        .isEqualByComparingTo(new BigDecimal("1e-30"));
    assertThat(DecimalText.parseOrNull("0." + zeros + "1e999970")).isNull();
    assertThat(DecimalText.parseOrNull("0." + zeros + "e1000000")).isZero();
    assertThat(DecimalText.parseOrNull("0." + zeros + "e999970")).isZero();
  }

  @Test
  void aMillionTrailingZerosStayTooMany() {
    String zeros = "0".repeat(MILLION);
    assertThat(DecimalText.parseOrNull("1" + zeros + "e-1000000")).isNull();
    assertThat(DecimalText.parseOrNull("1" + zeros)).isNull();
    assertThat(DecimalText.parseOrNull("1." + zeros)).isNull();
    assertThat(DecimalText.parseOrNull("0." + zeros)).isNull();
    assertThat(DecimalText.parseOrNull("0." + zeros + "e999969")).isNull();
    assertThat(DecimalText.parseOrNull("9".repeat(MILLION))).isNull();
    assertThat(DecimalText.parseOrNull("1e" + "9".repeat(MILLION))).isNull();
    assertThat(DecimalText.parseOrNull("1e-" + "9".repeat(MILLION))).isNull();
    assertThat(DecimalText.parseOrNull("1e" + zeros + "3")).isEqualByComparingTo("1000");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, 999_999_999_999_999L, -999_999_999_999_999L})
  void anIntegerHasAtMostFifteenDigits(long value) {
    assertThat(DecimalText.ofInteger(value)).isEqualByComparingTo(BigDecimal.valueOf(value));
  }

  @ParameterizedTest
  @ValueSource(
      longs = {1_000_000_000_000_000L, -1_000_000_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE})
  void anIntegerWithMoreDigitsIsNoNumber(long value) {
    assertThat(DecimalText.ofInteger(value)).isNull();
  }

  @Test
  void noNumberKeepsAnExponent() {
    assertThat(DecimalText.parseOrNull("1e3").scale()).isZero();
    assertThat(DecimalText.parseOrNull("0e30").scale()).isZero();
    assertThat(DecimalText.parseOrNull("-1.5e10").toString()).isEqualTo("-15000000000");
  }

  @Property(tries = 2_000)
  void aNumberIsThatOfTheLibraryOrHasTooManyDigits(
      @ForAll boolean negative,
      @ForAll @NumericChars @StringLength(min = 1, max = 18) String before,
      @ForAll @NumericChars @StringLength(max = 34) String after,
      @ForAll @IntRange(min = -40, max = 40) int exponent) {
    String whole = before.replaceFirst("^0+(?=.)", "");
    String text =
        (negative ? "-" : "")
            + whole
            + (after.isEmpty() ? "" : "." + after)
            + (exponent == 0 ? "" : "e" + exponent);
    BigDecimal expected = new BigDecimal(text);
    boolean fits =
        expected.scale() <= 30
            && (expected.signum() == 0 || expected.precision() - expected.scale() <= 15);
    if (fits) {
      assertThat(DecimalText.parseOrNull(text)).isEqualByComparingTo(expected);
    } else {
      assertThat(DecimalText.parseOrNull(text)).isNull();
    }
  }
}
