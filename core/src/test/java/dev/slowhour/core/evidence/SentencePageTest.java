package dev.slowhour.core.evidence;

import static dev.slowhour.core.evidence.Windows.atTen;
import static dev.slowhour.core.evidence.Windows.metrics;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Every form of every sentence on one page, {@code evidence/sentences.txt}, to be read as a whole
 * by someone whose language it is. A change of a sentence shows as a change of the page.
 */
class SentencePageTest {

  private static final ReportZone SEOUL = ReportZone.of("Asia/Seoul");

  @Test
  void thePageHoldsEverySentenceAsItIsWritten() throws IOException {
    assertThat(page()).isEqualTo(expected());
  }

  @Test
  void everyNoteAndSummaryEndsPolitely() {
    windows()
        .forEach(
            (title, judged) -> {
              assertThat(Summary.of(judged, SEOUL)).as(title).endsWith("니다.");
              assertThat(Notes.of(judged, SEOUL, Set.of("gpu-pool-1")))
                  .as(title)
                  .allMatch(note -> note.endsWith("니다."));
            });
  }

  /** So no sentence can name another tenant, whatever that is called. */
  @Test
  void whatTheIdsAreChangesNoSentence() {
    windows()
        .forEach(
            (title, judged) -> {
              JudgedWindow renamed = Windows.renamed(judged, "10", "SLO 를 넘긴 요청", "tnt-a01");
              assertThat(Summary.of(renamed, SEOUL)).as(title).isEqualTo(Summary.of(judged, SEOUL));
              assertThat(Notes.of(renamed, SEOUL, Set.of("tnt-a01")))
                  .as(title)
                  .isEqualTo(Notes.of(judged, SEOUL, Set.of("gpu-pool-1")));
            });
  }

  private static String page() {
    StringBuilder page = new StringBuilder();
    windows()
        .forEach(
            (title, judged) -> {
              page.append("## ").append(title).append('\n');
              page.append(Summary.of(judged, SEOUL)).append('\n');
              Notes.of(judged, SEOUL, Set.of())
                  .forEach(note -> page.append("- ").append(note).append('\n'));
              EvidenceList.of(judged, SEOUL).forEach(item -> page.append(line(item)).append('\n'));
              page.append('\n');
            });
    page.append("## 합성한 풀\n");
    JudgedWindow synthetic = atTen("tnt-a01", "ep-a").minute(0, 1, 0, 0).judged();
    Notes.of(synthetic, SEOUL, Set.of("gpu-pool-1"))
        .forEach(note -> page.append("- ").append(note).append('\n'));
    page.append("\n## 숫자와 이름 뒤의 조사\n");
    for (long limit :
        new long[] {
          1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 1_000, 10_000, 100_000_000, 1_000_000_000_000L
        }) {
      Filters filters = new Filters(atTen("t", "e").contract(limit, 1).judged().window(), SEOUL);
      page.append(filters.minutesOver()).append('\n');
    }
    for (String tenant :
        new String[] {
          "tnt-0", "tnt-1", "tnt-2", "tnt-3", "tnt-4", "tnt-5", "tnt-6", "tnt-7", "tnt-8", "tnt-9",
          "mail", "team", "plan", "user", "shop", "서울은행", "고객사"
        }) {
      JudgedWindow judged = atTen(tenant, "e").judged();
      page.append(
              new Filters(judged.window(), SEOUL).otherTenantsInMinute(judged.window().minute(17)))
          .append('\n');
    }
    return page.toString();
  }

  private static String line(EvidenceItem item) {
    String value =
        item.value()
            .instant()
            .map(SEOUL::instantText)
            .or(() -> item.value().number().map(NumberText::shortest))
            .orElse("null");
    return item.filter()
        .map(filter -> "  " + item.agg().orElseThrow() + " " + filter + " = " + value)
        .orElseGet(
            () ->
                "  "
                    + item.table()
                    + " "
                    + item.row().orElseThrow()
                    + " "
                    + item.field()
                    + " = "
                    + value);
  }

