package dev.slowhour.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.InputFile;
import dev.slowhour.core.read.RowScanner;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.loadgen.http.EngineServer;
import dev.slowhour.loadgen.http.EngineServerConfig;
import dev.slowhour.loadgen.scenario.ScenarioReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadCommandsITCase {

  private static final String SCENARIO =
      """
      scenario: s
      start: 2026-10-13T00:00Z
      duration: 1h
      pools:
        - accel_pool: p
          engine: {max_model_len: 5000, max_num_seqs: 8, max_num_batched_tokens: 512,
                   kv_blocks: 400, step_time: {base_us: 1000}}
      endpoints:
        - tenant_id: t-1
          tenant_name: T
          endpoint_id: e-1
          model: m
          pool: p
          contract: {ttft_slo_ms: 100, tpot_slo_ms: 10, max_concurrency: 9, max_input_tokens: 99}
          arrivals: {process: fixed, every: 1s, at_once: 4}
          input_tokens: {distribution: fixed, value: 30}
          output_tokens: {distribution: fixed, value: 6}
      planted: []
      """;

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void a_run_against_the_served_engine_writes_what_judge_reads() throws Exception {
    Path scenario = Files.writeString(folder.resolve("s.yaml"), SCENARIO);
    EngineServerConfig config =
        EngineServerConfig.of(ScenarioReader.read(scenario).pools().get(0).engine(), "m");
    Path records = folder.resolve("records");
    try (EngineServer server = EngineServer.start(config, Clock.systemUTC())) {
      int exitCode =
          run(
              "loadgen",
              "run",
              scenario.toString(),
              "--target",
              "http://127.0.0.1:" + server.port(),
              "--for",
              "3s",
              "--out",
              records.toString());
      // 1 where the machine was too busy to send on time, which the run then says.
      assertThat(exitCode).isIn(0, 1);
    }
    assertThat(err.toString()).startsWith("slowhour: metrics at http://127.0.0.1:");
    List<RequestRow> rows = rows(records.resolve("request_logs.jsonl"));
    assertThat(rows).hasSize(12);
    assertThat(rows)
        .allSatisfy(
            row -> {
              assertThat(row.tenantId()).isEqualTo("t-1");
              assertThat(row.accelPool()).isEqualTo("p");
              assertThat(row.inputTokens()).isEqualTo(30);
              assertThat(row.outputTokens()).isEqualTo(6);
            });
    assertThat(Files.size(records.resolve("request_failures.jsonl"))).isZero();
    JsonNode report = new ObjectMapper().readTree(records.resolve("run.json").toFile());
    assertThat(report.at("/all/answered").asInt()).isEqualTo(12);
    assertThat(report.at("/endpoints/t-1~1e-1/output_tokens").asInt()).isEqualTo(72);
    assertThat(out.toString()).contains("t-1/e-1", "requests/s sent");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "engine --time-scale 0|time scale: 0.0 (expected: above 0, up to 1000)",
        "engine --metric-names 0.5|--metric-names: 0.5 (expected: 0.32 or 0.8)",
        "engine --num-gpu-blocks-override 3|kv_blocks: 2 (expected: at least 1024",
        "engine --step-time 1,2|--step-time: 2 numbers (expected: five, split by commas)",
        "loadgen capacity --target nowhere --model m --ttft-slo 1 --tpot-slo 1|--target: nowhere:"
            + " no HTTP URL",
        "loadgen capacity --target http://h --model m --ttft-slo 0 --tpot-slo 1|objectives: out of"
            + " range (expected: at least 1 ms each)",
        "loadgen run none.yaml --target http://h --out x|none.yaml",
        "loadgen run none.yaml --target http://h|Missing required argument",
        "loadgen run none.yaml --target http://h --out x --skip soon|soon (expected: a whole number"
            + " and s, m or h, such as 10m)",
      })
  void what_cannot_be_done_is_told_in_one_line(String command, String message) {
    assertThat(run(command.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString()).contains(message);
    assertThat(out.toString()).isEmpty();
  }

  private int run(String... arguments) {
    return Main.run(arguments, new PrintWriter(out, true), new PrintWriter(err, true));
  }

  private static List<RequestRow> rows(Path file) throws Exception {
    List<RequestRow> rows = new ArrayList<>();
    InputFile input = new InputFile(Table.REQUEST_LOGS, file, file.toString());
    try (RowScanner<RequestRow> scanner =
        RowScanner.ofRequests(input, 0, ReportZone.of("UTC"), Duration.ofHours(1))) {
      while (scanner.next()) {
        assertThat(scanner.row()).isPresent();
        rows.add(scanner.row().orElseThrow());
      }
    }
    return rows;
  }
}
