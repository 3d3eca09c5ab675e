package dev.slowhour.loadgen.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFile;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.read.RowScanner;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.loadgen.scenario.Scenario;
import dev.slowhour.loadgen.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedHoursTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private Scenario scenario;

  @BeforeEach
  void readScenario() throws Exception {
    scenario =
        ScenarioReader.read(
            Files.writeString(
                folder.resolve("two.yaml"),
                """
                scenario: two
                start: 2026-10-13T09:00+09:00
                duration: 1h
                pools:
                  - accel_pool: p1
                    synthetic: true
                    engine: {max_model_len: 2000, max_num_seqs: 2, max_num_batched_tokens: 512,
                             kv_blocks: 200, step_time: {base_us: 10000, per_prefill_token_us: 100}}
                  - accel_pool: p2
                    engine: {max_model_len: 50, max_num_seqs: 2, max_num_batched_tokens: 512,
                             kv_blocks: 4, step_time: {base_us: 10000}}
                endpoints:
                  - tenant_id: t1
                    tenant_name: 고객사 하나
                    endpoint_id: e
                    model: m
                    pool: p1
                    contract: {ttft_slo_ms: 800, tpot_slo_ms: 60, max_concurrency: 8,
                               max_input_tokens: 400}
                    arrivals: {process: fixed, every: 30m, at_once: 3}
                    input_tokens: {distribution: fixed, value: 100}
                    output_tokens: {distribution: fixed, value: 11}
                  - tenant_id: t2
                    tenant_name: 고객사 둘
                    endpoint_id: e
                    model: m
                    pool: p2
                    contract: {ttft_slo_ms: 800, tpot_slo_ms: 60, max_concurrency: 8,
                               max_input_tokens: 400}
                    arrivals: {process: trace, format: burstgpt, path: t.csv}
                planted:
                  - {hour: 0, target: t1/e, expect: within_slo, cause: "아무것도 심지 않음"}
                """));
    Files.writeString(
        folder.resolve("t.csv"), "Timestamp,Request tokens,Response tokens\n0,40,10\n60,41,10\n");
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(folder.resolve("out").resolve(file));
  }

  private List<JsonNode> rows(String file) throws IOException {
    List<JsonNode> rows = new ArrayList<>();
    for (String line : lines(file)) {
      rows.add(JSON.readTree(line));
    }
    return rows;
  }

  private SimulatedHours.Totals simulate() throws Exception {
    return SimulatedHours.write(scenario, 1, folder.resolve("out"));
  }

  @Test
  void theTablesAreThoseThatTheJudgeReadsAndTheRestIsNone() throws Exception {
    simulate();

    InputFiles files = InputFiles.find(List.of(folder.resolve("out").toString()));

    assertThat(files.of(Table.REQUEST_LOGS))
        .extracting(InputFile::name)
        .containsExactly("request_logs-1.jsonl", "request_logs-2.jsonl");
    assertThat(files.of(Table.TENANT_CONTRACTS)).hasSize(1);
    assertThat(files.of(Table.POOL_METRICS)).hasSize(1);
    assertThat(files.of(Table.POOLS)).hasSize(1);
    List<RequestRow> rows = new ArrayList<>();
    for (InputFile file : files.of(Table.REQUEST_LOGS)) {
      try (RowScanner<RequestRow> scanner =
          RowScanner.ofRequests(file, 0, ReportZone.of("Asia/Seoul"), Duration.ofHours(1))) {
        while (scanner.next()) {
          rows.add(scanner.row().orElseThrow());
        }
      }
    }
    assertThat(rows).hasSize(7);
  }

  @Test
  void aRowHoldsWhatAClientWouldHaveMeasured() throws Exception {
    assertThat(simulate().answered()).isEqualTo(7);

    // Two of the three at once: a step of 200 prompt tokens, and ten of one token each.
    assertThat(lines("request_logs-1.jsonl"))
        .startsWith(
            "{\"request_id\":\"req-e-000001\",\"tenant_id\":\"t1\",\"endpoint_id\":\"e\","
                + "\"accel_pool\":\"p1\",\"arrived_at\":\"2026-10-13T09:00:00.000+09:00\","
                + "\"input_tokens\":100,\"output_tokens\":11,\"ttft_ms\":30,\"tpot_ms\":10.00}");
    assertThat(rows("engine_waits-1.jsonl"))
        .extracting(row -> row.get("queue_ms").asText())
        .startsWith("0.0", "0.0", "130.0");
    assertThat(rows("request_logs-1.jsonl"))
        .extracting(row -> row.get("ttft_ms").asInt())
        .startsWith(30, 30, 150);
  }

  @Test
  void whatIsLongerThanTheEngineTakesIsAFailureAndNoRow() throws Exception {
    assertThat(simulate().refused()).isEqualTo(1);

    assertThat(lines("request_failures-2.jsonl"))
        .containsExactly(
            "{\"request_id\":\"req-e-000002\",\"tenant_id\":\"t2\",\"endpoint_id\":\"e\","
                + "\"accel_pool\":\"p2\",\"arrived_at\":\"2026-10-13T09:01:00.000+09:00\","
                + "\"kind\":\"refused\",\"status\":400}");
    assertThat(lines("request_failures-1.jsonl")).isEmpty();
  }

  @Test
  void hashIdsOfATraceDriveThePrefixCache() throws Exception {
    Files.writeString(
        folder.resolve("mooncake.jsonl"),
        """
        {"timestamp": 0, "input_length": 1100, "output_length": 1, "hash_ids": [1, 2]}
        {"timestamp": 3000, "input_length": 1100, "output_length": 1, "hash_ids": [1, 3]}
        {"timestamp": 6000, "input_length": 1024, "output_length": 1, "hash_ids": [1, 2]}
        {"timestamp": 9000, "input_length": 600, "output_length": 1, "hash_ids": [4]}
        """);
    String text =
        Files.readString(folder.resolve("two.yaml"))
            .replace("kv_blocks: 200,", "kv_blocks: 200, prefix_caching: true,")
            .replace(
                "{process: fixed, every: 30m, at_once: 3}",
                "{process: trace, format: mooncake, path: mooncake.jsonl}")
            .replaceAll("    (in|out)put_tokens: .*fixed.*\n", "");
    scenario = ScenarioReader.read(Files.writeString(folder.resolve("cached.yaml"), text));

    simulate();

    // Spans of 512 tokens; of a prompt that is wholly there the last block is computed again.
    assertThat(rows("engine_waits-1.jsonl"))
        .extracting(row -> row.get("cached_tokens").asInt())
        .containsExactly(0, 512, 1008, 0);
    // A step of 10 ms and 0.1 ms a token; 1,100 tokens are three steps of at most 512.
    assertThat(rows("request_logs-1.jsonl"))
        .extracting(row -> row.get("ttft_ms").asInt())
        .containsExactly(140, 79, 12, 80);
  }

  @Test
  void everyMinuteOfEveryPoolHasItsMetrics() throws Exception {
    simulate();

    List<JsonNode> rows = rows("pool_metrics.jsonl");

    assertThat(rows).hasSize(120);
    assertThat(lines("pool_metrics.jsonl").get(119))
        .isEqualTo(
            "{\"accel_pool\":\"p2\",\"minute\":\"2026-10-13T09:59+09:00\",\"kv_cache_util\":0.0000,"
                + "\"queued_requests\":0}");
  }

  @Test
  void theAnswerKeyStandsBesideTheLogsAndNotInThem() throws Exception {
    simulate();

    assertThat(JSON.readTree(Files.readString(folder.resolve("out/answers.json"))))
        .isEqualTo(
            JSON.readTree(
                """
                [{"tenant_id": "t1", "endpoint_id": "e",
                  "window_start": "2026-10-13T09:00+09:00",
                  "planted": "SLO 안에서 처리됨", "cause": "아무것도 심지 않음"}]
                """));
    assertThat(lines("request_logs-1.jsonl")).noneMatch(line -> line.contains("planted"));
  }

  @Test
  void theSameSeedGivesTheSameBytes() throws Exception {
    simulate();
    SimulatedHours.write(scenario, 1, folder.resolve("again"));

    try (var files = Files.list(folder.resolve("out"))) {
      for (Path file : files.toList()) {
        assertThat(folder.resolve("again").resolve(file.getFileName()))
            .hasSameBinaryContentAs(file);
      }
    }
  }

  @Test
  void aFolderThatHoldsSomethingIsLeftAlone() throws Exception {
    Path out = Files.createDirectory(folder.resolve("out"));
    simulate();

    assertThatThrownBy(this::simulate)
        .isInstanceOf(InputException.class)
        .hasMessage(
            out + ": exists already (expected: a folder that does not exist, or an empty one)");
  }

  @Test
  void aRunThatFailsLeavesNothing() throws Exception {
    Files.delete(folder.resolve("t.csv"));

    assertThatThrownBy(this::simulate).hasMessageContaining("t.csv: cannot be read: no such file");
    try (var files = Files.list(folder)) {
      assertThat(files).extracting(Path::getFileName).containsExactly(Path.of("two.yaml"));
    }
  }
}
