package dev.slowhour.core.read;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Table;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Checks the cells of one line, column by column, and remembers which are at fault. A value that is
 * at fault comes back as null (or 0 for a number); whoever asks looks at {@link #allGood} before
 * building a row.
 */
final class FieldChecks {

  /** Numbers that every JSON implementation carries exactly: up to 2⁵³ - 1. */
  private static final long MAX_INTEGER = 9_007_199_254_740_991L;

  private final Table table;
  private final Cells cells;
  private int faults;

  FieldChecks(Table table, Cells cells) {
    this.table = table;
    this.cells = cells;
  }

  void start() {
    faults = 0;
  }

  boolean allGood() {
    return faults == 0;
  }

  String id(int column) {
    return text(column, IdText::isId);
  }

  String tenantId(int column) {
    return text(column, IdText::isTenantId);
  }

  String name(int column) {
    return text(column, IdText::isName);
  }

  /** A sentence or two. */
  String remark(int column) {
    return text(column, IdText::isRemark);
  }

  /** An id, or null. */
  String idOrNull(int column) {
    return cells.kind(column) == Cells.Kind.NULL ? null : id(column);
  }

  /** One of the texts that are allowed. */
  String oneOf(int column, Predicate<String> isAllowed) {
    return text(column, isAllowed);
  }

  private String text(int column, Predicate<String> isGood) {
    if (cells.kind(column) == Cells.Kind.STRING && isGood.test(cells.text(column))) {
      return cells.text(column);
    }
    fault(column);
    return null;
  }

  boolean isTrue(int column) {
    if (cells.kind(column) != Cells.Kind.TRUE && cells.kind(column) != Cells.Kind.FALSE) {
      fault(column);
    }
    return cells.kind(column) == Cells.Kind.TRUE;
  }

  Instant instant(int column) {
    Instant instant =
        cells.kind(column) == Cells.Kind.STRING
            ? InstantText.parseOrNull(cells.text(column))
            : null;
    if (instant == null) {
      fault(column);
    }
    return instant;
  }

  /** An instant that may be absent but not null. */
  Instant optionalInstant(int column) {
    return cells.kind(column) == Cells.Kind.MISSING ? null : instant(column);
  }

  Instant wholeMinute(int column) {
    Instant instant = instant(column);
    if (instant != null && (instant.getEpochSecond() % 60 != 0 || instant.getNano() != 0)) {
      fault(column);
      return null;
    }
    return instant;
  }

  long integer(int column, long least) {
    if (cells.kind(column) == Cells.Kind.INTEGER
        && cells.integer(column) >= least
        && cells.integer(column) <= MAX_INTEGER) {
      return cells.integer(column);
    }
    fault(column);
    return 0;
  }

  Long integerOrNull(int column, long least) {
    return cells.kind(column) == Cells.Kind.NULL ? null : Long.valueOf(integer(column, least));
  }

  /** An integer that may be absent, or null for the same. */
  Long optionalInteger(int column, long least) {
    return cells.kind(column) == Cells.Kind.MISSING ? null : integerOrNull(column, least);
  }

  /** A number ≥ 0. */
  BigDecimal decimal(int column) {
    BigDecimal value = numberOrNull(column);
    if (value == null || value.signum() < 0) {
      fault(column);
      return null;
    }
    return value;
  }

  /** A number from 0 to 1, or null. */
  BigDecimal shareOrNull(int column) {
    if (cells.kind(column) == Cells.Kind.NULL) {
      return null;
    }
    BigDecimal value = decimal(column);
    if (value != null && value.compareTo(BigDecimal.ONE) > 0) {
      fault(column);
      return null;
    }
    return value;
  }

  /** Whether the cell, at fault or not, is a number with {@code above < number <= most}. */
  boolean isBetween(int column, long above, long most) {
    BigDecimal value = numberOrNull(column);
    return value != null
        && value.compareTo(BigDecimal.valueOf(above)) > 0
        && value.compareTo(BigDecimal.valueOf(most)) <= 0;
  }

  private BigDecimal numberOrNull(int column) {
    return switch (cells.kind(column)) {
      case INTEGER -> DecimalText.ofInteger(cells.integer(column));
      case DECIMAL -> DecimalText.parseOrNull(cells.text(column));
      default -> null;
    };
  }

  private void fault(int column) {
    faults |= 1 << column;
  }

  /** What is said about the line, once all its columns have been asked for. */
  <T> Reading.Fault<T> invalidField(String tenantId, String endpointId, Instant instant) {
    List<String> fields = new ArrayList<>();
    for (int column = 0; column < table.columns().size(); column++) {
      if ((faults & 1 << column) != 0) {
        fields.add(table.columns().get(column));
      }
    }
    return new Reading.Fault<>(
        NoticeCode.INVALID_FIELD,
        List.copyOf(fields),
        Optional.ofNullable(tenantId),
        Optional.ofNullable(endpointId),
        Optional.ofNullable(instant));
  }
}
