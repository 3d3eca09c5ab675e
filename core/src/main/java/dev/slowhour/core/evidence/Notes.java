package dev.slowhour.core.evidence;

import static dev.slowhour.core.evidence.NumberText.shortest;
import static dev.slowhour.core.evidence.Words.decimal;
import static dev.slowhour.core.evidence.Words.number;
import static dev.slowhour.core.evidence.Words.numberAsObject;
import static dev.slowhour.core.evidence.Words.percent;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.PoolLook;
import dev.slowhour.core.judge.PoolLook.MinuteMetrics;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.time.ReportZone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Facts about a window that did not decide its verdict but that whoever opens it wants to know. A
 * note is written only where there is something to say.
 *
 * <p>No note and no summary quotes an id or a name: an id of this window's may be the name of
 * another tenant, and whoever reads the sentence has the window's own ids beside it.
 */
public final class Notes {

  /** The note of an isolation failure by either reading: what a verdict by elimination leaves. */
  public static final String WHAT_THE_RULE_DOES_NOT_SAY =
      "성능 격리 실패는 고객 쪽 두 사유를 제외하고 남은 판정이며, 같은 분의 재배포나 노드 장애와는 구분하지 못합니다.";

  private final JudgedWindow judged;
  private final EndpointWindow window;
  private final ClockText clock;
  private final List<String> notes = new ArrayList<>();

  private Notes(JudgedWindow judged, ReportZone zone) {
    this.judged = judged;
    window = judged.window();
    clock = new ClockText(zone, window.windowStart());
  }

  /**
   * The notes, each one or two sentences in polite form.
   *
   * @param syntheticPools pools whose logs and metrics are made up, as {@code pools} says
   */
  public static List<String> of(JudgedWindow judged, ReportZone zone, Set<String> syntheticPools) {
    Notes notes = new Notes(judged, zone);
    notes.addExactlyOnePercent();
    if (judged.window().verdict() != Verdict.WITHIN_SLO) {
      notes.addCustomerSideShares();
    }
    notes.addReadingsDiffer();
    notes.addMinutesAtContract();
    notes.addInputsAtCap();
    judged.poolLook().ifPresent(notes::addPool);
    notes.addOtherIsolationFailures();
    notes.addLeftOut();
    if (judged.progress().isUnsettled()) {
      notes.addUnsettled();
    }
    notes.addWhatTheRuleDoesNotSay();
    if (syntheticPools.contains(judged.window().accelPool())) {
      notes.addSynthetic();
    }
    return List.copyOf(notes.notes);
  }

  private void addExactlyOnePercent() {
    long misses = window.sloMissCount();
    if (misses > 0 && misses * 100 == window.requestCount()) {
      notes.add(
          "SLO 를 넘긴 요청이 "
              + number(window.requestCount())
              + "건 중 "
              + number(misses)
              + "건이라 "
              + number(misses)
              + " × 100 = "
              + number(misses * 100)
              + " "
              + Particle.SUBJECT.after(misses * 100)
              + " 요청 수를 넘지 않습니다.");
    }
  }

  private void addCustomerSideShares() {
    long misses = window.sloMissCount();
    long inOver = window.missesInOverConcurrency();
    long maxConcurrency = window.contract().maxConcurrency();
    notes.add(
        window.overConcurrencyMinutes() == 0
            ? "동시 요청 수는 최대 "
                + number(window.concurrency().peak())
                + "건으로 계약 "
                + numberAsObject(maxConcurrency)
                + " 넘은 분이 없습니다."
            : "SLO 를 넘긴 "
                + number(misses)
                + "건 중 "
                + countAndShare(inOver, misses)
                + "이 동시 요청 수가 계약 "
                + numberAsObject(maxConcurrency)
                + " 넘은 "
                + number(window.overConcurrencyMinutes())
                + "분 안에 들어왔습니다.");
    long longInput = window.longInputMissCount();
    String capped = number(window.contract().maxInputTokens());
    notes.add(
        longInput == 0
            ? "SLO 를 넘긴 요청 가운데 입력이 계약 상한 " + capped + " 토큰을 넘은 것은 없습니다."
            : "SLO 를 넘긴 "
                + number(misses)
                + "건 중 "
                + countAndShare(longInput, misses)
                + "은 입력이 계약 상한 "
                + capped
                + " 토큰을 넘었습니다."
                + (window.alsoLongInput() ? " 긴 입력 사유도 함께 성립합니다." : ""));
  }

