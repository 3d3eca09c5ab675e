package dev.slowhour.grafana;

import static dev.slowhour.grafana.Json.object;

import java.util.List;
import java.util.Map;

/** The kinds of panel that there are, each with what all of its kind share. */
final class Panels {

  private Panels() {}

  /** Rows as they are. */
  static Panel table(String title, int width, int height) {
    return new Panel("table", title, width, height)
        .defaults("mappings", List.of(Look.nothing()))
        .custom("align", "auto")
        .custom("filterable", false)
        .option("showHeader", true)
        .option("cellHeight", "sm")
        .option("footer", object("show", false, "reducer", List.of("sum"), "fields", ""));
  }

  /** The columns of one row as large numbers. */
  static Panel stats(String title, int width, int height) {
    return new Panel("stat", title, width, height)
        .defaults("noValue", "—")
        .color(Look.GREY)
        .option(
            "reduceOptions",
            object("calcs", List.of("lastNotNull"), "fields", "/.*/", "values", false))
        .option("textMode", "value_and_name")
        .option("colorMode", "value")
        .option("graphMode", "none")
        .option("justifyMode", "center")
        .option("orientation", "auto");
  }

  /** One sentence that a query gives. */
  static Panel sentence(String title, int width, int height) {
    return stats(title, width, height)
        .option("textMode", "value")
        .option("colorMode", "none")
        .option("justifyMode", "auto")
        .option("text", object("valueSize", 20));
  }

  /** Lines over time; a value that is not there is a gap. */
  static Panel lines(String title, int width, int height) {
    return new Panel("timeseries", title, width, height)
        .defaults("color", object("mode", "palette-classic"))
        .custom("drawStyle", "line")
        .custom("lineWidth", 2)
        .custom("fillOpacity", 0)
        .custom("pointSize", 4)
        .custom("showPoints", "auto")
        .custom("spanNulls", false)
        .option("tooltip", object("mode", "multi", "sort", "none"))
        .option("legend", legend("max"));
  }

  /** A legend below, with those figures of each series. */
  static Map<String, Object> legend(String... figures) {
    return object(
        "displayMode",
        "list",
        "placement",
        "bottom",
        "showLegend",
        true,
        "calcs",
        List.of(figures));
  }

  /** Text that is always the same. */
  static Panel text(String title, int width, int height, String markdown) {
    return new Panel("text", title, width, height)
        .describe("늘 같은 글입니다. 값은 없습니다.")
        .option("mode", "markdown")
        .option("content", markdown);
  }

  /** A lane for each endpoint, a box for each hour. */
  static Panel lanes(String title, int width, int height) {
    return new Panel("state-timeline", title, width, height)
        .color(Look.GREY)
        .custom("lineWidth", 1)
        .custom("fillOpacity", 90)
        .custom("spanNulls", false)
        .option("mergeValues", false)
        .option("showValue", "auto")
        .option("alignValue", "center")
        .option("rowHeight", 0.9)
        .option("tooltip", object("mode", "single", "sort", "none"))
        .option(
            "legend", object("showLegend", false, "displayMode", "list", "placement", "bottom"));
  }

  /** A heading across the dashboard. */
  static Map<String, Object> row(int id, String title, int y) {
    return object(
        "id",
        id,
        "type",
        "row",
        "title",
        title,
        "collapsed",
        false,
        "gridPos",
        object("x", 0, "y", y, "w", 24, "h", 1),
        "panels",
        List.of());
  }
}