  private static Map<String, JudgedWindow> windows() {
    Map<String, JudgedWindow> windows = new LinkedHashMap<>();
    windows.put("모두 SLO 안", atTen("tnt-a01", "ep-a").minute(3, 1_210, 0, 0).judged());
    windows.put(
        "1% 미만", atTen("tnt-a01", "ep-a").contract(8, 4_000).minute(3, 1_210, 2, 0).judged());
    windows.put(
        "꼭 1%, 이웃의 성능 격리 실패, 빠진 줄",
        atTen("tnt-d04", "ep-d")
            .minute(16, 400, 4, 0)
            .otherIsolationFailures(1)
            .leftOut(NoticeCode.DUPLICATE_REQUEST_ID, 1)
            .leftOut(NoticeCode.INVALID_FIELD, 1_234)
            .judged());
    windows.put(
        "동시성 초과, 긴 입력도 성립, 계약과 같은 분, 상한과 같은 입력",
        atTen("tnt-f06", "ep-f")
            .minute(17, 1_320, 412, 227)
            .concurrency(4, 16, 16)
            .concurrency(5, 16, 16)
            .concurrency(17, 48, 20)
            .peakAt(1_035_500_000_000L)
            .atInputCap(12)
            .judged());
    windows.put(
        "동시성 초과이나 응답이 느려 쌓인 것",
        atTen("tnt-b02", "ep-b")
            .contract(4, 200)
            .minute(20, 1_420, 216, 0)
            .minute(21, 10, 36, 0)
            .concurrency(20, 10, 4)
            .concurrency(22, 4, 1)
            .look("0.9255", "18", 60, 22L, 312, 60, 230, 4_458, 31)
            .judged());
    windows.put(
        "동시성 초과, SLO 안이었어도 일부는 넘음, 두 번째 판정은 긴 입력",
        atTen("tnt-b02", "ep-b")
            .contract(10, 200)
            .minute(20, 100, 10, 8)
            .minute(21, 100, 4, 4)
            .concurrency(20, 11, 10)
            .concurrency(21, 12, 11)
            .look("0.5", "30", 60, 0L, 0, 60, 5, 300, 0)
            .judged());
    windows.put(
        "긴 입력",
        atTen("tnt-k11", "ep-k")
            .contract(24, 8_000)
            .minute(22, 640, 54, 33)
            .concurrency(22, 19, 19)
            .atInputCap(1)
            .judged());
    windows.put(
        "성능 격리 실패, 다른 테넌트 요청이 늘었음",
        atTen("tnt-c03", "ep-c")
            .contract(12, 4_000)
            .validFrom("2026-10-01T00:00:00Z")
            .minute(17, 1_840, 86, 2)
            .concurrency(17, 9, 9)
            .peakAt(1_032_345_000_000L)
            .look("0.96", "28.2", 60, 37L, 294, 60, 91, 2_196, 0)
            .judged());
    windows.put(
        "성능 격리 실패, 다른 테넌트 요청이 늘지 않았음",
        atTen("tnt-m13", "ep-m")
            .minute(41, 880, 23, 1)
            .look("0.5", "26.4", 60, 3L, 114, 60, 2, 121, 0)
            .judged());
    windows.put(
        "동시성 초과이나 두 번째 판정은 성능 격리 실패, 지표도 평균도 없음",
        atTen("tnt-m13", "ep-m")
            .minute(41, 880, 23, 1)
            .concurrency(41, 17, 11)
            .minute(42, 1, 2, 0)
            .look(null, "0", 0, null, 0, 0, 2, 120, 60)
            .judged());
    windows.put(
        "성능 격리 실패, 지표 하나가 비었고 앞뒤 분에는 있음",
        atTen("tnt-m13", "ep-m")
            .minute(41, 880, 23, 1)
            .look(
                "0.5",
                "0",
                0,
                null,
                114,
                60,
                58,
                1_158,
                1,
                metrics("0.88", 9L),
                metrics("0.9", null))
            .judged());
    windows.put(
        "성능 격리 실패, 다른 테넌트가 앞 60분에는 없었음",
        atTen("tnt-m13", "ep-m")
            .minute(0, 880, 23, 0)
            .look(null, "26.4", 60, 3L, 114, 60, 58, 0, 0)
            .judged());
    windows.put(
        "성능 격리 실패, 다른 테넌트가 아예 없었음, 자정",
        Windows.at("2026-10-12T15:00:00Z")
            .validFrom("2026-09-30T15:00:30.250Z")
            .minute(0, 880, 23, 0)
            .look("0", "26.4", 60, 3L, 114, 60, 0, 0, 0)
            .judged());
    windows.put(
        "밤 11시, 시작에 이미 진행 중이던 요청이 최대",
        Windows.at("2026-10-13T14:00:00Z")
            .contract(2, 8_000)
            .minute(59, 10, 9, 0)
            .concurrency(0, 3, 1)
            .concurrency(59, 3, 3)
            .judged());
    windows.put(
        "아직 열린 시간대, SLO 안",
        atTen("tnt-a01", "ep-a").minute(3, 120, 1, 0).at(WindowProgress.open(23)).judged());
    windows.put(
        "아직 열린 시간대, 동시성 초과",
        atTen("tnt-f06", "ep-f")
            .minute(17, 132, 41, 0)
            .concurrency(17, 48, 20)
            .peakAt(1_035_500_000_000L)
            .at(WindowProgress.open(23))
            .judged());
    windows.put(
        "아직 열린 시간대, 성능 격리 실패, 지표가 아직 없고 다음 분이 지나지 않음",
        atTen("tnt-m13", "ep-m")
            .minute(41, 880, 23, 1)
            .look(
                "0.9",
                "26.4",
                60,
                null,
                114,
                60,
                58,
                1_158,
                0,
                metrics("0.88", 9L),
                metrics(null, null))
            .at(WindowProgress.open(42))
            .judged());
    windows.put(
        "끝났으나 확정 전, 긴 입력",
        atTen("tnt-k11", "ep-k")
            .contract(24, 8_000)
            .minute(22, 640, 54, 33)
            .at(WindowProgress.PROVISIONAL)
            .judged());
    return windows;
  }

  private static String expected() throws IOException {
    try (InputStream page = SentencePageTest.class.getResourceAsStream("/evidence/sentences.txt")) {
      return new String(page.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Prints the page: what goes into the file once it has been read. */
  public static void main(String[] arguments) {
    System.out.print(page());
  }
}
