package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.evidence.Notes;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.job.show.HandMadeFolder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help.Ansi;

class WindowTextTest {

  private static final String TEN = "2026-10-13T10:00+09:00";

  @TempDir private Path folder;

  private List<String> lines(HandMadeFolder.Window window, int width) throws Exception {
    return WindowText.lines(HandMadeFolder.view(window, folder), width, Ansi.OFF);
  }

  /** A victim that was over its contract only because answers were slow. */
  private static HandMadeFolder.Window victim() {
    HandMadeFolder.Window window = new HandMadeFolder.Window("tnt-a", "ep-chat", TEN);
    window.verdict = Verdict.OVER_CONCURRENCY;
    window.verdictAtSlo = Verdict.ISOLATION_FAILURE;
    window.misses[16] = 2;
    window.misses[17] = 8;
    window.misses[18] = 4;
    window.worst = 17;
    window.concurrency[0] = 0;
    window.concurrency[1] = 1;
    window.concurrency[15] = 4;
    window.concurrency[16] = 5;
    window.concurrency[17] = 8;
    window.concurrency[18] = 6;
    window.concurrencyAtSlo[0] = 0;
    window.concurrencyAtSlo[17] = 3;
    window.kvCacheUtil[17] = "1";
    window.kvCacheUtil[18] = "0.96";
    window.kvCacheUtil[40] = null;
    window.queued[17] = 1200L;
    window.queued[18] = 600L;
    window.queued[19] = 1L;
    window.queued[40] = null;
    window.queued[41] = null;
    window.evidence =
        "[{\"table\":\"request_logs\",\"row\":null,\"field\":\"request_id\",\"value\":600,"
            + "\"agg\":\"count\",\"filter\":\"tnt-a·ep-chat · 10:00~11:00 도착\"},"
            + "{\"table\":\"tenant_contracts\",\"row\":\"tnt-a/ep-chat\","
            + "\"field\":\"ttft_slo_ms\",\"value\":1500},"
            + "{\"table\":\"tenant_contracts\",\"row\":\"tnt-a/ep-chat\","
            + "\"field\":\"tpot_slo_ms\",\"value\":60},"
            + "{\"table\":\"pool_metrics\",\"row\":\"gpu-1/2026-10-13T10:40+09:00\","
            + "\"field\":\"kv_cache_util\",\"value\":null}]";
    window.notes =
        List.of(
            "가나다라마바사 아자차카타파하 가나다라마바사 아자차카타파하 가나다라마바사 아자차카타파하입니다.",
            Notes.WHAT_THE_RULE_DOES_NOT_SAY,
            "둘째 참고입니다.");
    return window;
  }

  @Test
  void aWindowWithinSloHasRoomForTheLabelOfVeryManyMisses() throws Exception {
    HandMadeFolder.Window window =
        new HandMadeFolder.Window("tnt-a", "ep-chat", "2026-10-13T10:00+09:00");
    window.requests[17] = 100_000_000;
    window.misses[17] = 1_000_000;

    assertThat(lines(window, 80)).anyMatch(line -> line.startsWith("1,000,000 ┤"));
  }

