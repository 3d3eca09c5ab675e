package dev.slowhour.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What stops Grafana 9.4 from starting, or is not read as it was meant by one of 9.4 to 13. */
class ProvisioningTest {

  private static final Set<String> RULE_KEYS =
      Set.of(
          "uid",
          "title",
          "condition",
          "data",
          "dashboardUid",
          "panelId",
          "noDataState",
          "execErrState",
          "for",
          "annotations",
          "labels");

  @Test
  void theDatasourceIsWrittenSoThatEveryVersionReadsIt() {
    JsonNode file = Committed.yaml(Path.of("provisioning/datasources/slowhour.yaml"));
    JsonNode postgres = file.get("datasources").get(0);

    assertThat(postgres.get("uid").asText()).isEqualTo("slowhour-postgres");
    assertThat(postgres.get("type").asText()).isEqualTo("postgres");
    assertThat(postgres.get("jsonData").get("database").asText())
        .isEqualTo("$SLOWHOUR_PG_DATABASE");
    assertThat(postgres.has("database")).isFalse();
    assertThat(postgres.get("jsonData").get("maxOpenConns").isInt()).isTrue();
    assertThat(postgres.get("jsonData").get("maxOpenConns").asInt()).isPositive();
    assertThat(postgres.get("jsonData").get("connMaxLifetime").asInt()).isPositive();
    assertThat(file.get("datasources").findValues("isDefault"))
        .allMatch(value -> !value.asBoolean());
  }

  @Test
  void everyAddressUserAndSecretComesFromTheEnvironment() throws Exception {
    Set<String> variables = new TreeSet<>();
    for (Path path : Committed.read("provisioning", ".yaml")) {
      String text = Files.readString(path);
      assertThat(text).doesNotContain("localhost", "127.0.0.1");
      Matcher variable = Pattern.compile("\\$(SLOWHOUR_\\w+)").matcher(text);
      while (variable.find()) {
        variables.add(variable.group(1));
      }
    }
    assertThat(variables)
        .containsExactly(
            "SLOWHOUR_ALERT_WEBHOOK",
            "SLOWHOUR_DASHBOARDS",
            "SLOWHOUR_PG",
            "SLOWHOUR_PG_DATABASE",
            "SLOWHOUR_PG_PASSWORD",
            "SLOWHOUR_PG_SSLMODE",
            "SLOWHOUR_PG_USER",
            "SLOWHOUR_PROMETHEUS");
  }

  @Test
  void rulesUseWhatBothTheOldestAndTheNewestKnow() {
    Set<String> uids = new HashSet<>();
    Set<String> titles = new HashSet<>();
    for (JsonNode rule : Committed.alertRules()) {
      String uid = rule.get("uid").asText();
      assertThat(uids.add(uid)).isTrue();
      assertThat(titles.add(rule.get("title").asText())).isTrue();
      rule.fieldNames().forEachRemaining(key -> assertThat(RULE_KEYS).as(uid).contains(key));
      assertThat(rule.get("for").asText()).matches("\\d+[sm]");
      assertThat(rule.get("noDataState").asText()).isIn("OK", "NoData", "Alerting");
      assertThat(rule.get("execErrState").asText()).isIn("OK", "Error", "Alerting");
      Set<String> references = new HashSet<>();
      for (JsonNode data : rule.get("data")) {
        references.add(data.get("refId").asText());
        assertThat(data.get("refId")).isEqualTo(data.get("model").get("refId"));
        assertThat(data.has("relativeTimeRange")).isTrue();
        assertThat(data.get("datasourceUid").asText())
            .isIn("slowhour-postgres", "slowhour-prometheus", "__expr__");
      }
      assertThat(references).contains(rule.get("condition").asText());
    }
    assertThat(uids).hasSize(8);
    for (JsonNode file : Committed.alerting()) {
      for (JsonNode group : Committed.list(file.path("groups"))) {
        assertThat(group.get("interval").asText()).isEqualTo("1m");
        // Titles that look alike as addresses would be one folder: Korean letters are dropped.
        assertThat(group.get("folder").asText()).isEqualTo("Slowhour alerts");
      }
    }
  }

