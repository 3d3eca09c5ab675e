package dev.slowhour.grafana;

import static dev.slowhour.grafana.Json.object;

import java.util.Map;

/** What can be picked at the top of a dashboard. */
final class Variable {

  private Variable() {}

  /** One of the rows of a query; rows change with the time range. */
  static Map<String, Object> one(String name, String label, String sql) {
    return query(name, label, sql, false);
  }

  /** Some of the rows of a query, or all. */
  static Map<String, Object> some(String name, String label, String sql) {
    return query(name, label, sql, true);
  }

  private static Map<String, Object> query(String name, String label, String sql, boolean isMulti) {
    return object(
        "type",
        "query",
        "name",
        name,
        "label",
        label,
        "datasource",
        object("type", "postgres", "uid", Links.POSTGRES),
        "query",
        Sql.read(sql),
        "definition",
        "",
        "refresh",
        2,
        "sort",
        0,
        "regex",
        "",
        "multi",
        isMulti,
        "includeAll",
        isMulti,
        "allValue",
        null,
        "current",
        isMulti ? object("selected", true, "text", "All", "value", "$__all") : object(),
        "options",
        java.util.List.of(),
        "hide",
        0,
        "skipUrlSync",
        false);
  }

  /** Which Prometheus. */
  static Map<String, Object> prometheus() {
    return object(
        "type",
        "datasource",
        "name",
        "prometheus_datasource",
        "label",
        "Prometheus data source",
        "query",
        "prometheus",
        "regex",
        "",
        "refresh",
        1,
        "multi",
        false,
        "includeAll",
        false,
        "current",
        object(),
        "options",
        java.util.List.of(),
        "hide",
        0,
        "skipUrlSync",
        false);
  }

  /** Values of a label of Prometheus. */
  static Map<String, Object> label(String label, String title, String metric) {
    String query = "label_values(" + metric + ", " + label + ")";
    return object(
        "type",
        "query",
        "name",
        label,
        "label",
        title,
        "datasource",
        Panel.PROMETHEUS,
        "query",
        object("query", query, "refId", "labels"),
        "definition",
        query,
        "refresh",
        2,
        "sort",
        1,
        "regex",
        "",
        "multi",
        true,
        "includeAll",
        true,
        "allValue",
        ".+",
        "current",
        object("selected", true, "text", "All", "value", "$__all"),
        "options",
        java.util.List.of(),
        "hide",
        0,
        "skipUrlSync",
        false);
  }
}
