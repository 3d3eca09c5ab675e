package dev.slowhour.core.audit;

import dev.slowhour.core.read.InstantText;
import dev.slowhour.core.time.ReportZone;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * Check 3: every figure is of its type and within its range, and parts are no larger than wholes.
 */
final class RangeCheck implements StatedCheck {

  private static final BigDecimal SIXTY = BigDecimal.valueOf(Overlap.HOUR_MINUTES);
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final ReportZone zone;

  RangeCheck(ReportZone zone) {
    this.zone = zone;
  }

  @Override
  public void check(StatedWindow stated, Findings findings) {
    Ranges ranges = new Ranges(stated, findings.of(Check.RANGES, stated.label()));
    ranges.types();
    ranges.between(Field.REQUEST_COUNT, BigDecimal.ONE, null);
    ranges.between(Field.MAX_CONCURRENCY, BigDecimal.ONE, null);
    ranges.between(Field.WORST_MINUTE_MISSES, BigDecimal.ONE, null);
    ranges.between(Field.SLO_MISS_PCT, BigDecimal.ZERO, HUNDRED);
    ranges.between(Field.OVER_CONCURRENCY_MINUTES, BigDecimal.ZERO, SIXTY);
    ranges.between(Field.OVER_CONCURRENCY_MINUTES_AT_SLO, BigDecimal.ZERO, SIXTY);
    ranges.between(Field.KV_CACHE_UTIL_AT_WORST, BigDecimal.ZERO, BigDecimal.ONE);
    ranges.between(Field.KV_CACHE_UTIL_PREV_HOUR_AVG, BigDecimal.ZERO, BigDecimal.ONE);
    ranges.between(Field.QUEUED_PREV_HOUR_AVG, BigDecimal.ZERO, null);
    ranges.between(Field.OTHER_TENANT_REQUESTS_PREV_HOUR_AVG, BigDecimal.ZERO, null);
    ranges.between(Field.OTHER_TENANT_REQUESTS_RATIO, BigDecimal.ZERO, null);
    ranges.notMore(Field.SLO_MISS_COUNT, Field.REQUEST_COUNT);
    ranges.notMore(Field.MISSES_IN_OVER_CONCURRENCY, Field.SLO_MISS_COUNT);
    ranges.notMore(Field.MISSES_WITH_LONG_INPUT, Field.SLO_MISS_COUNT);
    ranges.notMore(Field.WORST_MINUTE_MISSES, Field.SLO_MISS_COUNT);
    // At SLO no request is in progress for longer than it was.
    ranges.notMore(Field.PEAK_CONCURRENCY_AT_SLO, Field.PEAK_CONCURRENCY);
    ranges.notMore(Field.OVER_CONCURRENCY_MINUTES_AT_SLO, Field.OVER_CONCURRENCY_MINUTES);
    ranges.notMore(Field.MISSES_IN_OVER_CONCURRENCY_AT_SLO, Field.MISSES_IN_OVER_CONCURRENCY);
    ranges.worstMinuteIsAMinuteOfTheHour(zone);
  }

  private record Ranges(StatedWindow stated, Findings.Window out) {

    void types() {
      for (Field field : Field.values()) {
        boolean isText = field.type() == Field.Type.TEXT;
        if (stated.has(field) && !isText && !stated.isOfItsType(field)) {
          out.fail(field.fieldName(), stated.valueOrNull(field), field.type().text());
        }
      }
    }

    void between(Field field, BigDecimal least, BigDecimal mostOrNull) {
      Optional<BigDecimal> number = stated.number(field);
      if (number.isEmpty()) {
        return;
      }
      if (number.get().compareTo(least) < 0) {
        out.fail(field.fieldName(), number.get(), "≥ " + least);
      } else if (mostOrNull != null && number.get().compareTo(mostOrNull) > 0) {
        out.fail(field.fieldName(), number.get(), "≤ " + mostOrNull);
      }
    }

    void notMore(Field part, Field whole) {
      Optional<BigDecimal> partNumber = stated.number(part);
      Optional<BigDecimal> wholeNumber = stated.number(whole);
      if (partNumber.isPresent()
          && wholeNumber.isPresent()
          && partNumber.get().compareTo(wholeNumber.get()) > 0) {
        out.fail(
            part.fieldName(),
            partNumber.get(),
            "≤ " + whole.fieldName() + ", " + wholeNumber.get().toBigInteger());
      }
    }

    void worstMinuteIsAMinuteOfTheHour(ReportZone zone) {
      Optional<String> text = stated.text(Field.WORST_MINUTE);
      if (text.isEmpty()) {
        return;
      }
      Optional<Instant> minute =
          InstantText.parseShown(text.get()).filter(at -> zone.minuteText(at).equals(text.get()));
      Optional<Instant> hour = stated.text(Field.WINDOW_START).flatMap(InstantText::parseShown);
      if (minute.isEmpty()) {
        out.fail(Field.WORST_MINUTE.fieldName(), text.get(), "a minute in the report zone");
      } else if (hour.isPresent() && !zone.hourOf(minute.get()).equals(hour.get())) {
        out.fail(Field.WORST_MINUTE.fieldName(), text.get(), "a minute of the window");
      }
    }
  }
}