  @Test
  void labelsDoNotChangeAndTextsAreInBothLanguages() {
    for (JsonNode rule : Committed.alertRules()) {
      String uid = rule.get("uid").asText();
      for (JsonNode label : rule.get("labels")) {
        // Dollars in labels are taken for the environment's.
        assertThat(label.asText()).as(uid).doesNotContain("$", "{{");
      }
      JsonNode annotations = rule.get("annotations");
      assertThat(annotations.get("summary").asText()).as(uid).containsPattern("\\p{IsHangul}");
      assertThat(annotations.get("summary_en").asText())
          .as(uid)
          .doesNotContainPattern("\\p{IsHangul}");
      // The braced form would be taken for the environment's by newer versions.
      assertThat(annotations.toString()).as(uid).doesNotContain("${");
      // A rule without rows has no values.
      if (annotations.get("summary").asText().contains("gt .Value")) {
        assertThat(annotations.get("summary").asText()).contains("{{ with $values.A }}");
      }
    }
  }

  @Test
  void anAlertOpensItsWindow() {
    Set<String> variables =
        Committed.dashboards().stream()
            .filter(dashboard -> dashboard.uid().equals(Links.WINDOW))
            .flatMap(dashboard -> dashboard.variables().stream())
            .map(variable -> variable.get("name").asText())
            .collect(Collectors.toSet());
    int windows = 0;
    for (JsonNode rule : Committed.alertRules()) {
      JsonNode url = rule.get("annotations").get("window_url");
      if (url == null) {
        continue;
      }
      windows++;
      assertThat(url.asText()).startsWith("{{ externalURL }}d/" + Links.WINDOW + "?");
      Matcher variable = Pattern.compile("var-(\\w+)=").matcher(url.asText());
      Set<String> named = new HashSet<>();
      while (variable.find()) {
        named.add(variable.group(1));
      }
      assertThat(named).isEqualTo(variables);
      String sql = rule.get("data").get(0).get("model").get("rawSql").asText();
      Matcher label =
          Pattern.compile("\\$labels\\.(\\w+)").matcher(rule.get("annotations").toString());
      while (label.find()) {
        assertThat(sql).contains(" AS " + label.group(1));
      }
    }
    assertThat(windows).isEqualTo(3);
  }

  @Test
  void rulesNameAPanelThatThereIs() {
    Map<String, Committed.File> dashboards =
        Committed.dashboards().stream()
            .collect(Collectors.toMap(Committed.File::uid, Function.identity()));
    for (JsonNode rule : Committed.alertRules()) {
      List<String> panels =
          dashboards.get(rule.get("dashboardUid").asText()).panels().stream()
              .filter(panel -> panel.get("id").equals(rule.get("panelId")))
              .map(panel -> panel.get("type").asText())
              .toList();
      assertThat(panels).hasSize(1).doesNotContain("row");
    }
  }

  @Test
  void everyReceiverOfThePolicyIsThere() {
    Set<String> receivers = new HashSet<>();
    Set<String> named = new HashSet<>();
    for (JsonNode file : Committed.alerting()) {
      file.path("contactPoints").forEach(point -> receivers.add(point.get("name").asText()));
      file.path("policies").findValuesAsText("receiver").forEach(named::add);
    }
    assertThat(named).isNotEmpty().isSubsetOf(receivers);
  }

  @Test
  void theWindowsOfAPoolAndHourAreOneMessage() {
    JsonNode policy =
        Committed.yaml(Path.of("provisioning/alerting/policy.yaml")).get("policies").get(0);
    JsonNode route = policy.get("routes").get(0);

    assertThat(route.get("group_by").toString()).isEqualTo("[\"pool\",\"window\"]");
    assertThat(route.get("object_matchers").toString())
        .isEqualTo("[[\"kind\",\"=\",\"isolation\"]]");
  }
}
