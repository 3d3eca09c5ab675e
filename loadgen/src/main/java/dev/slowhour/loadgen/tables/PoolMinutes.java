package dev.slowhour.loadgen.tables;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.slowhour.loadgen.engine.Gauges;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.OffsetDateTime;

/** The pool_metrics of one pool: of each minute the largest that its scrapes show. */
final class PoolMinutes {

  private static final long NANOS_PER_MINUTE = Duration.ofMinutes(1).toNanos();
  private static final int KV_DECIMALS = 4;

  private final double[] kvUsage;
  private final int[] waiting;

  PoolMinutes(Duration duration) {
    int minutes = Math.toIntExact(duration.toMinutes());
    kvUsage = new double[minutes];
    waiting = new int[minutes];
  }

  void scraped(long atNanos, Gauges gauges) {
    int minute = Math.toIntExact(atNanos / NANOS_PER_MINUTE);
    kvUsage[minute] = Math.max(kvUsage[minute], gauges.kvUsage());
    waiting[minute] = Math.max(waiting[minute], gauges.waiting());
  }

  void write(String accelPool, OffsetDateTime start, JsonLines lines) throws IOException {
    for (int minute = 0; minute < kvUsage.length; minute++) {
      JsonGenerator json = lines.json();
      json.writeStartObject();
      json.writeStringField("accel_pool", accelPool);
      json.writeStringField("minute", Times.minute(start.plusMinutes(minute)));
      BigDecimal usage =
          BigDecimal.valueOf(kvUsage[minute]).setScale(KV_DECIMALS, RoundingMode.HALF_UP);
      json.writeNumberField("kv_cache_util", usage);
      json.writeNumberField("queued_requests", waiting[minute]);
      json.writeEndObject();
      lines.endLine();
    }
  }
}
