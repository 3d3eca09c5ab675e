package dev.slowhour.loadgen.cli;

import java.time.Instant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Two times with their offsets, with a comma between them. */
final class SpanConverter implements ITypeConverter<SpanConverter.Span> {

  /** From one time to another, not before it. */
  record Span(Instant from, Instant to) {}

  @Override
  public Span convert(String value) {
    String[] ends = value.split(",", -1);
    if (ends.length == 2) {
      InstantConverter instants = new InstantConverter();
      Span span = new Span(instants.convert(ends[0]), instants.convert(ends[1]));
      if (!span.to().isBefore(span.from())) {
        return span;
      }
    }
    throw new TypeConversionException(
        value + " (expected: two times with a comma between them, the earlier one first)");
  }
}