  private static String countAndShare(long part, long whole) {
    return number(part) + "건(" + percent(part, whole) + ")";
  }

  private void addReadingsDiffer() {
    if (window.readingsDiffer()) {
      notes.add(
          "요청이 모두 SLO 안에 끝났다면 동시 요청 수는 최대 "
              + number(window.concurrencyAtSlo().peak())
              + "건(실제 "
              + number(window.concurrency().peak())
              + "건), 계약을 넘은 분에 든 SLO 초과는 "
              + number(window.missesInOverConcurrencyAtSlo())
              + "건(실제 "
              + number(window.missesInOverConcurrency())
              + "건)이고 판정은 '"
              + window.verdictAtSlo().label()
              + "'입니다. "
              + onlyPiledUp());
    }
  }

  /** Minutes over the contract that at SLO would not be: nothing but slow answers made them. */
  private String onlyPiledUp() {
    int atSlo = window.overConcurrencyMinutesAtSlo();
    return atSlo == 0
        ? "계약 동시성을 넘은 것은 답이 느려 요청이 쌓였기 때문입니다."
        : "계약 동시성을 넘은 "
            + number(window.overConcurrencyMinutes())
            + "분 가운데 "
            + number(window.overConcurrencyMinutes() - atSlo)
            + "분은 답이 느려 요청이 쌓였기 때문입니다.";
  }

  private void addMinutesAtContract() {
    int minutes = window.minutesAtContract();
    if (minutes > 0) {
      long contract = window.contract().maxConcurrency();
      String first = clock.minute(window.minute(window.firstMinuteAtContract().orElseThrow()));
      notes.add(
          (minutes == 1 ? first + " 분의" : first + " 분을 비롯한 " + number(minutes) + "개 분의")
              + " 동시 요청 수 최댓값은 계약과 같은 "
              + number(contract)
              + "건이라 넘은 분에 세지 않았습니다.");
    }
  }

  private void addInputsAtCap() {
    if (window.missesAtInputCap() > 0) {
      notes.add(
          "SLO 를 넘긴 요청 가운데 "
              + number(window.missesAtInputCap())
              + "건은 입력이 계약 상한과 같은 "
              + number(window.contract().maxInputTokens())
              + " 토큰이라 긴 입력에 세지 않았습니다.");
    }
  }

  private void addPool(PoolLook look) {
    Instant worst = window.minute(window.worstMinuteIndex().orElseThrow());
    String minute = clock.minute(worst) + " 분";
    look.kvCacheUtilAtWorst()
        .ifPresent(
            util ->
                notes.add(
                    minute
                        + "의 KV 캐시 사용률은 "
                        + shortest(util)
                        + average(look.kvCacheUtilPrevHourAvg().map(avg -> decimal(avg, 2)), "")));
    look.queuedAtWorst()
        .ifPresent(
            queued ->
                notes.add(
                    minute
                        + "의 대기 요청은 "
                        + number(queued)
                        + "건"
                        + average(look.queuedPrevHourAvg().map(avg -> decimal(avg, 1)), "건")));
    addMissingMetrics(look, worst, minute);
    addOtherTenants(look, minute);
    if (look.minutesBeforeInput() > 0) {
      notes.add(
          "그 앞 60분 가운데 "
              + number(look.minutesBeforeInput())
              + "분은 입력의 첫 요청보다 앞선 시각이라, 다른 테넌트 요청의 평균이 실제보다 작을 수 있습니다.");
    }
  }

  private static String average(Optional<String> average, String unit) {
    return average
        .map(value -> ", 그 앞 60분 평균은 " + value + unit + "입니다.")
        .orElse("이고, 그 앞 60분에는 값이 없습니다.");
  }

