package dev.slowhour.core.audit;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.InstantText;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The cells that a window's evidence can quote: of its own requests, of its own contract and of its
 * own pool.
 */
final class Cells {

  private static final DateTimeFormatter UTC_MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm", Locale.ROOT);

  private final RecountedWindow window;

  Cells(RecountedWindow window) {
    this.window = window;
  }

  /** A cell of a row that is there: a String, a BigDecimal, an Instant, or null. */
  record Cell(Object valueOrNull) {

    /** Whether a quoted value is this one; instants compare as instants, numbers as numbers. */
    boolean isQuotedAs(Object quotedOrNull) {
      if (valueOrNull instanceof BigDecimal number && quotedOrNull instanceof BigDecimal quoted) {
        return number.compareTo(quoted) == 0;
      }
      if (valueOrNull instanceof Instant instant) {
        return quotedOrNull instanceof String quoted
            && InstantText.parseShown(quoted).equals(Optional.of(instant));
      }
      return Objects.equals(valueOrNull, quotedOrNull);
    }
  }

  /** The cell; empty when there is no such row. */
  Optional<Cell> find(Table table, String row, String field) {
    return switch (table) {
      case REQUEST_LOGS -> request(row, field);
      case TENANT_CONTRACTS -> contract(row, field);
      case POOL_METRICS -> poolMetric(row, field);
      case POOLS, REQUEST_FAILURES, PLATFORM_EVENTS -> Optional.empty();
    };
  }

  /** How evidence names a version: {@code tenant_id/endpoint_id[@valid_from]}. */
  static String nameOf(Contract contract) {
    return contract.tenantId()
        + "/"
        + contract.endpointId()
        + contract.validFrom().map(from -> "@" + utcText(from)).orElse("");
  }

  /** UTC in the shortest form that an instant can be written in. */
  private static String utcText(Instant instant) {
    ZonedDateTime utc = instant.atZone(ZoneOffset.UTC);
    String decimals = WindowClock.decimals(utc.getNano());
    boolean isWholeMinute = utc.getSecond() == 0 && decimals.isEmpty();
    String seconds = isWholeMinute ? "" : ":" + WindowClock.twoDigits(utc.getSecond()) + decimals;
    return UTC_MINUTE.format(utc) + seconds + "Z";
  }

  private Optional<Cell> request(String requestId, String field) {
    return window.rows().stream()
        .filter(row -> row.requestId().equals(requestId))
        .findFirst()
        .map(row -> new Cell(valueOf(row, field)));
  }

  private Object valueOf(Row row, String field) {
    return switch (field) {
      case "request_id" -> row.requestId();
      case "tenant_id" -> window.tenantId();
      case "endpoint_id" -> window.endpointId();
      case "accel_pool" -> row.pool();
      case "arrived_at" -> row.arrivedAt();
      case "input_tokens" -> BigDecimal.valueOf(row.inputTokens());
      case "output_tokens" -> BigDecimal.valueOf(row.outputTokens());
      case "ttft_ms" -> BigDecimal.valueOf(row.ttftMs());
      case "tpot_ms" -> row.tpotMs();
      default -> throw new IllegalArgumentException("field: " + field);
    };
  }

  private Optional<Cell> contract(String name, String field) {
    return window.versions().stream()
        .filter(version -> nameOf(version).equals(name))
        .findFirst()
        .map(version -> new Cell(valueOf(version, field)));
  }

  private static Object valueOf(Contract contract, String field) {
    return switch (field) {
      case "tenant_id" -> contract.tenantId();
      case "tenant_name" -> contract.tenantName();
      case "endpoint_id" -> contract.endpointId();
      case "model" -> contract.model();
      case "ttft_slo_ms" -> BigDecimal.valueOf(contract.ttftSloMs());
      case "tpot_slo_ms" -> BigDecimal.valueOf(contract.tpotSloMs());
      case "max_concurrency" -> BigDecimal.valueOf(contract.maxConcurrency());
      case "max_input_tokens" -> BigDecimal.valueOf(contract.maxInputTokens());
      case "valid_from" -> contract.validFromOrNull();
      default -> throw new IllegalArgumentException("field: " + field);
    };
  }

  /** A minute without a line is quoted as null, so that every minute of the pool is a row. */
  private Optional<Cell> poolMetric(String name, String field) {
    int slash = name.lastIndexOf('/');
    if (slash < 0 || !name.substring(0, slash).equals(window.pool())) {
      return Optional.empty();
    }
    String minuteText = name.substring(slash + 1);
    return InstantText.parseShown(minuteText)
        .filter(minute -> window.zone().minuteText(minute).equals(minuteText))
        .map(minute -> new Cell(valueOf(minute, field)));
  }

  private Object valueOf(Instant minute, String field) {
    return switch (field) {
      case "accel_pool" -> window.pool();
      case "minute" -> minute;
      case "kv_cache_util" -> poolValue(PoolCells.Column.KV_CACHE_UTIL, minute);
      case "queued_requests" -> poolValue(PoolCells.Column.QUEUED_REQUESTS, minute);
      default -> throw new IllegalArgumentException("field: " + field);
    };
  }

  private BigDecimal poolValue(PoolCells.Column column, Instant minute) {
    return window.poolCells().at(column, window.pool(), minute).orElse(null);
  }
}
