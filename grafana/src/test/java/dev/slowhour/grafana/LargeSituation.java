package dev.slowhour.grafana;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What is picked while the queries of the large store run. */
final class LargeSituation {

  private static final Instant DAY = Instant.parse(LargeStore.DAY);
  private static final Situation PICKED =
      new Situation("tnt-7", "ep-7-3", DAY.plus(Duration.ofHours(10)), DAY, Duration.ofDays(1));
  private static final Map<String, List<String>> ALL =
      Map.of(
          "tenant", IntStream.rangeClosed(1, 50).mapToObj(tenant -> "tnt-" + tenant).toList(),
          "pool", IntStream.range(0, 10).mapToObj(pool -> "pool-" + pool).toList(),
          "comparison", List.of("1"));

  private LargeSituation() {}

  static String expanded(Query query) {
    if (query.where().startsWith(Links.MONTH)) {
      return new Situation(
              "tnt-7", "ep-7-3", DAY, DAY.minus(Duration.ofDays(29)), Duration.ofDays(30))
          .of(query.where(), ALL)
          .of(query.sql());
    }
    return PICKED.of(query.where(), ALL).of(query.sql());
  }
}
