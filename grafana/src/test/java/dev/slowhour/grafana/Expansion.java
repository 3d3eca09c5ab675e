package dev.slowhour.grafana;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Grafana makes of a query before it sends it: variables in the browser, then macros in the
 * server, by the same patterns (pkg/tsdb/postgres/macros.go, templating/formatRegistry.ts).
 *
 * @param from start of the time range
 * @param to its end
 * @param variables what is picked, by the variable's name; several values for "all"
 */
record Expansion(Instant from, Instant to, Map<String, List<String>> variables) {

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?::(\\w+))?\\}|\\[\\[");
  private static final Pattern MACRO = Pattern.compile("\\$([_a-zA-Z0-9]+)\\(([^)]*)\\)");

  /**
   * The query as Postgres gets it.
   *
   * @throws IllegalArgumentException for what Grafana would refuse or leave as it is
   */
  String of(String sql) {
    String expanded =
        MACRO
            .matcher(VARIABLE.matcher(sql).replaceAll(this::variable))
            .replaceAll(found -> Matcher.quoteReplacement(macro(found.group(1), found.group(2))));
    Matcher left = Pattern.compile("\\$(?!\\d)[\\w{]+").matcher(expanded);
    if (left.find()) {
      throw new IllegalArgumentException(left.group() + ": stays as it is in: " + sql);
    }
    return expanded;
  }

  private String variable(java.util.regex.MatchResult found) {
    String name = found.group(1);
    if (name == null || !variables.containsKey(name)) {
      throw new IllegalArgumentException(found.group() + ": no such variable");
    }
    if (!"sqlstring".equals(found.group(2))) {
      throw new IllegalArgumentException(found.group() + ": is not quoted (expected: :sqlstring)");
    }
    return Matcher.quoteReplacement(
        String.join(
            ",",
            variables.get(name).stream()
                .map(value -> "'" + value.replace("'", "''") + "'")
                .toList()));
  }

  private String macro(String name, String argument) {
    return switch (name) {
      case "__timeFrom" -> "'" + from + "'";
      case "__timeTo" -> "'" + to + "'";
      case "__timeFilter" -> argument.strip() + " BETWEEN '" + from + "' AND '" + to + "'";
      default -> throw new IllegalArgumentException("unknown macro " + name);
    };
  }
}
