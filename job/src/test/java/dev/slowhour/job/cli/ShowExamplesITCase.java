package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The windows of the examples, judged and opened. */
class ShowExamplesITCase {

  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

  @TempDir private static Path folder;

  @BeforeAll
  static void judge() {
    assertThat(run("demo", "--out", folder.resolve("seed-day").toString()))
        .contains("./slowhour show ep-c-chat-01/2026-10-13T10 --out " + folder.resolve("seed-day"));
    assertThat(
            run(
                "demo",
                "--example",
                "recorded-hour",
                "--out",
                folder.resolve("recorded-hour").toString()))
        .contains("./slowhour show ep-a-chat-01/2026-11-30T19 --out ");
  }

  private static String run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        Main.run(arguments, new PrintWriter(out, true), new PrintWriter(err, true), HOME);
    assertThat(exitCode).as(err.toString()).isZero();
    return out.toString();
  }

  private static String text(String example, String window) {
    return run("show", window, "--out", folder.resolve(example).toString());
  }

  private static String page(String example, String window) throws Exception {
    Path file = folder.resolve("page.html");
    run("show", window, "--out", folder.resolve(example).toString(), "--html", file.toString());
    return Files.readString(file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ep-c-chat-01/2026-10-13T10 | 성능 격리 실패 | 86건 (4.7%) | 10:17 (21건) | 2,196",
        "ep-f-batch-01/2026-10-13T10 | 동시성 계약 초과 | 412건 (31.2%) | 10:17 (41건) | 227",
        "ep-k-doc-01/2026-10-13T09 | 긴 입력 몰림 | 54건 (8.4%) | 09:22 (7건) | 33",
        "ep-d-search-01/2026-10-13T10 | SLO 안 | 4건 (1.0%) | 계약 8건 | 400",
        "ep-m-agent-01/2026-10-13T15 | 성능 격리 실패 | 23건 (2.6%) | 15:41 (9건) | 1,158",
      })
  void theSeedDaysWindowsShowTheirFigures(
      String window, String verdict, String misses, String figure, String evidence)
      throws Exception {
    assertThat(text("seed-day", window))
        .contains("판정        " + verdict + ": ", misses, figure, " = " + evidence);
    assertThat(page("seed-day", window))
        .contains(">" + verdict + "</h1>", ">" + misses + "<", ">" + evidence + "</span>")
        .contains(figure);
  }

  @Test
  void theMinuteWithoutMetricsIsAGap() throws Exception {
    assertThat(text("seed-day", "ep-m-agent-01/2026-10-13T15"))
        .contains("x 값 없음(0 이 아니라 지표가 없는 분): KV 캐시 사용률 1분, 대기 요청 1분");
    assertThat(page("seed-day", "ep-m-agent-01/2026-10-13T15"))
        .contains("15:41 · 요청 ", "KV 캐시 값 없음 · 대기 값 없음 · 다른 테넌트 58");
  }

  @Test
  void aVictimOfTheRecordedHourSaysThatItsReadingsDiffer() throws Exception {
    String why = "모두 SLO 안에 끝났다면 넘은 분에 든 SLO 초과는 181건이 아니라 0건으로 절반에 못 미칩니다.";
    assertThat(text("recorded-hour", "ep-a-chat-01/2026-11-30T19").replaceAll("\\s+", " "))
        .contains("SLO 가정 성능 격리 실패", why);
    assertThat(page("recorded-hour", "ep-a-chat-01/2026-11-30T19")).contains(why);
  }

  @Test
  void noPageOfTheSeedDayNamesAnotherTenant() throws Exception {
    String page = page("seed-day", "ep-c-chat-01/2026-10-13T10");
    assertThat(page)
        .contains("tnt-c03")
        .doesNotContain("tnt-a01", "tnt-b02", "tnt-d04", "tnt-f06", "ep-f-", "고객사");
  }
}
