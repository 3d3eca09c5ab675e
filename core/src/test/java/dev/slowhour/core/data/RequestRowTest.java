package dev.slowhour.core.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestRowTest {

  private static final long MAX_INTEGER = 9_007_199_254_740_991L;
  private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

  private static RequestRow row(long ttftMs, BigDecimal tpotMs, long outputTokens) {
    return new RequestRow(
        new Place(0, 1),
        "req-1",
        "tnt-a",
        "ep-a",
        "gpu-pool-1",
        Instant.EPOCH,
        1,
        outputTokens,
        ttftMs,
        tpotMs);
  }

  private static BigDecimal exactNanos(long ttftMs, BigDecimal tpotMs, long outputTokens) {
    BigDecimal million = new BigDecimal(1_000_000);
    return new BigDecimal(ttftMs)
        .multiply(million)
        .add(tpotMs.multiply(new BigDecimal(outputTokens)).multiply(million));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0, 1, 1000000",
    "1, 0, 9007199254740991, 1000000",
    "300, 12.5, 100, 1550000000",
    "300, 12.50, 100, 1550000000",
    "1, 0.000001, 1, 1000001",
    "1, 0.0000001, 1, 1000000",
    "1, 0.0000005, 1, 1000000",
    "1, 0.0000005, 2, 1000001",
    "1, 0.0000009, 1, 1000000",
    "1, 0.0000009, 10, 1000009",
    "1, 0.000000999999999999999999999999, 1, 1000000",
    "1, 0.000000999999999999999999999999, 1000, 1000999",
    "1, 0.000000000000000000000000000001, 9007199254740991, 1000000",
    "1, 33.333333333333333333333333333333, 3, 100999999",
    "1, 0.1, 3, 1300000",
    "1, 999999999999, 1, 999999999999000000 + 1000000",
    "1, 999999999999.999999, 1, 1000000000000000000 + 999999",
    "999999999999, 0, 1, 999999999999000000",
    "1000000000000, 0, 1, 1000000000000000000",
    "1000000000000, 1, 1, 1000000000001000000",
    "9223372036853, 0, 1, 9223372036853000000",
    "9223372036854, 0, 1, 9223372036854000000",
    "9223372036854, 0.775807, 1, 9223372036854775807",
    "9223372036854, 0.7758079, 1, 9223372036854775807",
    "1, 1, 9223372036853, 9223372036854000000",
  })
  void aLengthIsExactWithWhatIsLeftBelowANanosecondCutOff(
      long ttftMs, BigDecimal tpotMs, long outputTokens, String expected) {
    long sum = 0;
    for (String part : expected.split(" \\+ ", -1)) {
      sum += Long.parseLong(part);
    }
    assertThat(row(ttftMs, tpotMs, outputTokens).durationNanos()).isEqualTo(sum);
  }

  @ParameterizedTest
  @CsvSource({
    "9223372036854, 0.775808, 1",
    "9223372036855, 0, 1",
    "9007199254740991, 0, 1",
    "1, 999999999999999, 9007199254740991",
    "1, 0.5, 9007199254740991",
    "1, 999999999999.999999, 10",
    // Products that come round to a small long.
    "1, 4294967296, 4294967296",
    "1, 18446744073.709551616, 1000000000",
    "1, 281474.976710656, 72057594037927",
  })
  void aLengthBeyondALongIsToldAndIsLongerThanAnyBound(
      long ttftMs, BigDecimal tpotMs, long outputTokens) {
    RequestRow row = row(ttftMs, tpotMs, outputTokens);
    assertThatThrownBy(row::durationNanos).isInstanceOf(ArithmeticException.class);
    assertThat(row.isLongerThan(Duration.ofHours(1))).isTrue();
    assertThat(row.isLongerThan(Duration.ofNanos(Long.MAX_VALUE))).isTrue();
  }

  @Test
  void exactlyTheBoundIsNotLonger() {
    Duration hour = Duration.ofHours(1);
    assertThat(row(3_600_000, BigDecimal.ZERO, 1).isLongerThan(hour)).isFalse();
    assertThat(row(3_599_999, new BigDecimal("0.01"), 100).isLongerThan(hour)).isFalse();
    assertThat(row(3_599_999, new BigDecimal("0.0100000"), 100).isLongerThan(hour)).isFalse();
    assertThat(row(3_600_000, new BigDecimal("0.000001"), 1).isLongerThan(hour)).isTrue();
    assertThat(row(3_600_001, BigDecimal.ZERO, 1).isLongerThan(hour)).isTrue();
  }

  @Test
  void theBoundIsComparedBeforeAnythingIsCutOff() {
    RequestRow row = row(3_600_000, new BigDecimal("1e-30").setScale(30), 1);
    assertThat(row.durationNanos()).isEqualTo(3_600_000_000_000L);
    assertThat(row.isLongerThan(Duration.ofHours(1))).isTrue();
    assertThat(row.isLongerThan(Duration.ofHours(1).plusNanos(1))).isFalse();
  }

  @Provide
  Arbitrary<Long> integers() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(1, MAX_INTEGER),
        Arbitraries.longs().between(1, 5_000_000),
        Arbitraries.integers().between(0, 52).map(bits -> 1L << bits),
        Arbitraries.of(1L, 999_999_999_999L, 1_000_000_000_000L, MAX_INTEGER));
  }

  @Provide
  Arbitrary<BigDecimal> tpots() {
    Arbitrary<Integer> scales = Arbitraries.integers().between(0, 30);
    Arbitrary<BigInteger> unscaled =
        Arbitraries.oneOf(
            Arbitraries.bigIntegers().between(BigInteger.ZERO, BigInteger.TEN.pow(45)),
            Arbitraries.bigIntegers().between(BigInteger.ZERO, BigInteger.TEN.pow(13)),
            Arbitraries.integers().between(0, 90).map(BigInteger.TWO::pow));
    return Combinators.combine(unscaled, scales)
        .as(BigDecimal::new)
        .filter(tpot -> tpot.precision() - tpot.scale() <= 15);
  }

  @Property(tries = 10_000)
  void aLengthIsThatOfExactArithmetic(
      @ForAll("integers") long ttftMs,
      @ForAll("tpots") BigDecimal tpotMs,
      @ForAll("integers") long outputTokens) {
    BigDecimal exact = exactNanos(ttftMs, tpotMs, outputTokens);
    BigDecimal whole = exact.setScale(0, RoundingMode.DOWN);
    RequestRow row = row(ttftMs, tpotMs, outputTokens);
    if (whole.compareTo(MAX_LONG) > 0) {
      assertThatThrownBy(row::durationNanos).isInstanceOf(ArithmeticException.class);
    } else {
      assertThat(row.durationNanos()).isEqualTo(whole.longValueExact());
    }
  }

  @Property(tries = 10_000)
  void aLengthIsComparedAsTheExactOneIs(
      @ForAll("integers") long ttftMs,
      @ForAll("tpots") BigDecimal tpotMs,
      @ForAll("integers") long outputTokens) {
    BigDecimal exact = exactNanos(ttftMs, tpotMs, outputTokens);
    long near = exact.min(MAX_LONG).longValue();
    RequestRow row = row(ttftMs, tpotMs, outputTokens);
    for (long bound : new long[] {near - 1, near, 3_600_000_000_000L, Long.MAX_VALUE}) {
      assertThat(row.isLongerThan(Duration.ofNanos(bound)))
          .as("bound %d", bound)
          .isEqualTo(exact.compareTo(BigDecimal.valueOf(bound)) > 0);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // ttft + tpot × (output_tokens − 1), in nanoseconds.
    "300, 12.5, 100, 1537500000",
    "300, 12.5, 2, 312500000",
    "300, 12.5, 1, 300000000",
    "1, 0.0000005, 3, 1000001"
  })
  void untilItsLastTokenARequestIsAStepShorter(
      long ttftMs, BigDecimal tpotMs, long outputTokens, long nanos) {
    RequestRow row = row(ttftMs, tpotMs, outputTokens);
    RequestRow shorter = row.untilLastToken();
    assertThat(shorter.durationNanos()).isEqualTo(nanos);
    assertThat(shorter.outputTokens()).isEqualTo(outputTokens - 1);
    assertThat(shorter).usingRecursiveComparison().ignoringFields("outputTokens").isEqualTo(row);
  }
}
