package dev.slowhour.grafana;

import static dev.slowhour.grafana.Json.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One panel. Its description says what it shows and what it does not prove. */
final class Panel {

  /** How Grafana takes the rows of a query of Postgres. */
  enum Format {
    TABLE,
    TIME_SERIES;

    String text() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  private static final Map<String, Object> POSTGRES =
      object("type", "postgres", "uid", Links.POSTGRES);
  static final Map<String, Object> PROMETHEUS =
      object("type", "prometheus", "uid", "${prometheus_datasource}");

  private final String type;
  private final String title;
  private final int width;
  private final int height;
  private final Map<String, Object> defaults = object();
  private final Map<String, Object> custom = object();
  private final Map<String, Object> options = object();
  private final Map<String, Object> further = object();
  private final List<Column> columns = new ArrayList<>();
  private final List<Map<String, Object>> targets = new ArrayList<>();
  private String description = "";
  private Map<String, Object> datasourceOrNull;

  Panel(String type, String title, int width, int height) {
    this.type = type;
    this.title = title;
    this.width = width;
    this.height = height;
  }

  Panel describe(String description) {
    this.description = description;
    return this;
  }

  /** A query of Postgres, by the name of its file. */
  Panel sql(Format format, String name) {
    datasourceOrNull = POSTGRES;
    targets.add(
        object(
            "refId",
            String.valueOf((char) ('A' + targets.size())),
            "datasource",
            POSTGRES,
            "format",
            format.text(),
            "rawQuery",
            true,
            "editorMode",
            "code",
            "rawSql",
            Sql.read(name)));
    return this;
  }

  /** A query of Prometheus. */
  Panel promql(String expression, String legend) {
    datasourceOrNull = PROMETHEUS;
    // Where a query is one line it has the next of the colours that all can tell apart.
    if (!legend.contains("{{")) {
      columns.add(
          Column.ofQuery(String.valueOf((char) ('A' + targets.size())))
              .color(Look.SERIES.get(targets.size())));
    }
    targets.add(
        object(
            "refId",
            String.valueOf((char) ('A' + targets.size())),
            "datasource",
            PROMETHEUS,
            "editorMode",
            "code",
            "expr",
            expression,
            "legendFormat",
            legend,
            "range",
            true));
    return this;
  }

  Panel defaults(String name, Object value) {
    defaults.put(name, value);
    return this;
  }

  Panel unit(String unit) {
    return defaults("unit", unit);
  }

  Panel color(String color) {
    return defaults("color", object("mode", "fixed", "fixedColor", color));
  }

  Panel custom(String name, Object value) {
    custom.put(name, value);
    return this;
  }

  Panel option(String name, Object value) {
    options.put(name, value);
    return this;
  }

  Panel with(String name, Object value) {
    further.put(name, value);
    return this;
  }

  Panel columns(Column... shown) {
    columns.addAll(List.of(shown));
    return this;
  }

  Panel columns(List<Column> shown) {
    columns.addAll(shown);
    return this;
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  /** The panel at a place on the dashboard's 24 columns. */
  Map<String, Object> json(int id, int x, int y) {
    Map<String, Object> panel =
        object(
            "id",
            id,
            "type",
            type,
            "title",
            title,
            "description",
            description,
            "gridPos",
            object("x", x, "y", y, "w", width, "h", height));
    if (datasourceOrNull != null) {
      panel.put("datasource", datasourceOrNull);
    }
    panel.putAll(further);
    if (!type.equals("text")) {
      if (!custom.isEmpty()) {
        defaults.put("custom", custom);
      }
      panel.put(
          "fieldConfig",
          object("defaults", defaults, "overrides", columns.stream().map(Column::json).toList()));
    }
    panel.put("options", options);
    if (!targets.isEmpty()) {
      panel.put("targets", targets);
    }
    return panel;
  }
}