  @Test
  void aWindowIsShownLineByLine() throws Exception {
    assertThat(lines(victim(), 80))
        .containsExactly(
            """
            시간대      2026-10-13 10:00~11:00 (+09:00)
            테넌트      tnt-a
            엔드포인트  ep-chat
            가속기 풀   gpu-1
            window_key  ep-chat/2026-10-13T10
            판정        동시성 계약 초과: 계약 동시성을 넘겨 보냄
            SLO 가정    성능 격리 실패
                        답이 느려 요청이 쌓이면서 계약 동시성을 넘었고, 모두 SLO 안에
                        끝났다면 넘은 분에 든 SLO 초과는 14건이 아니라 0건으로 절반에 못
                        미칩니다.

            요약입니다.

            수치
                                              실제  SLO 가정  기준
              요청                           600건
              SLO 초과                 14건 (2.3%)            TTFT > 1,500ms 또는 TPOT > 60ms, 1% 이하면 SLO 안
              동시 요청 최대                   8건       3건  계약 4건
              계약 동시성을 넘은 분            3분       0분
              그 분에 든 SLO 초과             14건       0건  SLO 초과의 절반 이상이면 동시성 계약 초과
              긴 입력의 SLO 초과               0건            절반 이상이면 긴 입력 몰림
              SLO 초과가 가장 몰린 분  10:17 (8건)

            분별
                    10:00     10:10     10:20     10:30     10:40     10:50
                                     ▼ 가장 몰린 분 10:17, 8건
            SLO 를 넘긴 요청 (건)
                 8 ┤                 █
                   │                 █
                   │                 ██
                 0 ┤________________███_________________________________________
            동시 요청 수 (분 최댓값), 최대 8, 계약 4
                   │                 █
                   │                 █
                   │                 ██
                   │                ███
                 4 ┤╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌███╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
                   │               ████
                   │               ████
                   │  ██████████████████████████████████████████████████████████
                 0 ┤_███████████████████████████████████████████████████████████
                   │                !!!
            동시 요청 수, SLO 가정, 최대 3, 계약 4
                 4 ┤╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
                   │
                   │                 █
                   │ ███████████████████████████████████████████████████████████
                 0 ┤_███████████████████████████████████████████████████████████
            풀의 KV 캐시 사용률
                 1 ┤                 █▇
                 0 ┤▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄██▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄x▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
            풀의 대기 요청 (건)
             1,200 ┤                 █
                 0 ┤_________________██▁____________________xx__________________
                   └┬─────────┬─────────┬─────────┬─────────┬─────────┬─────────
                    10:00     10:10     10:20     10:30     10:40     10:50
              _ 0 · ╌ 계약 동시 요청 수 · ! 계약을 넘은 분(막대가 선을 지나 올라감)
              x 값 없음(0 이 아니라 지표가 없는 분): KV 캐시 사용률 1분, 대기 요청 2분
              SLO 가정: 요청이 모두 SLO 안에 끝났다고 볼 때의 값입니다.
              다른 테넌트의 분별 요청 수는 성능 격리 실패 시간대에만 표시하며, 이 시간대에는
              표시하지 않습니다.

            근거
             1. tnt-a·ep-chat · 10:00~11:00 도착 = 600  [count request_logs.request_id]
             2. tenant_contracts.tnt-a/ep-chat.ttft_slo_ms = 1,500
             3. tenant_contracts.tnt-a/ep-chat.tpot_slo_ms = 60
             4. pool_metrics.gpu-1/2026-10-13T10:40+09:00.kv_cache_util = null (값 없음)

            참고
            - 가나다라마바사 아자차카타파하 가나다라마바사 아자차카타파하 가나다라마바사
              아자차카타파하입니다.
            - 둘째 참고입니다.

            세지 않은 줄
              없음

            판정이 말하지 않는 것
            성능 격리 실패는 고객 쪽 두 사유를 제외하고 남은 판정이며, 같은 분의 재배포나
            노드 장애와는 구분하지 못합니다.
            """
                .split("\n"));
  }

  @Test
  void aWindowWithinItsSloHasNoWorstMinuteAndNothingUnsaid() throws Exception {
    List<String> lines = lines(new HandMadeFolder.Window("tnt-a", "ep-chat", TEN), 100);

    assertThat(lines)
        .contains("판정        SLO 안: SLO 안에서 처리됨")
        .contains("     0 ┤" + "_".repeat(60))
        .noneMatch(line -> line.contains("▼") || line.contains("!"))
        .noneMatch(line -> line.contains("판정이 말하지 않는 것"))
        .noneMatch(line -> line.startsWith("SLO 가정 "));
  }

  @Test
  void anIsolationFailureShowsThePoolAndOtherTenantsRequests() throws Exception {
    HandMadeFolder.Window window = victim();
    window.verdict = Verdict.ISOLATION_FAILURE;
    window.others[17] = 12345;

    assertThat(lines(window, 100))
        .contains(
            "  gpu-1             10:17 분  그 앞 60분 평균  배",
            "  KV 캐시 사용률           1             0.30",
            "  대기 요청          1,200건          값 없음",
            "  다른 테넌트 요청  12,345건        1,234.5건  3.0배",
            "같은 풀 다른 테넌트의 요청 (건)",
            "12,345 ┤                 █")
        .noneMatch(line -> line.contains("다른 테넌트의 분별 요청 수는 성능 격리 실패 시간대에만"));
  }

