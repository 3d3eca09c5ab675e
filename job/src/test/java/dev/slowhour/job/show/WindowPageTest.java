package dev.slowhour.job.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.read.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WindowPageTest {

  private static final String TEN = "2026-10-13T10:00+09:00";

  @TempDir private Path folder;

  private String page(HandMadeFolder.Window window) throws Exception {
    return WindowPage.html(HandMadeFolder.view(window, folder), "slowhour 1");
  }

  private static HandMadeFolder.Window isolationFailure() {
    HandMadeFolder.Window window = new HandMadeFolder.Window("tnt-a", "ep-chat", TEN);
    window.verdict = Verdict.ISOLATION_FAILURE;
    window.verdictAtSlo = Verdict.ISOLATION_FAILURE;
    window.misses[17] = 21;
    window.worst = 17;
    window.others[17] = 1777;
    return window;
  }

  @Test
  void hostileIdsAndSentencesAreText() throws Exception {
    String hostile = "<script>alert('1')</script>\"&amp; {{label}} ${x} <!--";
    HandMadeFolder.Window window = new HandMadeFolder.Window("t\"><img onerror=x>", hostile, TEN);
    window.pool = "p'\"<b>&";
    window.notes = List.of("<i onclick='x'>참고</i>입니다.");
    window.summary = "</p></main><style>요약</style>입니다.";
    window.evidence =
        "[{\"table\":\"<t>\",\"row\":\"<r>&\",\"field\":\"<f>\",\"value\":\"<v>\"},"
            + "{\"table\":\"x\",\"row\":null,\"field\":\"y\",\"value\":1,\"agg\":\"<a>\","
            + "\"filter\":\"<svg>\"}]";

    String page = page(window);

    assertThat(page)
        .doesNotContain("<script", "<img", "<b>", "<i ", "</style>요약", "<t>", "<r>", "<f>", "<v>")
        .doesNotContain("<a>", "onerror=x")
        .contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;amp; {{label}} ${x}");
    assertThat(page.split("<!--", -1)).hasSize(1);
    assertThat(page.split("</style>", -1)).hasSize(2);
  }

  @Test
  void nothingIsLoadedFromElsewhereAndNothingRuns() throws Exception {
    assertThat(page(isolationFailure()))
        .startsWith("<!DOCTYPE html>\n<html lang=\"ko\">")
        .doesNotContain("http:", "https:", "//", "src=", "href", "url(h", "@import", "xmlns")
        .doesNotContainIgnoringCase("<script", "javascript:", "<link", "<iframe", "onload")
        .contains("default-src 'none'");
  }

  @Test
  void aMinuteWithoutAValueIsAGapAndNotZero() throws Exception {
    HandMadeFolder.Window window = isolationFailure();
    window.kvCacheUtil[41] = null;
    window.queued[41] = null;
    window.queued[42] = null;

    String page = page(window);

    assertThat(page.split("<rect class=\"gap\"", -1)).as("one in the legend").hasSize(1 + 3 + 1);
    assertThat(page.split(">×</text>", -1)).hasSize(1 + 3 + 1);
    assertThat(page)
        .contains("값 없음(0 이 아니라 지표가 없는 분): KV 캐시 사용률 1분, 대기 요청 2분")
        .contains("10:41 · 요청 10 · SLO 초과 0 · 동시 요청 2 · SLO 가정 2 · KV 캐시 값 없음 · 대기 값 없음")
        .contains(
            "<th scope=\"row\">10:41</th><td class=\"n\">10</td><td class=\"n\">0</td><td"
                + " class=\"n\">0</td><td class=\"n\">2</td><td class=\"n\">2</td><td"
                + " class=\"n\">값 없음</td><td class=\"n\">값 없음</td>");
  }

  @Test
  void withoutGapsNoneIsExplained() throws Exception {
    assertThat(page(isolationFailure())).doesNotContain("값 없음(0", "class=\"gap\"");
  }

  @Test
  void otherTenantsRequestsStandOnThePageOfAnIsolationFailureAlone() throws Exception {
    HandMadeFolder.Window window = isolationFailure();
    assertThat(page(window))
        .contains("다른 테넌트 1,777", ">1,777건<", ">1,234.5건<", ">3.0배<")
        .doesNotContain(WindowWords.OTHERS_NOT_SHOWN);

    window.verdict = Verdict.LONG_INPUT;
    window.verdictAtSlo = Verdict.LONG_INPUT;
    assertThat(page(window)).doesNotContain("1,777", "1777").contains(WindowWords.OTHERS_NOT_SHOWN);
  }

  @Test
  void minutesOverTheContractCarryAMarkBesidesTheirColour() throws Exception {
    HandMadeFolder.Window window = new HandMadeFolder.Window("tnt-a", "ep-chat", TEN);
    window.concurrency[5] = 4;
    window.concurrency[6] = 5;

    String page = page(window);

    assertThat(page.split("class=\"overmark\"", -1)).as("one in the legend").hasSize(1 + 1 + 1);
    assertThat(page)
        .contains("계약을 넘은 분 (▼ 표시)", "<td class=\"n\">계약 초과 5</td>", "<td class=\"n\">4</td>")
        .contains("<line class=\"contract\"");
  }

  @Test
  void aSecondReadingThatDiffersIsSaidWithItsReason() throws Exception {
    HandMadeFolder.Window window = isolationFailure();
    window.verdict = Verdict.OVER_CONCURRENCY;
    window.concurrency[17] = 9;
    window.concurrency[18] = 9;

    assertThat(page(window))
        .contains("SLO 가정: <span class=\"platform\">성능 격리 실패</span>")
        .contains("답이 느려 요청이 쌓이면서 계약 동시성을 넘었고, 모두 SLO 안에 끝났다면 넘은 분에 든 SLO 초과는 21건이 아니라 0건으로")
        .contains("판정이 말하지 않는 것");

    window.concurrencyAtSlo[18] = 9;
    assertThat(page(window)).contains("계약 동시성을 넘은 2분 가운데 1분은 답이 느려 요청이 쌓였기 때문이고, 모두 SLO 안에");
  }

  @Test
  void linesLeftOutStandByCode() throws Exception {
    new HandMadeFolder()
        .with("tnt-a", "ep-chat", TEN)
        .withNotice("duplicate_request_id", "tnt-a", "ep-chat", TEN)
        .writeTo(folder);
    JudgedFolder judged = JudgedFolder.at(folder);
    WindowView view = judged.view(judged.find(WindowName.parse("ep-chat/2026-10-13T10")).window());

    assertThat(WindowPage.html(view, ""))
        .contains("<li>duplicate_request_id 1줄, request_id 가 같은 다른 줄을 셈</li>")
        .doesNotContain("<p class=\"none\">없음</p>");
    assertThat(page(new HandMadeFolder.Window("tnt-a", "ep-chat", TEN)))
        .contains("<p class=\"none\">없음</p>");
  }

  @Test
  void thePageIsWrittenWholeAndReplacesAnEarlierOne() throws Exception {
    WindowView view = HandMadeFolder.view(isolationFailure(), folder);
    Path pages = Files.createDirectory(folder.resolve("pages"));
    Path file = pages.resolve("page.html");
    Files.writeString(file, "earlier");

    WindowPage.write(view, "slowhour 1", file);

    assertThat(file).hasContent(WindowPage.html(view, "slowhour 1"));
    try (Stream<Path> left = Files.list(pages)) {
      assertThat(left).containsExactly(file);
    }
  }

  @Test
  void aLinkToAFileStaysALink() throws Exception {
    WindowView view = HandMadeFolder.view(isolationFailure(), folder);
    Path file = Files.writeString(folder.resolve("page.html"), "earlier");
    Path link = Files.createSymbolicLink(folder.resolve("link.html"), file);

    WindowPage.write(view, "slowhour 1", link);

    assertThat(link).isSymbolicLink();
    assertThat(file).content().startsWith("<!DOCTYPE html>");
  }

  @Test
  void aPlaceThatWillNotDoIsSaidInOneLine() throws Exception {
    WindowView view = HandMadeFolder.view(isolationFailure(), folder);
    Path nowhere = folder.resolve("nowhere");

    assertThatThrownBy(() -> WindowPage.write(view, "", nowhere.resolve("page.html")))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "html: "
                + nowhere.resolve("page.html")
                + ": no folder "
                + nowhere
                + " (expected: one that is there)");
    assertThatThrownBy(() -> WindowPage.write(view, "", folder))
        .isInstanceOf(InputException.class)
        .hasMessage("html: " + folder + " is no file (expected: a file's name)");
  }
}