  private void addMissingMetrics(PoolLook look, Instant worst, String minute) {
    List<String> missing = new ArrayList<>();
    if (look.kvCacheUtilAtWorst().isEmpty()) {
      missing.add("KV 캐시 사용률");
    }
    if (look.queuedAtWorst().isEmpty()) {
      missing.add("대기 요청 수");
    }
    if (!missing.isEmpty()) {
      String what = String.join("과 ", missing);
      notes.add(
          minute
              + "의 풀 지표에 "
              + what
              + Particle.SUBJECT.after(what)
              + (judged.progress().isUnsettled() ? " 아직 없습니다. " : " 없어 비워 둡니다. ")
              + neighbours(look, worst));
    }
  }

  private String neighbours(PoolLook look, Instant worst) {
    MinuteMetrics before = look.minuteBefore();
    MinuteMetrics after = look.minuteAfter();
    if (!hasPassed(worst.plusSeconds(60))) {
      return "앞 분은 " + neighbour(worst.minusSeconds(60), before) + "이고, 다음 분은 아직 지나지 않았습니다.";
    }
    return before.isEmpty() && after.isEmpty()
        ? "앞뒤 분에도 값이 없습니다."
        : "앞뒤 분은 "
            + neighbour(worst.minusSeconds(60), before)
            + ", "
            + neighbour(worst.plusSeconds(60), after)
            + "입니다.";
  }

  private boolean hasPassed(Instant minute) {
    return !judged.progress().isOpen()
        || minute.isBefore(window.minute(judged.progress().passedMinutes()));
  }

  private String neighbour(Instant minute, MinuteMetrics metrics) {
    return clock.minute(minute)
        + " 에 "
        + metrics.kvCacheUtil().map(NumberText::shortest).orElse("값 없음")
        + "·"
        + metrics.queuedRequests().map(queued -> number(queued) + "건").orElse("값 없음");
  }

  private void addOtherTenants(PoolLook look, String minute) {
    String others = minute + "의 같은 풀 다른 테넌트 요청은 " + number(look.otherTenantRequestsAtWorst()) + "건";
    notes.add(
        look.otherTenantRequestsRatio()
            .map(
                ratio ->
                    others
                        + "으로, 그 앞 60분 분당 평균 "
                        + decimal(look.otherTenantRequestsPrevHourAvg(), 1)
                        + "건의 "
                        + decimal(ratio, 1)
                        + "배입니다.")
            .orElse(others + "이고, 그 앞 60분에는 없었습니다."));
  }

  private void addOtherIsolationFailures() {
    if (judged.otherIsolationFailures() > 0) {
      notes.add(
          "같은 시간대 같은 풀에서 다른 테넌트의 시간대 "
              + number(judged.otherIsolationFailures())
              + "개가 성능 격리 실패로 판정되었습니다.");
    }
  }

  private void addLeftOut() {
    Map<NoticeCode, Integer> leftOut = new TreeMap<>(window.leftOut());
    if (!leftOut.isEmpty()) {
      long lines = leftOut.values().stream().mapToLong(Integer::longValue).sum();
      notes.add(
          "이 시간대의 줄 "
              + number(lines)
              + "개("
              + leftOut.entrySet().stream()
                  .map(code -> code.getKey().code() + " " + number(code.getValue()) + "개")
                  .collect(Collectors.joining(", "))
              + ")는 세지 않았습니다.");
    }
  }

  private void addWhatTheRuleDoesNotSay() {
    if (window.verdict() == Verdict.ISOLATION_FAILURE
        || window.verdictAtSlo() == Verdict.ISOLATION_FAILURE) {
      notes.add(WHAT_THE_RULE_DOES_NOT_SAY);
    }
  }

  /** Requests that are not answered yet are not in the log. */
  private void addUnsettled() {
    notes.add(
        (judged.progress().isOpen()
                ? "시간대가 아직 끝나지 않았고 처리 중인 요청은 로그에 없어, "
                : "시간대는 끝났지만 아직 처리 중인 요청은 로그에 없어, ")
            + "이 요청들이 끝나면 동시 요청 수가 늘고 성능 격리 실패가 고객 쪽 사유의 판정으로 바뀔 수 있습니다.");
  }

  private void addSynthetic() {
    notes.add("이 풀의 요청 로그와 지표는 실제 장비가 아니라 합성한 값입니다.");
  }
}
