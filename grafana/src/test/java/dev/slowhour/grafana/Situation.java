package dev.slowhour.grafana;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What is picked on a dashboard while its queries run.
 *
 * @param tenant the one tenant of the dashboards that have one
 * @param endpoint its endpoint
 * @param window start of the window that is looked at
 * @param from start of the time range of dashboards over days
 */
record Situation(String tenant, String endpoint, Instant window, Instant from, Duration length) {

  /** The six windows that the source documents show, and one of each other input. */
  static List<Situation> all() {
    return List.of(
        seed("tnt-a01", "ep-a-chat-01", "2026-10-13T00:00:00Z"),
        seed("tnt-c03", "ep-c-chat-01", "2026-10-13T01:00:00Z"),
        seed("tnt-d04", "ep-d-search-01", "2026-10-13T01:00:00Z"),
        seed("tnt-f06", "ep-f-batch-01", "2026-10-13T01:00:00Z"),
        seed("tnt-k11", "ep-k-doc-01", "2026-10-13T00:00:00Z"),
        seed("tnt-m13", "ep-m-agent-01", "2026-10-13T06:00:00Z"),
        new Situation(
            "tnt-x",
            "org/model-7b",
            Instant.parse("2026-10-31T13:00:00Z"),
            Instant.parse("2026-10-30T15:00:00Z"),
            Duration.ofDays(2)),
        new Situation(
            "tnt-c03",
            "ep-c-chat-01",
            Instant.parse("2026-11-30T10:00:00Z"),
            Instant.parse("2026-11-29T15:00:00Z"),
            Duration.ofDays(1)));
  }

  private static Situation seed(String tenant, String endpoint, String window) {
    return new Situation(
        tenant,
        endpoint,
        Instant.parse(window),
        Instant.parse("2026-10-12T15:00:00Z"),
        Duration.ofDays(1));
  }

  /** The expansion of a query of that dashboard, with all pools and tenants that there are. */
  Expansion of(String dashboard, Map<String, List<String>> all) {
    boolean isWindow = dashboard.startsWith(Links.WINDOW);
    return new Expansion(
        isWindow ? window.minus(Duration.ofHours(1)) : from,
        isWindow ? window.plus(Duration.ofHours(1)) : from.plus(length).minusMillis(1),
        Map.of(
            "tenant", dashboard.startsWith(Links.DAY) ? all.get("tenant") : List.of(tenant),
            "pool", all.get("pool"),
            "endpoint", List.of(endpoint),
            "window", List.of(String.valueOf(window.toEpochMilli())),
            "score", List.of("심은 하루"),
            "comparison", all.get("comparison")));
  }

  @Override
  public String toString() {
    return tenant + " " + window;
  }
}
