package dev.slowhour.core.audit;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A day small enough to count by hand. A request takes 10 input and 1 output token unless told
 * otherwise; every contract has a TTFT objective of 1,000 ms, a TPOT objective of 100 ms, a
 * concurrency of 2 and an input cap of 100.
 */
final class SmallDay {

  private final Path folder;
  private final List<String> requests = new ArrayList<>();
  private final List<String> contracts = new ArrayList<>();
  private final List<String> metrics = new ArrayList<>();

  SmallDay(Path folder) {
    this.folder = folder;
  }

  SmallDay contract(String tenant, String name, String endpoint) {
    return contract(tenant, name, endpoint, "");
  }

  SmallDay contract(String tenant, String name, String endpoint, String more) {
    contracts.add(
        String.format(
            Locale.ROOT,
            "{\"tenant_id\":\"%s\",\"tenant_name\":\"%s\",\"endpoint_id\":\"%s\",\"model\":\"m\","
                + "\"ttft_slo_ms\":1000,\"tpot_slo_ms\":100,\"max_concurrency\":2,"
                + "\"max_input_tokens\":100%s}",
            tenant,
            name,
            endpoint,
            more));
    return this;
  }

  /** A request of that id at a time such as {@code 10:05:00.5}, on the report zone's clock. */
  SmallDay request(String id, String tenant, String endpoint, String time, long ttftMs) {
    return request(id, tenant, endpoint, "p", time, 10, 1, ttftMs, "0");
  }

  SmallDay request(
      String id,
      String tenant,
      String endpoint,
      String pool,
      String time,
      long input,
      long output,
      long ttftMs,
      String tpotMs) {
    requests.add(
        String.format(
            Locale.ROOT,
            "{\"request_id\":\"%s\",\"tenant_id\":\"%s\",\"endpoint_id\":\"%s\","
                + "\"accel_pool\":\"%s\",\"arrived_at\":\"2026-10-13T%s+09:00\","
                + "\"input_tokens\":%d,\"output_tokens\":%d,\"ttft_ms\":%d,\"tpot_ms\":%s}",
            id,
            tenant,
            endpoint,
            pool,
            time,
            input,
            output,
            ttftMs,
            tpotMs));
    return this;
  }

  SmallDay metric(String time, String kvCacheUtil, String queued) {
    metrics.add(
        String.format(
            Locale.ROOT,
            "{\"accel_pool\":\"p\",\"minute\":\"2026-10-13T%s+09:00\",\"kv_cache_util\":%s,"
                + "\"queued_requests\":%s}",
            time,
            kvCacheUtil,
            queued));
    return this;
  }

  InputFiles input() throws IOException, InputException {
    Files.write(folder.resolve("request_logs.jsonl"), requests);
    Files.write(folder.resolve("tenant_contracts.jsonl"), contracts);
    Files.write(folder.resolve("pool_metrics.jsonl"), metrics);
    return InputFiles.find(List.of(folder.toString()));
  }

  Recount recount() throws IOException, InputException {
    return Recount.of(input(), JudgeSettings.defaults());
  }

  /** The window of an endpoint in the hour that starts at that time, such as {@code 10:00}. */
  static Optional<RecountedWindow> window(
      Recount recount, String tenant, String endpoint, String time) {
    return recount.window(
        new WindowId(
            new EndpointId(tenant, endpoint), Instant.parse("2026-10-13T" + time + ":00+09:00")));
  }
}
