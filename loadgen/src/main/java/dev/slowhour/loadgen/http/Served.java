package dev.slowhour.loadgen.http;

import io.prometheus.client.Collector;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One life of the served engine: from its start to its restart. Counters begin again with it. */
final class Served implements AutoCloseable {

  private final Instant startedAt;
  private final EngineMetrics metrics;
  private final HttpMetrics httpMetrics = new HttpMetrics();
  private final EngineLoop loop;

  private Served(Instant startedAt, EngineMetrics metrics, EngineLoop loop) {
    this.startedAt = startedAt;
    this.metrics = metrics;
    this.loop = loop;
  }

  static Served start(EngineServerConfig config, Clock clock) {
    EngineMetrics metrics =
        new EngineMetrics(config.engine(), config.model(), config.metricNames());
    return new Served(clock.instant(), metrics, EngineLoop.start(config, metrics));
  }

  EngineLoop loop() {
    return loop;
  }

  HttpMetrics http() {
    return httpMetrics;
  }

  Instant startedAt() {
    return startedAt;
  }

  String page() {
    List<Collector> collectors =
        new ArrayList<>(ProcessMetrics.collectors(startedAt.toEpochMilli() / 1e3));
    collectors.addAll(metrics.collectors());
    collectors.addAll(httpMetrics.collectors());
    return MetricsPage.of(collectors);
  }

  @Override
  public void close() {
    loop.close();
  }
}
