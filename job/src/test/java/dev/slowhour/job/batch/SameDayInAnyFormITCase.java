package dev.slowhour.job.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.job.testing.InputFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The seed day, written in every form that input may have: judged it is the same to the byte. */
class SameDayInAnyFormITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = Judging.cluster(2);

  private static final Path DAY = Path.of("../examples/seed-day");
  private static final JsonFactory JSON = new JsonFactory();

  @TempDir private Path folder;
  private List<String> requests;
  private List<String> metrics;
  private List<String> contracts;

  @BeforeEach
  void readTheDay() throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(DAY.resolve("request_logs.jsonl.gz"))),
                StandardCharsets.UTF_8))) {
      requests = reader.lines().toList();
    }
    metrics = Files.readAllLines(DAY.resolve("pool_metrics.jsonl"));
    contracts = new ArrayList<>();
    for (Map<String, String> contract :
        objects(Files.readString(DAY.resolve("tenant_contracts.json")))) {
      contracts.add(json(contract));
    }
    assertThat(requests).hasSizeGreaterThan(10_000);
    assertThat(contracts).hasSize(10);
  }

  /** Objects one behind another or in an array: each value by its name, as JSON. */
  private static List<Map<String, String>> objects(String text) throws IOException {
    List<Map<String, String>> objects = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(text)) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
          Map<String, String> object = new LinkedHashMap<>();
          while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            boolean isText = parser.nextToken() == JsonToken.VALUE_STRING;
            object.put(name, isText ? "\"" + parser.getText() + "\"" : parser.getText());
          }
          objects.add(object);
        }
      }
    }
    return objects;
  }

  private static String json(Map<String, String> object) {
    List<String> fields = new ArrayList<>();
    object.forEach((name, json) -> fields.add("\"" + name + "\":" + json));
    return "{" + String.join(",", fields) + "}";
  }

  /** The objects as CSV: columns in any order, some cells in quotes that need none. */
  private static List<String> csv(Table table, List<String> objects, Random random)
      throws IOException {
    List<String> columns = new ArrayList<>(table.columns());
    columns.add("note");
    Collections.shuffle(columns, random);
    List<String> lines = new ArrayList<>(List.of(String.join(",", columns)));
    for (Map<String, String> object : objects(String.join("\n", objects))) {
      List<String> cells = new ArrayList<>();
      for (String column : columns) {
        String json = column.equals("note") ? "a \"\"note\"\",\n" : object.get(column);
        String text = json == null || json.equals("null") ? "" : json.replaceAll("^\"|\"$", "");
        cells.add(
            random.nextInt(4) == 0 || text.contains(",") || text.contains("\"")
                ? "\"" + text + "\""
                : text);
      }
      lines.add(String.join(",", cells));
    }
    return lines;
  }

  /** What is judged in a folder, by file. */
  private Map<String, String> judged(InputFolder input, int parallelism) throws Exception {
    Path out = folder.resolve("out-" + input.path().getFileName());
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(LocalCluster.batchConfiguration());
    env.setParallelism(parallelism);
    new BatchRun(List.of(input.path().toString()), out, JudgeSettings.defaults())
        .run(env, job -> {});
    Map<String, String> content = new HashMap<>(InputFolder.content(out));
    content.remove("run.json");
    assertThat(content).containsOnlyKeys("verdicts.json", "minutes.jsonl", "notices.jsonl");
    assertThat(content.get("notices.jsonl")).isEmpty();
    return content;
  }

  private InputFolder with(String name) throws IOException {
    return InputFolder.in(folder, name)
        .with("pools.json", Files.readAllLines(DAY.resolve("pools.json")));
  }

  @Test
  void theSameDayInAnyFormIsJudgedToTheSameBytes() throws Exception {
    Random random = new Random(9);
    Map<String, String> expected =
        judged(
            with("lines")
                .with("request_logs.jsonl", requests)
                .with("pool_metrics.jsonl", metrics)
                .with("tenant_contracts.jsonl", contracts),
            2);
    assertThat(expected.get("verdicts.json")).hasSizeGreaterThan(10_000);

    assertThat(
            judged(
                with("array")
                    .with("request_logs.ndjson", requests)
                    .with("pool_metrics.jsonl.gz", metrics)
                    .with("tenant_contracts.json", "[" + String.join(",\n", contracts) + "]"),
                1))
        .isEqualTo(expected);

    assertThat(
            judged(
                with("csv")
                    .with("request_logs.csv", csv(Table.REQUEST_LOGS, requests, random))
                    .with("pool_metrics.csv", csv(Table.POOL_METRICS, metrics, random))
                    .with("tenant_contracts.csv", csv(Table.TENANT_CONTRACTS, contracts, random)),
                2))
        .isEqualTo(expected);

    assertThat(
            judged(
                with("gzip")
                    .with("request_logs.csv.gz", csv(Table.REQUEST_LOGS, requests, random))
                    .with("pool_metrics.csv.gz", csv(Table.POOL_METRICS, metrics, random))
                    .with("tenant_contracts.json.gz", "[" + String.join(",", contracts) + "]"),
                2))
        .isEqualTo(expected);

    List<String> shuffled = new ArrayList<>(requests);
    Collections.shuffle(shuffled, random);
    List<String> shuffledMetrics = new ArrayList<>(metrics);
    Collections.shuffle(shuffledMetrics, random);
    InputFolder eight = with("eight");
    for (int part = 0; part < 8; part++) {
      List<String> rows = part(shuffled, part);
      boolean isCsv = part % 2 == 1;
      eight.with(
          "request_logs/" + part + (isCsv ? ".csv" : ".jsonl") + (part % 3 == 0 ? ".gz" : ""),
          isCsv ? csv(Table.REQUEST_LOGS, rows, random) : rows);
      eight.with("pool_metrics-" + part + ".jsonl", part(shuffledMetrics, part));
    }
    Collections.shuffle(contracts, random);
    eight.with("tenant_contracts/a.jsonl", contracts.subList(0, 5));
    eight.with(
        "tenant_contracts/b.csv", csv(Table.TENANT_CONTRACTS, contracts.subList(5, 10), random));
    assertThat(judged(eight, 2)).isEqualTo(expected);
  }

  private static List<String> part(List<String> lines, int part) {
    return lines.subList(lines.size() * part / 8, lines.size() * (part + 1) / 8);
  }
}
