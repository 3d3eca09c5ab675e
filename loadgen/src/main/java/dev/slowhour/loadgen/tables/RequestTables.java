package dev.slowhour.loadgen.tables;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.slowhour.core.data.Contract;
import dev.slowhour.loadgen.engine.Gauges;
import dev.slowhour.loadgen.engine.RequestTimes;
import dev.slowhour.loadgen.scenario.EndpointPlan;
import dev.slowhour.loadgen.scenario.Scenario;
import dev.slowhour.loadgen.simulate.Answer;
import dev.slowhour.loadgen.simulate.Call;
import dev.slowhour.loadgen.simulate.Observer;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;

/** Writes what one pool answers and refuses, in the order in which it does. */
final class RequestTables implements Observer, Closeable {

  private static final int TPOT_DECIMALS = 2;
  private static final int BAD_REQUEST = 400;

  private final Scenario scenario;
  private final PoolMinutes minutes;
  private final JsonLines logs;
  private final JsonLines failures;
  private final JsonLines waits;
  private long answered;
  private long refused;

  /**
   * @param suffix of the files' names, with which it starts
   */
  RequestTables(Scenario scenario, PoolMinutes minutes, Path folder, String suffix)
      throws IOException {
    this.scenario = scenario;
    this.minutes = minutes;
    logs = new JsonLines(folder.resolve("request_logs" + suffix));
    failures = new JsonLines(folder.resolve("request_failures" + suffix));
    waits = new JsonLines(folder.resolve("engine_waits" + suffix));
  }

  @Override
  public void answered(Answer answer) {
    answered++;
    try {
      writeLog(answer);
      writeWaits(answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeLog(Answer answer) throws IOException {
    Call call = answer.call();
    JsonGenerator json = start(logs, call);
    json.writeNumberField("input_tokens", call.request().promptTokens());
    json.writeNumberField("output_tokens", call.request().outputTokens());
    json.writeNumberField("ttft_ms", Math.max(1, Math.round(answer.ttftNanos() / 1e6)));
    BigDecimal tpot =
        BigDecimal.valueOf(answer.tpotNanos() / 1e6).setScale(TPOT_DECIMALS, RoundingMode.HALF_UP);
    json.writeNumberField("tpot_ms", tpot.signum() == 0 ? BigDecimal.ZERO : tpot);
    json.writeEndObject();
    logs.endLine();
  }

  private void writeWaits(Answer answer) throws IOException {
    RequestTimes times = answer.times();
    JsonGenerator json = start(waits, answer.call());
    json.writeNumberField("queue_ms", millis(times.queueNanos()));
    json.writeNumberField("prefill_ms", millis(times.prefillNanos()));
    json.writeNumberField("decode_ms", millis(times.decodeNanos()));
    json.writeNumberField("preemptions", times.preemptions());
    json.writeNumberField("cached_tokens", times.cachedTokens());
    json.writeEndObject();
    waits.endLine();
  }

  private static BigDecimal millis(long nanos) {
    return BigDecimal.valueOf(nanos, 6).setScale(3, RoundingMode.HALF_UP);
  }

  @Override
  public void refused(Call call) {
    refused++;
    try {
      JsonGenerator json = start(failures, call);
      json.writeStringField("kind", "refused");
      json.writeNumberField("status", BAD_REQUEST);
      json.writeEndObject();
      failures.endLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonGenerator start(JsonLines lines, Call call) throws IOException {
    EndpointPlan endpoint = scenario.endpoints().get(call.stream());
    Contract contract = endpoint.contract();
    String engineId = call.request().id();
    JsonGenerator json = lines.json();
    json.writeStartObject();
    json.writeStringField("request_id", engineId.substring(engineId.indexOf('/') + 1));
    json.writeStringField("tenant_id", contract.tenantId());
    json.writeStringField("endpoint_id", contract.endpointId());
    json.writeStringField("accel_pool", endpoint.accelPool());
    json.writeStringField(
        "arrived_at", Times.millisecond(scenario.start().plus(call.sentNanos(), ChronoUnit.NANOS)));
    return json;
  }

  @Override
  public void scraped(long atNanos, Gauges gauges) {
    minutes.scraped(atNanos, gauges);
  }

  long answered() {
    return answered;
  }

  long refused() {
    return refused;
  }

  @Override
  public void close() throws IOException {
    try (logs;
        failures;
        waits) {
      // Each is closed whatever the others do.
    }
  }
}
