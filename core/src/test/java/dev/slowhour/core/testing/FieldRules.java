package dev.slowhour.core.testing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What spec/data.md takes as an id, a name, an instant, an integer and a number. */
final class FieldRules {

  private static final BigInteger LARGEST_INTEGER = new BigInteger("9007199254740991");
  private static final Pattern INSTANT =
      Pattern.compile(
          "(\\d{4})-(\\d\\d)-(\\d\\d)T(\\d\\d):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,9}))?)?"
              + "(?:Z|([+-])(\\d\\d):([0-5]\\d))");
  private static final Pattern NUMERAL =
      Pattern.compile("-?(\\d+)(?:\\.(\\d+))?(?:[eE]([+-]?\\d+))?");

  private FieldRules() {}

  static Optional<String> id(Value value) {
    return name(value)
        .filter(id -> !id.contains("·"))
        .filter(id -> !id.matches("(?s)\\p{IsWhite_Space}.*|.*\\p{IsWhite_Space}"));
  }

  static Optional<String> tenantId(Value value) {
    return id(value).filter(id -> !id.contains("/"));
  }

  static Optional<String> name(Value value) {
    if (!(value instanceof Value.Text string)) {
      return Optional.empty();
    }
    int[] points = string.text().codePoints().toArray();
    boolean isGood = points.length >= 1 && points.length <= 200;
    for (int point : points) {
      int type = Character.getType(point);
      isGood &= type != Character.CONTROL && type != Character.SURROGATE;
    }
    return isGood ? Optional.of(string.text()) : Optional.empty();
  }

  static Optional<Instant> instant(Value value) {
    if (!(value instanceof Value.Text string)) {
      return Optional.empty();
    }
    Matcher parts = INSTANT.matcher(string.text());
    if (!parts.matches()) {
      return Optional.empty();
    }
    int year = Integer.parseInt(parts.group(1));
    boolean isUtc = parts.group(8) == null;
    int offsetSeconds =
        isUtc
            ? 0
            : Integer.parseInt(parts.group(8) + "1")
                * (Integer.parseInt(parts.group(9)) * 3600
                    + Integer.parseInt(parts.group(10)) * 60);
    if (year < 1970 || year > 9998 || Math.abs(offsetSeconds) > 18 * 3600) {
      return Optional.empty();
    }
    String decimals = parts.group(7) == null ? "" : parts.group(7);
    try {
      return Optional.of(
          LocalDateTime.of(
                  year,
                  Integer.parseInt(parts.group(2)),
                  Integer.parseInt(parts.group(3)),
                  Integer.parseInt(parts.group(4)),
                  Integer.parseInt(parts.group(5)),
                  parts.group(6) == null ? 0 : Integer.parseInt(parts.group(6)),
                  Integer.parseInt((decimals + "000000000").substring(0, 9)))
              .toInstant(ZoneOffset.ofTotalSeconds(offsetSeconds)));
    } catch (DateTimeException noSuchDate) {
      return Optional.empty();
    }
  }

  static Optional<Long> integer(Value value, long least) {
    if (!(value instanceof Value.Numeral number) || !number.written().matches("-?\\d+")) {
      return Optional.empty();
    }
    BigInteger integer = new BigInteger(number.written());
    boolean isGood =
        integer.compareTo(BigInteger.valueOf(least)) >= 0
            && integer.compareTo(LARGEST_INTEGER) <= 0;
    return isGood ? Optional.of(integer.longValueExact()) : Optional.empty();
  }

  static Optional<BigDecimal> notNegative(Value value) {
    return decimal(value).filter(number -> number.signum() >= 0);
  }

  static Optional<BigDecimal> share(Value value) {
    return notNegative(value).filter(number -> number.compareTo(BigDecimal.ONE) <= 0);
  }

  private static Optional<BigDecimal> decimal(Value value) {
    if (!(value instanceof Value.Numeral number)) {
      return Optional.empty();
    }
    Matcher parts = NUMERAL.matcher(number.written());
    if (!parts.matches()) {
      return Optional.empty();
    }
    String decimals = parts.group(2) == null ? "" : parts.group(2);
    BigInteger exponent = parts.group(3) == null ? BigInteger.ZERO : new BigInteger(parts.group(3));
    BigInteger digitsAfter = BigInteger.valueOf(decimals.length()).subtract(exponent);
    BigInteger digits = new BigInteger(parts.group(1) + decimals);
    if (digitsAfter.compareTo(BigInteger.valueOf(30)) > 0) {
      return Optional.empty();
    }
    if (digits.signum() == 0) {
      return Optional.of(BigDecimal.ZERO);
    }
    BigInteger digitsBefore = BigInteger.valueOf(digits.toString().length()).subtract(digitsAfter);
    if (digitsBefore.compareTo(BigInteger.valueOf(15)) > 0) {
      return Optional.empty();
    }
    BigDecimal size = new BigDecimal(digits, digitsAfter.intValueExact());
    return Optional.of(number.written().startsWith("-") ? size.negate() : size);
  }
}