  @Test
  void aPoolWithoutMetricsIsAllGaps() throws Exception {
    HandMadeFolder.Window window = new HandMadeFolder.Window("tnt-a", "ep-chat", TEN);
    Arrays.fill(window.kvCacheUtil, null);
    Arrays.fill(window.queued, null);

    assertThat(lines(window, 100))
        .containsSubsequence(
            "풀의 KV 캐시 사용률",
            "     1 ┤",
            "     0 ┤" + "x".repeat(60),
            "풀의 대기 요청 (건)",
            "     0 ┤" + "x".repeat(60),
            "  x 값 없음(0 이 아니라 지표가 없는 분): KV 캐시 사용률 60분, 대기 요청 60분");
  }

  @Test
  void whatIsFarOverTheContractIsCutOffWithASignThatSaysSo() throws Exception {
    HandMadeFolder.Window window = new HandMadeFolder.Window("tnt-a", "ep-chat", TEN);
    window.maxConcurrency = 1;
    Arrays.fill(window.concurrency, 1);
    window.concurrency[3] = 500;
    window.concurrency[4] = 3;

    assertThat(lines(window, 100))
        .containsSubsequence(
            "동시 요청 수 (분 최댓값), 최대 500, 계약 1",
            "       │   ▲",
            "       │   █",
            "       │   ██",
            "       │   ██",
            "     1 ┤╌╌╌██" + "╌".repeat(55),
            "     0 ┤" + "█".repeat(60),
            "       │   !!",
            "  _ 0 · ╌ 계약 동시 요청 수 · ! 계약을 넘은 분(막대가 선을 지나 올라감) · ▲ 그림보다 큼");
  }

  @Test
  void aContractFarAboveLeavesLowBars() throws Exception {
    HandMadeFolder.Window window = new HandMadeFolder.Window("tnt-a", "ep-chat", TEN);
    window.maxConcurrency = 1_000_000;

    assertThat(lines(window, 100))
        .contains("1,000,000 ┤" + "╌".repeat(60), "        0 ┤" + "▁".repeat(60));
  }

  @Test
  void theWorstMinuteIsMarkedAtBothEndsOfTheHour() throws Exception {
    HandMadeFolder.Window window = victim();
    for (int minute : List.of(0, 30, 59)) {
      window.misses[minute] = 9;
      window.worst = minute;
      String mark =
          lines(window, 100).stream().filter(line -> line.contains("▼")).findFirst().orElseThrow();
      String beforeMark = mark.substring(0, mark.indexOf('▼'));
      assertThat(DisplayWidth.of(beforeMark)).as("column of %s", minute).isEqualTo(8 + minute);
      assertThat(DisplayWidth.of(mark)).isLessThanOrEqualTo(8 + 60);
    }
  }

  @Test
  void noLineButTheTableOfFiguresIsWiderThanAsked() throws Exception {
    HandMadeFolder.Window window = victim();
    window.summary = "가나다라".repeat(60) + " " + "x".repeat(300) + "입니다.";
    for (int width : List.of(72, 80, 133)) {
      assertThat(lines(window, width))
          .filteredOn(line -> !line.startsWith("  ") || line.contains("│") || line.contains("┤"))
          .allSatisfy(line -> assertThat(DisplayWidth.of(line)).isLessThanOrEqualTo(width));
    }
  }

  @Test
  void coloursSayWhatSignsSay() throws Exception {
    List<String> coloured = WindowText.lines(HandMadeFolder.view(victim(), folder), 80, Ansi.ON);

    assertThat(coloured).anyMatch(line -> line.endsWith("\u001B[1m\u001B[31m!!!\u001B[0m"));
    assertThat(coloured.stream().map(line -> line.replaceAll("\u001B\\[[0-9;]*m", "")).toList())
        .isEqualTo(lines(victim(), 80));
  }

  @Test
  void noIdOrSentenceCommandsTheTerminal() throws Exception {
    HandMadeFolder.Window window =
        new HandMadeFolder.Window("t\u001B[2J\u0007", "@|red ep|@\u009B31m", TEN);
    window.summary = "요약\u001B]0;x\u0007\r\n입니다.";

    assertThat(lines(window, 100))
        .contains("테넌트      t\uFFFD[2J\uFFFD", "엔드포인트  @|red ep|@\uFFFD31m")
        .contains("요약\uFFFD]0;x\uFFFD\uFFFD\uFFFD입니다.")
        .allSatisfy(line -> assertThat(line).doesNotMatch("(?s).*\\p{Cc}.*"));
  }
}
