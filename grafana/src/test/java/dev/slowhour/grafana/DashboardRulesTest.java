package dev.slowhour.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of Grafana's dashboard linter, and what else breaks a provisioned dashboard. */
class DashboardRulesTest {

  private static final Set<String> KNOWN_TYPES =
      Set.of("timeseries", "state-timeline", "table", "stat", "barchart", "text", "row");
  private static final Pattern LINK_FIELD =
      Pattern.compile("\\$\\{__data\\.fields\\.(\\w+)(?::percentencode)?\\}");
  private static final Pattern METRIC =
      Pattern.compile("(?:rate|increase)\\([^\\[]+\\[([^\\]]+)\\]\\)");

  static List<Committed.File> dashboards() {
    return Committed.dashboards();
  }

  private static List<JsonNode> panels(Committed.File dashboard) {
    return dashboard.panels().stream()
        .filter(panel -> !panel.get("type").asText().equals("row"))
        .toList();
  }

  @Test
  void uidsAndTitlesAreUniqueAndNoneIsThatOfTheFolder() {
    List<Committed.File> all = dashboards();
    assertThat(all).hasSize(7);
    assertThat(all).extracting(Committed.File::uid).doesNotHaveDuplicates();
    List<String> titles = all.stream().map(file -> file.json().get("title").asText()).toList();
    assertThat(titles).doesNotHaveDuplicates().doesNotContain("Slowhour");
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void itIsClassicJsonThatNobodyEditsInTheBrowser(Committed.File dashboard) {
    JsonNode json = dashboard.json();
    assertThat(json.get("schemaVersion").asInt()).isEqualTo(37);
    assertThat(json.get("editable").asBoolean()).isFalse();
    assertThat(json.get("id").isNull()).isTrue();
    assertThat(json.get("timezone").asText()).isEqualTo("Asia/Seoul");
    // What 9.4 would not read, or what provisioning does not fill in.
    assertThat(json.toString()).doesNotContain("cellOptions", "__inputs", "${DS_", "formatTime");
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void everyPanelHasATitleADescriptionAndAKnownType(Committed.File dashboard) {
    for (JsonNode panel : panels(dashboard)) {
      assertThat(panel.get("title").asText()).as("%s", panel).isNotBlank();
      assertThat(panel.get("description").asText())
          .as("what %s shows", panel.get("title"))
          .hasSizeGreaterThan(12)
          .endsWith(".");
      assertThat(KNOWN_TYPES).contains(panel.get("type").asText());
    }
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void numbersHaveUnits(Committed.File dashboard) {
    for (JsonNode panel : panels(dashboard)) {
      String type = panel.get("type").asText();
      if (type.equals("timeseries") || type.equals("stat") || type.equals("barchart")) {
        assertThat(panel.get("fieldConfig").get("defaults").path("unit").asText())
            .as("unit of %s", panel.get("title"))
            .isNotBlank();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void everyPanelAsksOneOfTheTwoDatasources(Committed.File dashboard) {
    for (JsonNode panel : panels(dashboard)) {
      if (panel.get("type").asText().equals("text")) {
        continue;
      }
      assertThat(panel.get("targets")).as("%s", panel.get("title")).isNotEmpty();
      Set<String> references = new HashSet<>();
      for (JsonNode target : panel.get("targets")) {
        assertThat(references.add(target.get("refId").asText())).isTrue();
        assertThat(target.get("datasource")).isEqualTo(panel.get("datasource"));
        assertThat(target.get("datasource").get("uid").asText())
            .isIn("slowhour-postgres", "${prometheus_datasource}");
        if (target.has("rawSql")) {
          assertThat(target.get("rawQuery").asBoolean()).isTrue();
          assertThat(target.get("format").asText()).isIn("table", "time_series");
          // Drivers differ in what they make of several statements.
          assertThat(target.get("rawSql").asText()).doesNotContain(";");
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void panelsDoNotOverlapAndHaveNumbersOfTheirOwn(Committed.File dashboard) {
    Set<Integer> ids = new HashSet<>();
    Set<String> taken = new HashSet<>();
    for (JsonNode panel : dashboard.panels()) {
      assertThat(ids.add(panel.get("id").asInt())).isTrue();
      JsonNode place = panel.get("gridPos");
      assertThat(place.get("x").asInt() + place.get("w").asInt()).isLessThanOrEqualTo(24);
      for (int x = 0; x < place.get("w").asInt(); x++) {
        for (int y = 0; y < place.get("h").asInt(); y++) {
          assertThat(taken.add((place.get("x").asInt() + x) + "/" + (place.get("y").asInt() + y)))
              .as("%s", panel.get("title"))
              .isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void variablesChangeWithTheTimeRangeAndAreAtMostThree(Committed.File dashboard) {
    assertThat(dashboard.variables()).hasSizeLessThanOrEqualTo(3);
    for (JsonNode variable : dashboard.variables()) {
      if (variable.get("type").asText().equals("query")) {
        assertThat(variable.get("refresh").asInt()).as("%s", variable.get("name")).isEqualTo(2);
      }
    }
  }

  // Prometheus.

  @ParameterizedTest
  @MethodSource("dashboards")
  void aDashboardThatAsksPrometheusLetsItBeChosenWithJobAndInstance(Committed.File dashboard) {
    Map<String, JsonNode> variables =
        dashboard.variables().stream()
            .collect(
                Collectors.toMap(variable -> variable.get("name").asText(), Function.identity()));
    List<String> expressions = expressions(dashboard);
    if (expressions.isEmpty()) {
      assertThat(variables).doesNotContainKey("prometheus_datasource");
      return;
    }
    assertThat(variables.get("prometheus_datasource").get("label").asText())
        .isEqualTo("Prometheus data source");
    for (String name : List.of("job", "instance")) {
      JsonNode variable = variables.get(name);
      assertThat(variable.get("datasource").get("uid").asText())
          .isEqualTo("${prometheus_datasource}");
      assertThat(variable.get("multi").asBoolean()).isTrue();
      assertThat(variable.get("allValue").asText()).isEqualTo(".+");
    }
    for (String expression : expressions) {
      // DCGM's series are found by host and GPU, not by a job of the engines.
      if (!expression.contains("DCGM_")) {
        Matcher selector = Pattern.compile("\\{[^}]*\\}").matcher(expression);
        assertThat(selector.find()).as(expression).isTrue();
        do {
          assertThat(selector.group()).contains("job=~\"$job\"", "instance=~\"$instance\"");
        } while (selector.find());
      }
      Matcher range = METRIC.matcher(expression);
      while (range.find()) {
        assertThat(range.group(1)).as(expression).isIn("$__rate_interval", "5m");
      }
      assertThat(expression).as("no counter without a rate").doesNotContain("_total) ");
    }
  }

  private static List<String> expressions(Committed.File dashboard) {
    List<String> expressions = new ArrayList<>();
    for (JsonNode panel : dashboard.panels()) {
      for (JsonNode target : Committed.list(panel.path("targets"))) {
        if (target.has("expr")) {
          expressions.add(target.get("expr").asText());
        }
      }
    }
    return expressions;
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void whatCustomersSeeAsksPostgresAlone(Committed.File dashboard) {
    if (!dashboard.audience().equals("operations")) {
      assertThat(dashboard.json().toString()).doesNotContain("prometheus");
    }
  }

  // One source of truth.

  @Test
  void everyVerdictHasOneColourAndOneLabelEverywhere() {
    Set<JsonNode> mappings = new HashSet<>();
    for (Committed.File dashboard : dashboards()) {
      for (JsonNode mapping : dashboard.json().findValues("mappings")) {
        collect(mapping, mappings);
      }
      for (JsonNode property : dashboard.json().findValues("properties")) {
        for (JsonNode entry : property) {
          if (entry.get("id").asText().equals("mappings")) {
            collect(entry.get("value"), mappings);
          }
        }
      }
    }
    assertThat(mappings).hasSize(1);
  }

  private static void collect(JsonNode list, Set<JsonNode> verdicts) {
    for (JsonNode mapping : list) {
      JsonNode options = mapping.get("options");
      if (options.has("4") && !options.has("14")) {
        verdicts.add(options);
      }
    }
  }

  @Test
  void linksLeadToDashboardsAndVariablesThatThereAre() {
    Map<String, Committed.File> byUid =
        dashboards().stream().collect(Collectors.toMap(Committed.File::uid, file -> file));
    int links = 0;
    for (Committed.File dashboard : dashboards()) {
      for (JsonNode url : dashboard.json().findValues("url")) {
        Matcher target = Pattern.compile("/d/([\\w-]+)\\?(.*)").matcher(url.asText());
        if (!target.matches()) {
          continue;
        }
        links++;
        assertThat(byUid).containsKey(target.group(1));
        Set<String> variables =
            byUid.get(target.group(1)).variables().stream()
                .map(variable -> "var-" + variable.get("name").asText())
                .collect(Collectors.toSet());
        for (String parameter : target.group(2).split("&", -1)) {
          String name = parameter.split("=", 2)[0];
          if (name.startsWith("var-")) {
            assertThat(variables).contains(name);
          } else {
            assertThat(name).isIn("from", "to", "time", "time.window");
          }
        }
      }
      JsonNode menu = dashboard.json().get("links").get(0);
      assertThat(menu.get("keepTime").asBoolean()).isTrue();
      assertThat(menu.get("tags").get(0).asText()).isEqualTo("slowhour");
      assertThat(dashboard.json().get("tags").get(0).asText()).isEqualTo("slowhour");
    }
    assertThat(links).isGreaterThanOrEqualTo(6);
  }

  /** Names of columns that links and overrides speak of, for the tests that run the queries. */
  static Set<String> namesSpokenOf(JsonNode panel) {
    Set<String> names = new HashSet<>();
    for (JsonNode override : Committed.list(panel.path("fieldConfig").path("overrides"))) {
      names.add(override.get("matcher").get("options").asText());
    }
    Matcher field = LINK_FIELD.matcher(panel.toString());
    while (field.find()) {
      names.add(field.group(1));
    }
    return names;
  }
}
