package dev.slowhour.grafana;

import static dev.slowhour.grafana.Json.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A dashboard that is filled from left to right and from top to bottom. */
final class Dashboard {

  private static final int COLUMNS = 24;

  /** Classic JSON that Grafana 9.4 reads as it is and later versions migrate on loading. */
  private static final int SCHEMA_VERSION = 37;

  private final String uid;
  private final String title;
  private final String description;
  private final String from;
  private final String to;
  private final String refresh;
  private final List<Map<String, Object>> variables = new ArrayList<>();
  private final List<Map<String, Object>> annotations = new ArrayList<>();
  private final List<Map<String, Object>> panels = new ArrayList<>();
  private int x;
  private int y;
  private int rowHeight;

  Dashboard(String uid, String title, String description, String from, String to, String refresh) {
    this.uid = uid;
    this.title = title;
    this.description = description;
    this.from = from;
    this.to = to;
    this.refresh = refresh;
  }

  String uid() {
    return uid;
  }

  Dashboard variable(Map<String, Object> variable) {
    variables.add(variable);
    return this;
  }

  /** What stands on the time axes of all panels; columns time, timeend, text, tags. */
  Dashboard annotation(String name, String color, String sql) {
    Map<String, Object> postgres = object("type", "postgres", "uid", Links.POSTGRES);
    annotations.add(
        object(
            "name",
            name,
            "datasource",
            postgres,
            "enable",
            true,
            "hide",
            false,
            "iconColor",
            color,
            "target",
            object(
                "refId",
                "Anno",
                "datasource",
                postgres,
                "format",
                "table",
                "rawQuery",
                true,
                "editorMode",
                "code",
                "rawSql",
                Sql.read(sql))));
    return this;
  }

  Dashboard heading(String heading) {
    newRow();
    panels.add(Panels.row(panels.size() + 1, heading, y));
    y++;
    return this;
  }

  Dashboard panel(Panel panel) {
    if (x + panel.width() > COLUMNS) {
      newRow();
    }
    panels.add(panel.json(panels.size() + 1, x, y));
    x += panel.width();
    rowHeight = Math.max(rowHeight, panel.height());
    return this;
  }

  private void newRow() {
    y += rowHeight;
    x = 0;
    rowHeight = 0;
  }

  Map<String, Object> json() {
    return object(
        "id",
        null,
        "uid",
        uid,
        "title",
        title,
        "description",
        description,
        "tags",
        List.of(Links.TAG),
        "schemaVersion",
        SCHEMA_VERSION,
        "version",
        1,
        "editable",
        false,
        "style",
        "dark",
        "timezone",
        Look.ZONE,
        "weekStart",
        "monday",
        "graphTooltip",
        1,
        "fiscalYearStartMonth",
        0,
        "liveNow",
        false,
        "refresh",
        refresh,
        "time",
        object("from", from, "to", to),
        "timepicker",
        object(),
        "templating",
        object("list", variables),
        "annotations",
        object("list", annotations),
        "links",
        List.of(
            object(
                "type",
                "dashboards",
                "title",
                "",
                "tags",
                List.of(Links.TAG),
                "asDropdown",
                false,
                "includeVars",
                false,
                "keepTime",
                true,
                "targetBlank",
                false,
                "icon",
                "external link",
                "tooltip",
                "",
                "url",
                "")),
        "panels",
        panels);
  }
}
