package dev.slowhour.core.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RandomDaysTest {

  private static final int DAYS = 500;
  private static final int LEAST = DAYS / 20;

  private static final List<String> CASES =
      List.of(
          "KV average at a rounding half",
          "TPOT of thirty decimals",
          "also found",
          "arrival just before a minute",
          "arrival just before an hour",
          "arrival on a minute",
          "arrival on an hour",
          "carry alone passes the contract",
          "carry decides the peak",
          "carry over two hours decides the peak",
          "contract version changes",
          "doubles of one TPOT written twice",
          "doubles of two TPOTs",
          "doubles of two TTFTs",
          "doubles of two inputs",
          "doubles of two outputs",
          "doubles of two pools",
          "exactly half in over minutes",
          "exactly half with long input",
          "exactly one percent",
          "isolation beside others at worst",
          "isolation with KV at worst",
          "isolation with KV average",
          "isolation with queue average",
          "isolation with ratio",
          "isolation without KV at worst",
          "isolation without KV before",
          "isolation without ratio",
          "length exactly B",
          "length of a part of a nanosecond",
          "minute beside others",
          "minute equal to the contract",
          "minute with one of two metrics",
          "more than one file",
          "notice duplicate_contract of tenant_contracts",
          "notice duplicate_request_id of request_logs",
          "notice implausible_duration of request_logs",
          "notice invalid_field of pool_metrics",
          "notice invalid_field of request_logs",
          "notice invalid_field of tenant_contracts",
          "notice malformed_json of pool_metrics",
          "notice malformed_json of request_logs",
          "notice malformed_json of tenant_contracts",
          "notice no_contract of request_logs",
          "notice stray_pool of request_logs",
          "notice without an hour",
          "one below half in over minutes",
          "one endpoint id under two tenants",
          "one id in two hours",
          "one window key of two hours",
          "others' average at a rounding half",
          "others' ratio at a rounding half",
          "peak equal to the contract",
          "peaks differ",
          "percentage at a rounding half",
          "queue average at a rounding half",
          "readings differ",
          "settings with from or to",
          "start at an end",
          "tenants sorted otherwise by unit",
          "verdict SLO 안에서 처리됨",
          "verdict at SLO SLO 안에서 처리됨",
          "verdict at SLO 계약 동시성을 넘겨 보냄",
          "verdict at SLO 계약 안인데 밀림 · 성능 격리 실패",
          "verdict at SLO 계약보다 긴 입력이 몰림",
          "verdict 계약 동시성을 넘겨 보냄",
          "verdict 계약 안인데 밀림 · 성능 격리 실패",
          "verdict 계약보다 긴 입력이 몰림",
          "vote tied",
          "vote tied and decided by the id",
          "worst minute tied");

  @Test
  void everyCaseThatIsEasilyGotWrongIsInOneOfTwentyDays() {
    Map<String, Integer> days = new TreeMap<>();
    for (long seed = 0; seed < DAYS; seed++) {
      DayCensus.cases(RandomDays.of(seed)).forEach(name -> days.merge(name, 1, Integer::sum));
    }

    assertThat(days).containsKeys(CASES.toArray(String[]::new));
    assertThat(days)
        .allSatisfy((name, count) -> assertThat(count).as(name).isGreaterThanOrEqualTo(LEAST));
  }

  @Test
  void oneSeedGivesOneDay() {
    Day day = RandomDays.of(17);
    Day again = RandomDays.of(17);

    assertThat(texts(again)).isEqualTo(texts(day));
    assertThat(again.toString()).isEqualTo("RandomDays.of(17L)");
    assertThat(texts(RandomDays.of(18))).isNotEqualTo(texts(day));
  }

  @Test
  void aWrittenDayHasTheSameLines(@TempDir Path folder) throws IOException {
    for (long seed = 0; seed < 20; seed++) {
      Day day = RandomDays.of(seed);
      Path written = folder.resolve("day-" + seed);
      DayFiles.write(day, written);

      for (DayFile file : day.requestFiles()) {
        List<String> expected = file.lines().stream().map(Line::text).toList();
        assertThat(text(written.resolve(file.name())).lines()).containsExactlyElementsOf(expected);
      }
      assertThat((List<?>) PlainJson.read(text(written.resolve("tenant_contracts.json"))))
          .hasSize(day.contracts().lines().size());
    }
  }

  private static String text(Path file) throws IOException {
    try (InputStream stream = Files.newInputStream(file)) {
      InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(stream) : stream;
      return new String(plain.readAllBytes(), UTF_8);
    }
  }

  private static List<String> texts(Day day) {
    return Stream.concat(day.requestFiles().stream(), Stream.of(day.poolMetrics(), day.contracts()))
        .flatMap(file -> file.lines().stream())
        .map(Line::text)
        .toList();
  }
}
