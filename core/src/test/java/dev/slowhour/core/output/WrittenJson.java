package dev.slowhour.core.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.slowhour.core.data.Contract;
import dev.slowhour.core.judge.Concurrency;
import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.judge.Exemplar;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.PoolLook;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;

/** Writes JSON into a string, and windows to write. */
final class WrittenJson {

  static final ReportZone SEOUL = ReportZone.of("Asia/Seoul");

  interface Writing {
    void write(JsonGenerator json) throws IOException;
  }

  private WrittenJson() {}

  static String of(Writing writing) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      writing.write(json);
    }
    return text.toString();
  }

  /** 100 requests and so many misses, all of them in the 17th minute. */
  static EndpointWindow window(int misses, int longInputs, int concurrency, int concurrencyAtSlo) {
    int[] requests = new int[60];
    int[] sloMisses = new int[60];
    int[] missesWithLongInput = new int[60];
    int[] perMinute = new int[60];
    int[] perMinuteAtSlo = new int[60];
    requests[17] = 100;
    sloMisses[17] = misses;
    missesWithLongInput[17] = longInputs;
    perMinute[17] = concurrency;
    perMinuteAtSlo[17] = concurrencyAtSlo;
    return new EndpointWindow(
        Instant.parse("2026-10-13T01:00:00Z"),
        "gpu-pool-1",
        new Contract("tnt-a", "가나다", "ep-a", "model-8b", 1500, 40, 8, 4096, null),
        requests,
        sloMisses,
        missesWithLongInput,
        new Concurrency(perMinute, 0),
        new Concurrency(perMinuteAtSlo, 0),
        new Exemplar("req-1", Instant.parse("2026-10-13T01:17:00Z"), 100, 1600, BigDecimal.TEN),
        0,
        Map.of());
  }

  static JudgedWindow judged(EndpointWindow window, PoolLook lookOrNull) {
    BigDecimal[] kvCacheUtil = new BigDecimal[60];
    Long[] queuedRequests = new Long[60];
    long[] otherTenantRequests = new long[60];
    kvCacheUtil[17] = new BigDecimal("0.9300");
    queuedRequests[17] = 11L;
    otherTenantRequests[17] = 250;
    return new JudgedWindow(
        window, kvCacheUtil, queuedRequests, otherTenantRequests, lookOrNull, 0, 1);
  }
}
