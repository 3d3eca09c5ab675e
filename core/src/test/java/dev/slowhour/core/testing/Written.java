package dev.slowhour.core.testing;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;

/** Writes one and the same value in one of the many ways in which it may stand in a line. */
final class Written {

  private static final List<ZoneOffset> OFFSETS =
      List.of(
          ZoneOffset.ofHoursMinutes(5, 30),
          ZoneOffset.ofHoursMinutes(5, 45),
          ZoneOffset.ofHoursMinutes(-3, -30),
          ZoneOffset.ofHours(14),
          ZoneOffset.ofHours(-18),
          ZoneOffset.UTC);

  private final Dice dice;
  private final ZoneId zone;

  Written(Dice dice, ZoneId zone) {
    this.dice = dice;
    this.zone = zone;
  }

  Value text(String text) {
    return new Value.Text(text, dice.chance(10));
  }

  Value instant(Instant instant) {
    ZoneOffset offset = dice.chance(50) ? zone.getRules().getOffset(instant) : dice.of(OFFSETS);
    LocalDateTime clock = LocalDateTime.ofInstant(instant, offset);
    StringBuilder text =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%04d-%02d-%02dT%02d:%02d",
                clock.getYear(),
                clock.getMonthValue(),
                clock.getDayOfMonth(),
                clock.getHour(),
                clock.getMinute()));
    boolean isWholeMinute = clock.getSecond() == 0 && clock.getNano() == 0;
    if (!isWholeMinute || dice.chance(70)) {
      text.append(String.format(Locale.ROOT, ":%02d", clock.getSecond()));
      String decimals = String.format(Locale.ROOT, "%09d", clock.getNano());
      String shortest = decimals.replaceFirst("0+$", "");
      int digits = dice.between(shortest.length(), 9);
      text.append(digits == 0 ? "" : "." + decimals.substring(0, digits));
    }
    boolean isUtc = offset.equals(ZoneOffset.UTC);
    text.append(isUtc && dice.chance(50) ? "+00:00" : offset.getId());
    return Value.text(text.toString());
  }
}
