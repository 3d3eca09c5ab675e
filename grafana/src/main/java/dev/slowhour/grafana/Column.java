package dev.slowhour.grafana;

import static dev.slowhour.grafana.Json.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How one column or series is shown, in Grafana's words an override by name. */
final class Column {

  private final String matcher;
  private final String name;
  private final List<Map<String, Object>> properties = new ArrayList<>();

  private Column(String matcher, String name) {
    this.matcher = matcher;
    this.name = name;
  }

  static Column named(String name) {
    return new Column("byName", name);
  }

  /** All series of a query. */
  static Column ofQuery(String refId) {
    return new Column("byFrameRefID", refId);
  }

  /** Columns that links need and nobody reads. */
  static List<Column> hidden(String... names) {
    List<Column> columns = new ArrayList<>();
    for (String name : names) {
      columns.add(named(name).with("custom.hidden", true));
    }
    return columns;
  }

  Column with(String id, Object value) {
    properties.add(object("id", id, "value", value));
    return this;
  }

  Column title(String title) {
    return with("displayName", title);
  }

  Column unit(String unit) {
    return with("unit", unit);
  }

  Column decimals(int decimals) {
    return with("decimals", decimals);
  }

  Column width(int width) {
    return with("custom.width", width);
  }

  Column color(String color) {
    return with("color", object("mode", "fixed", "fixedColor", color));
  }

  Column links(Map<String, Object> link) {
    return with("links", List.of(link));
  }

  /** An instant, shown to the minute. */
  Column minute() {
    return unit("time:MM-DD HH:mm").width(105).with("noValue", "—");
  }

  /** A cell coloured by what it says. */
  Column mapped(List<Map<String, Object>> mappings) {
    return with("mappings", mappings)
        .with("custom.displayMode", "color-background-solid")
        .with("custom.align", "center");
  }

  /** Words for codes, without colour. */
  Column worded(List<Map<String, Object>> mappings) {
    return with("mappings", mappings);
  }

  Map<String, Object> json() {
    return object(
        "matcher", object("id", matcher, "options", name), "properties", List.copyOf(properties));
  }
}
