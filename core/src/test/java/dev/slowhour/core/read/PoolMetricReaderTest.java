package dev.slowhour.core.read;

import static dev.slowhour.core.read.Lines.metric;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.PoolMetric;
import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoolMetricReaderTest {

  private static final LineReader<PoolMetric> READER = new PoolMetricReader();

  private static String outcome(String line) {
    return Lines.outcome(Lines.read(READER, line));
  }

  @Test
  void aGoodLineIsAMinuteOfAPool() {
    assertThat(Lines.row(READER, metric()))
        .isEqualTo(
            new PoolMetric(
                "gpu-pool-1", Instant.parse("2026-10-13T01:17:00Z"), new BigDecimal("0.93"), 11L));
  }

  @Test
  void eachValueMayBeNullForItself() {
    PoolMetric metric = Lines.row(READER, metric("kv_cache_util", "null"));
    assertThat(metric.kvCacheUtil()).isEmpty();
    assertThat(metric.queuedRequests()).contains(11L);
    metric = Lines.row(READER, metric("queued_requests", "null"));
    assertThat(metric.kvCacheUtil()).contains(new BigDecimal("0.93"));
    assertThat(metric.queuedRequests()).isEmpty();
    metric = Lines.row(READER, metric("queued_requests", "null", "kv_cache_util", "null"));
    assertThat(metric.kvCacheUtil()).isEmpty();
    assertThat(metric.queuedRequests()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0, 0",
    "-0.0, 0",
    "0e30, 0",
    "1, 1",
    "1.0, 1",
    "10e-1, 1",
    "1e0, 1",
    "0.5, 0.5",
    "1e-30, 1e-30",
    "0.999999999999999999999999999999, 0.999999999999999999999999999999"
  })
  void aShareIsFromZeroToOne(String json, BigDecimal expected) {
    assertThat(Lines.row(READER, metric("kv_cache_util", json)).kvCacheUtilOrNull())
        .isEqualByComparingTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1e-30",
        "-1",
        "1.000000000000000000000000000001",
        "1.01",
        "2",
        "93",
        "1e15",
        "1e-31",
        "\"0.5\"",
        "\"\"",
        "true",
        "[]"
      })
  void anythingElseIsAFaultOfTheShare(String json) {
    assertThat(outcome(metric("kv_cache_util", json))).isEqualTo("invalid_field[kv_cache_util]");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "-0, 0", "1, 1", "9007199254740991, 9007199254740991"})
  void aQueueIsAnIntegerOfAtLeastZero(String json, long expected) {
    assertThat(Lines.row(READER, metric("queued_requests", json)).queuedRequests())
        .contains(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "0.0", "1.0", "1e3", "-0.0", "9007199254740992", "\"1\"", "false"})
  void anythingElseIsAFaultOfTheQueue(String json) {
    assertThat(outcome(metric("queued_requests", json)))
        .isEqualTo("invalid_field[queued_requests]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-10-13T10:17+09:00",
        "2026-10-13T10:17:00+09:00",
        "2026-10-13T10:17:00.000000000+09:00",
        "2026-10-13T01:17Z",
        "2026-10-13T07:02+05:45"
      })
  void aMinuteIsAnInstantOnAWholeMinute(String text) {
    assertThat(Lines.row(READER, metric("minute", "\"" + text + "\"")).minute())
        .isEqualTo("2026-10-13T01:17:00Z");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10:46",
        "2026-10-13T10:17:01+09:00",
        "2026-10-13T10:17:59+09:00",
        "2026-10-13T10:17:00.000000001+09:00",
        "1970-01-01T00:00:30+18:00",
        "2026-10-13T10:17",
      })
  void anythingElseIsAFaultOfTheMinute(String text) {
    assertThat(outcome(metric("minute", "\"" + text + "\""))).isEqualTo("invalid_field[minute]");
  }

  @Test
  void everyFieldIsRequired() {
    assertThat(outcome("{}"))
        .isEqualTo("invalid_field[accel_pool, minute, kv_cache_util, queued_requests]");
    assertThat(outcome(metric("kv_cache_util", null))).isEqualTo("invalid_field[kv_cache_util]");
    assertThat(outcome(metric("queued_requests", null)))
        .isEqualTo("invalid_field[queued_requests]");
    assertThat(outcome(metric("accel_pool", "null"))).isEqualTo("invalid_field[accel_pool]");
    assertThat(outcome(metric("minute", "null"))).isEqualTo("invalid_field[minute]");
  }

  @Test
  void aFaultKeepsItsMinuteAndHasNoTenant() {
    Reading.Fault<PoolMetric> fault = Lines.fault(READER, metric("kv_cache_util", "93"));
    assertThat(fault.tenantId()).isEmpty();
    assertThat(fault.endpointId()).isEmpty();
    assertThat(fault.instant()).contains(Instant.parse("2026-10-13T01:17:00Z"));
  }

  @Test
  void furtherColumnsOfTheScraperAreIgnored() {
    assertThat(outcome(metric("running", "\"x\"", "preemptions", "null"))).isEqualTo("row");
  }
}
