package dev.slowhour.loadgen.cli;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time with its offset. */
final class InstantConverter implements ITypeConverter<Instant> {

  @Override
  public Instant convert(String value) {
    try {
      return OffsetDateTime.parse(value).toInstant();
    } catch (DateTimeParseException e) {
      throw new TypeConversionException(
          value + " (expected: a time with its offset, 2026-10-13T09:00+09:00)");
    }
  }
}
