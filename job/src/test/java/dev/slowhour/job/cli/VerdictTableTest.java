package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictTableTest {

  private static final String ANSI = "picocli.ansi";

  @TempDir private Path folder;

  @BeforeEach
  void withoutColours() {
    System.setProperty(ANSI, "false");
  }

  @AfterEach
  void coloursAsTheTerminalHasThem() {
    System.clearProperty(ANSI);
  }

  private static String window(
      String tenant, String misses, String worstMinute, Verdict verdict, Verdict atSlo) {
    return """
    {"window_key":"e/2026-10-13T10","tenant_id":"%s","endpoint_id":"e","accel_pool":"p",\
    "window_start":"2026-10-13T10:00+09:00","verdict":"%s","also_found":["x",["y"]],\
    "request_count":1000,"slo_miss_count":%s,"slo_miss_pct":1.5,"peak_concurrency":9,\
    "max_concurrency":12,"verdict_at_slo":"%s","worst_minute":%s,"worst_minute_misses":7}\
    """
        .formatted(tenant, verdict.text(), misses, atSlo.text(), worstMinute);
  }

  private static String within(String tenant) {
    return window(tenant, "2", "null", Verdict.WITHIN_SLO, Verdict.WITHIN_SLO);
  }

  private Path file() {
    return folder.resolve("verdicts.json");
  }

  private String printed(List<String> windows) throws IOException {
    Files.writeString(file(), "[\n" + String.join(",\n", windows) + "\n]\n");
    StringWriter out = new StringWriter();
    VerdictTable.print(file(), new PrintWriter(out));
    return out.toString();
  }

  @Test
  void noWindowIsAHeaderAlone() throws IOException {
    assertThat(printed(List.of()))
        .isEqualTo("hour  tenant  endpoint  misses    peak  worst minute  verdict\n");
  }

  @Test
  void columnsAreAsWideAsTheyLookAndNumbersStandToTheRight() throws IOException {
    assertThat(
            printed(
                List.of(
                    within("고객사-하나"),
                    window(
                        "t",
                        "150",
                        "\"2026-10-13T10:17+09:00\"",
                        Verdict.LONG_INPUT,
                        Verdict.LONG_INPUT))))
        .isEqualTo(
            """
            hour                    tenant       endpoint    misses        peak  worst minute  verdict
            2026-10-13 10:00+09:00  고객사-하나  e           2/1000  1.5%  9/12                SLO 안
            2026-10-13 10:00+09:00  t            e         150/1000  1.5%  9/12  10:17 (7)     긴 입력 몰림
            """);
  }

  @Test
  void aSecondReadingThatDiffersIsMarkedAndExplainedOnce() throws IOException {
    String culpritOrVictim =
        window(
            "t",
            "150",
            "\"2026-10-13T10:17+09:00\"",
            Verdict.OVER_CONCURRENCY,
            Verdict.ISOLATION_FAILURE);

    assertThat(printed(List.of(culpritOrVictim, within("u"), culpritOrVictim)))
        .isEqualTo(
            """
            hour                    tenant  endpoint    misses        peak  worst minute  verdict
            2026-10-13 10:00+09:00  t       e         150/1000  1.5%  9/12  10:17 (7)     동시성 계약 초과 (* at SLO: 성능 격리 실패)
            2026-10-13 10:00+09:00  u       e           2/1000  1.5%  9/12                SLO 안
            2026-10-13 10:00+09:00  t       e         150/1000  1.5%  9/12  10:17 (7)     동시성 계약 초과 (* at SLO: 성능 격리 실패)

            * at SLO: the verdict, had every request been answered just within its SLO. Where it differs, requests piled up only because answers were slow.
            """);
  }

  @Test
  void twoHundredWindowsAreATable() throws IOException {
    assertThat(printed(Collections.nCopies(200, within("t")))).hasLineCount(201);
  }

  @Test
  void whatIsBeyondTwoHundredIsCounted() throws IOException {
    String printed = printed(Collections.nCopies(203, within("t")));

    assertThat(printed).hasLineCount(202).endsWith("… and 3 more in " + file() + "\n");
  }

  @Test
  void everyVerdictHasItsColourAndTheTableKeepsItsShape() throws IOException {
    System.setProperty(ANSI, "true");
    List<String> windows =
        List.of(Verdict.values()).stream()
            .map(verdict -> window("t", "2", "null", verdict, verdict))
            .toList();
    String coloured = printed(windows);
    System.setProperty(ANSI, "false");

    assertThat(coloured)
        .contains("\u001B[32mSLO 안\u001B[0m")
        .contains("\u001B[33m동시성 계약 초과\u001B[0m")
        .contains("\u001B[33m긴 입력 몰림\u001B[0m")
        .contains("\u001B[1m\u001B[31m성능 격리 실패\u001B[0m");
    assertThat(coloured.replaceAll("\u001B\\[[0-9;]*m", "")).isEqualTo(printed(windows));
  }
}
