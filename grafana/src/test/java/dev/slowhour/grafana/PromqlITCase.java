package dev.slowhour.grafana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries of Prometheus, read and evaluated by Prometheus's own tool where it is installed. */
class PromqlITCase {

  @TempDir private Path folder;

  @BeforeEach
  void needsPromtool() {
    boolean isThere =
        Pattern.compile(File.pathSeparator)
            .splitAsStream(System.getenv("PATH"))
            .anyMatch(path -> Files.isExecutable(Path.of(path, "promtool")));
    assumeTrue(isThere, "promtool is on the PATH (Debian: apt-get install prometheus)");
  }

  private record Asked(String panel, String expression) {

    /** As Grafana sends it with everything picked. */
    String expanded() {
      return expression
          .replace("$job", ".+")
          .replace("$instance", ".+")
          .replace("$__rate_interval", "1m");
    }
  }

  private static List<Asked> all() {
    List<Asked> asked = new ArrayList<>();
    for (Committed.File dashboard : Committed.dashboards()) {
      for (JsonNode panel : dashboard.panels()) {
        for (JsonNode target : Committed.list(panel.path("targets"))) {
          if (target.has("expr")) {
            asked.add(new Asked(panel.get("title").asText(), target.get("expr").asText()));
          }
        }
      }
    }
    for (JsonNode rule : Committed.alertRules()) {
      for (JsonNode data : rule.get("data")) {
        if (data.get("model").has("expr")) {
          asked.add(new Asked(rule.get("title").asText(), data.get("model").get("expr").asText()));
        }
      }
    }
    return asked;
  }

  private String promtool(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void everyQueryIsPromql() throws Exception {
    StringBuilder rules = new StringBuilder("groups:\n- name: all\n  rules:\n");
    int number = 0;
    for (Asked asked : all()) {
      rules
          .append("  - record: rule_")
          .append(number++)
          .append("\n    expr: '")
          .append(asked.expanded().replace("'", "''"))
          .append("'\n");
    }
    assertThat(number).isGreaterThan(40);
    Path file = Files.writeString(folder.resolve("rules.yml"), rules);

    assertThat(promtool("check", "rules", file.toString()))
        .contains("SUCCESS: " + number + " rules found");
  }

  @Test
  void oldNamesOfVllmAnswerWhereNewOnesAreMissing() throws Exception {
    Files.writeString(folder.resolve("none.yml"), "groups: []\n");
    StringBuilder test =
        new StringBuilder(
            """
            rule_files: [none.yml]
            evaluation_interval: 15s
            tests:
            """);
    for (String prefix : List.of("vllm:gpu_cache_usage_perc", "vllm:kv_cache_usage_perc")) {
      test.append(
          """
          - interval: 15s
            input_series:
            - {series: '%s{job="vllm",instance="e:8000"}', values: '0.25x20'}
            promql_expr_test:
            - expr: '%s'
              eval_time: 4m
              exp_samples: [{labels: '{instance="e:8000"}', value: 0.25}]
          """
              .formatted(prefix, of("KV 캐시 사용률")));
    }
    for (String prefix :
        List.of("vllm:time_per_output_token_seconds", "vllm:inter_token_latency_seconds")) {
      test.append(
          """
          - interval: 15s
            input_series:
            - {series: '%1$s_bucket{job="vllm",instance="e:8000",le="0.1"}', values: '0+10x20'}
            - {series: '%1$s_bucket{job="vllm",instance="e:8000",le="0.2"}', values: '0+20x20'}
            - {series: '%1$s_bucket{job="vllm",instance="e:8000",le="+Inf"}', values: '0+20x20'}
            promql_expr_test:
            - expr: '%2$s'
              eval_time: 4m
              exp_samples: [{labels: '{}', value: 0.1}]
          """
              .formatted(prefix, of("토큰 사이 시간")));
    }
    Path file = Files.writeString(folder.resolve("test.yml"), test);

    assertThat(promtool("test", "rules", file.toString())).contains("SUCCESS");
  }

  private static String of(String panel) {
    return all().stream()
        .filter(asked -> asked.panel().equals(panel))
        .findFirst()
        .orElseThrow()
        .expanded();
  }
}
