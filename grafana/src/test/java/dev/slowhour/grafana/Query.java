package dev.slowhour.grafana;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * One query of Postgres and what is made of its rows.
 *
 * @param where the dashboard and the panel, variable, annotation or rule
 * @param kind the panel's type; or variable, annotation, alert
 * @param audience who runs it: shared, operations or joint
 * @param sql before anything is expanded
 * @param owner the panel or rule
 */
record Query(String where, String kind, String audience, String sql, JsonNode owner) {

  static List<Query> all() {
    List<Query> queries = new ArrayList<>();
    for (Committed.File dashboard : Committed.dashboards()) {
      for (JsonNode panel : dashboard.panels()) {
        for (JsonNode target : Committed.list(panel.path("targets"))) {
          if (target.has("rawSql")) {
            queries.add(
                new Query(
                    dashboard.uid() + " / " + panel.get("title").asText(),
                    panel.get("type").asText(),
                    dashboard.audience(),
                    target.get("rawSql").asText(),
                    panel));
          }
        }
      }
      for (JsonNode variable : dashboard.variables()) {
        if (variable.path("datasource").path("type").asText().equals("postgres")) {
          queries.add(
              new Query(
                  dashboard.uid() + " / $" + variable.get("name").asText(),
                  "variable",
                  dashboard.audience(),
                  variable.get("query").asText(),
                  variable));
        }
      }
      for (JsonNode annotation : Committed.list(dashboard.json().get("annotations").get("list"))) {
        queries.add(
            new Query(
                dashboard.uid() + " / @" + annotation.get("name").asText(),
                "annotation",
                dashboard.audience(),
                annotation.get("target").get("rawSql").asText(),
                annotation));
      }
    }
    for (JsonNode rule : Committed.alertRules()) {
      for (JsonNode data : Committed.list(rule.get("data"))) {
        if (data.get("model").has("rawSql")) {
          queries.add(
              new Query(
                  rule.get("uid").asText(),
                  "alert",
                  "operations",
                  data.get("model").get("rawSql").asText(),
                  rule));
        }
      }
    }
    return queries;
  }

  @Override
  public String toString() {
    return where;
  }
}
