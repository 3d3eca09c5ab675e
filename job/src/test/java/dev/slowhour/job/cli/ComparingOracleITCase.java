package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Postgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Goodput and sensitivity of the recorded hour, counted from its lines by other means. */
class ComparingOracleITCase {

  private static final Path RECORDED = Cli.HOME.resolve("examples/recorded-hour");
  private static final Pattern FIELD = Pattern.compile("\"(\\w+)\":\\s*(\"[^\"]*\"|[^,}\\s]+)");
  private static final Pattern OUTPUT_TOKENS = Pattern.compile("(\"output_tokens\":\\s*)(\\d+)");

  @TempDir private Path folder;

  private String judged(Path input, String name) {
    String out = folder.resolve(name).toString();
    assertThat(Cli.run("judge", "--in", input.toString(), "--out", out).exitCode()).isZero();
    return out;
  }

  private static List<String> requestLines() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(
                    Files.newInputStream(RECORDED.resolve("request_logs.jsonl.gz"))),
                StandardCharsets.UTF_8))) {
      return lines.lines().toList();
    }
  }

  private static Map<String, String> fields(String object) {
    Map<String, String> fields = new HashMap<>();
    Matcher field = FIELD.matcher(object);
    while (field.find()) {
      fields.put(field.group(1), field.group(2).replace("\"", ""));
    }
    return fields;
  }

  @Test
  void goodputIsWhatTheLinesOfTheRecordedHoursCountTo() throws Exception {
    String out = judged(RECORDED, "judged");
    Postgres database = Postgres.migrated();
    assertThat(Cli.run("compare", out, out, "--jdbc", database.url()).exitCode()).isZero();

    Map<String, Map<String, String>> contracts = new HashMap<>();
    Matcher objects =
        Pattern.compile("\\{[^}]*}")
            .matcher(Files.readString(RECORDED.resolve("tenant_contracts.json")));
    while (objects.find()) {
      Map<String, String> contract = fields(objects.group());
      contracts.put(contract.get("endpoint_id"), contract);
    }
    Map<String, Long> within = new TreeMap<>();
    Map<String, Long> answered = new TreeMap<>();
    for (String line : requestLines()) {
      Map<String, String> request = fields(line);
      Map<String, String> contract = contracts.get(request.get("endpoint_id"));
      boolean isWithin =
          Long.parseLong(request.get("ttft_ms")) <= Long.parseLong(contract.get("ttft_slo_ms"))
              && new BigDecimal(request.get("tpot_ms"))
                      .compareTo(new BigDecimal(contract.get("tpot_slo_ms")))
                  <= 0;
      answered.merge(request.get("tenant_id"), 1L, Long::sum);
      within.merge(request.get("tenant_id"), isWithin ? 1L : 0L, Long::sum);
    }
    List<List<String>> expected = new ArrayList<>();
    answered.forEach(
        (tenant, all) ->
            expected.add(
                List.of(
                    tenant,
                    String.valueOf(within.get(tenant)),
                    String.valueOf(all),
                    quotient(within.get(tenant), 3 * 3_600),
                    quotient(within.get(tenant), all))));
    assertThat(
            database.values(
                """
                SELECT tenant_id, within_slo, answered, goodput_per_second, goodput_share
                FROM slowhour.comparison_goodput WHERE side = 'after' ORDER BY tenant_id\
                """))
        .hasSize(6)
        .isEqualTo(expected);
  }

  private static String quotient(long part, long whole) {
    return new BigDecimal(part)
        .divide(new BigDecimal(whole), 4, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  /** The other length, by writing it into the log: one output token fewer in every line. */
  @Test
  void theMinutesThatChangeAreThoseOfALogWithOneTokenFewer() throws Exception {
    Postgres database = Postgres.migrated();
    assertThat(
            Cli.run("sensitivity", "--in", RECORDED.toString(), "--jdbc", database.url())
                .exitCode())
        .isZero();

    List<String> shorter = new ArrayList<>();
    for (String line : requestLines()) {
      Matcher tokens = OUTPUT_TOKENS.matcher(line);
      assertThat(tokens.find()).isTrue();
      long fewer = Long.parseLong(tokens.group(2)) - 1;
      assertThat(fewer).as("a line of one token cannot have one fewer").isPositive();
      shorter.add(tokens.replaceFirst("$1" + fewer));
    }
    Path input =
        InputFolder.in(folder, "shorter")
            .with("request_logs.jsonl.gz", shorter)
            .with(
                "tenant_contracts.json",
                Files.readString(RECORDED.resolve("tenant_contracts.json")))
            .path();
    Map<String, List<String>> before = peaks(judged(RECORDED, "before"));
    Map<String, List<String>> after = peaks(judged(input, "after"));
    assertThat(after.keySet()).isEqualTo(before.keySet());

    List<List<String>> expected = new ArrayList<>();
    before.forEach(
        (minute, peaks) -> {
          List<String> others = after.get(minute);
          if (!peaks.equals(others)) {
            expected.add(List.of(minute, peaks.get(0), others.get(0), peaks.get(1), others.get(1)));
          }
        });
    assertThat(
            database.values(
                """
                SELECT tenant_id || ' ' || endpoint_id || ' ' || to_char(minute AT TIME ZONE
                    'Asia/Seoul', 'YYYY-MM-DD"T"HH24:MI') AS minute,
                  peak_concurrency_before, peak_concurrency_after,
                  peak_concurrency_at_slo_before, peak_concurrency_at_slo_after
                FROM slowhour.comparison_minutes ORDER BY tenant_id, endpoint_id, minute\
                """))
        .isNotEmpty()
        .isEqualTo(expected);
  }

  private static Map<String, List<String>> peaks(String judged) throws IOException {
    Map<String, List<String>> peaks = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of(judged, "minutes.jsonl"))) {
      Map<String, String> minute = fields(line);
      peaks.put(
          minute.get("tenant_id")
              + " "
              + minute.get("endpoint_id")
              + " "
              + minute.get("minute").substring(0, "2026-11-30T19:00".length()),
          List.of(minute.get("peak_concurrency"), minute.get("peak_concurrency_at_slo")));
    }
    return peaks;
  }
}
