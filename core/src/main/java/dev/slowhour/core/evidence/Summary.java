package dev.slowhour.core.evidence;

import static dev.slowhour.core.evidence.Words.decimal;
import static dev.slowhour.core.evidence.Words.number;
import static dev.slowhour.core.evidence.Words.numberAsObject;
import static dev.slowhour.core.evidence.Words.percent;

import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.PoolLook;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.time.ReportZone;
import java.util.Optional;

/** One sentence that says what the figures of a window say, and claims nothing else. */
public final class Summary {

  private Summary() {}

  /** The sentence, in polite form. */
  public static String of(JudgedWindow judged, ReportZone zone) {
    EndpointWindow window = judged.window();
    Optional<String> soFar = soFar(judged, zone);
    if (window.verdict() == Verdict.WITHIN_SLO) {
      return soFar.orElse("한 시간") + withinSlo(window);
    }
    String sentence =
        switch (window.verdict()) {
          case OVER_CONCURRENCY -> overConcurrency(window);
          case LONG_INPUT -> longInput(window);
          case ISOLATION_FAILURE -> isolationFailure(window, judged.poolLook().orElseThrow(), zone);
          case WITHIN_SLO -> throw new IllegalStateException("said above");
        };
    return soFar.map(until -> until + " " + sentence).orElse(sentence);
  }

  /** Until when the figures of an hour that goes on are taken. */
  private static Optional<String> soFar(JudgedWindow judged, ReportZone zone) {
    EndpointWindow window = judged.window();
    return judged.progress().isOpen()
        ? Optional.of(
            new ClockText(zone, window.windowStart())
                    .minute(window.minute(judged.progress().passedMinutes()))
                + " 까지")
        : Optional.empty();
  }

  private static String withinSlo(EndpointWindow window) {
    long requests = window.requestCount();
    long misses = window.sloMissCount();
    if (misses == 0) {
      return " 요청 " + number(requests) + "건이 모두 SLO 안에서 처리되었습니다.";
    }
    if (misses * 100 == requests) {
      return " 요청 "
          + number(requests)
          + "건 가운데 SLO 를 넘긴 요청이 "
          + number(misses)
          + "건으로 꼭 1% 라서 1% 를 넘지 않습니다.";
    }
    return " 요청 " + number(requests) + "건 가운데 SLO 를 넘긴 요청은 " + number(misses) + "건으로 1% 를 넘지 않습니다.";
  }

  private static String overConcurrency(EndpointWindow window) {
    String over =
        "동시 요청 수가 계약 "
            + numberAsObject(window.contract().maxConcurrency())
            + " 넘은 "
            + number(window.overConcurrencyMinutes())
            + "분 동안(최대 "
            + number(window.concurrency().peak())
            + ") SLO 를 넘긴 요청 "
            + number(window.sloMissCount())
            + "건 중 "
            + number(window.missesInOverConcurrency())
            + "건("
            + percent(window.missesInOverConcurrency(), window.sloMissCount())
            + ")이 들어왔";
    String labelAtSlo = window.verdictAtSlo().label();
    return window.verdictAtSlo() == Verdict.OVER_CONCURRENCY
        ? over + "습니다."
        : over
            + "지만, 요청이 모두 SLO 안에 끝났다면 이 시간대의 판정은 '"
            + labelAtSlo
            + "'"
            + Particle.SUBJECT.after(labelAtSlo)
            + " 됩니다.";
  }

  private static String longInput(EndpointWindow window) {
    return "계약 상한 "
        + number(window.contract().maxInputTokens())
        + " 토큰을 넘는 입력이 SLO 를 넘긴 요청 "
        + number(window.sloMissCount())
        + "건 중 "
        + number(window.longInputMissCount())
        + "건("
        + percent(window.longInputMissCount(), window.sloMissCount())
        + ")을 차지합니다.";
  }

  private static String isolationFailure(EndpointWindow window, PoolLook look, ReportZone zone) {
    String worst =
        new ClockText(zone, window.windowStart())
            .minute(window.minute(window.worstMinuteIndex().orElseThrow()));
    String misses =
        "SLO 를 넘긴 요청 "
            + number(window.sloMissCount())
            + "건("
            + percent(window.sloMissCount(), window.requestCount())
            + ") 가운데 계약 동시성을 넘은 분에 든 것과 계약보다 긴 입력은 각각 절반에 못 미치고, ";
    return misses + otherTenants(look, worst);
  }

  /**
   * What the other tenants' requests did in the worst minute; a rise is only said where one was.
   */
  private static String otherTenants(PoolLook look, String worst) {
    String atWorst =
        "가장 몰린 "
            + worst
            + " 분에 같은 풀의 다른 테넌트 요청은 "
            + number(look.otherTenantRequestsAtWorst())
            + "건";
    if (look.otherTenantRequestsSum() == 0) {
      return look.otherTenantRequestsAtWorst() == 0
          ? "가장 몰린 " + worst + " 분과 그 앞 60분 동안 같은 풀에 다른 테넌트 요청은 없었습니다."
          : atWorst + "이고, 그 앞 60분에는 없었습니다.";
    }
    String average = decimal(look.otherTenantRequestsPrevHourAvg(), 1);
    return look.didOtherTenantRequestsRise()
        ? atWorst
            + "으로 그 앞 60분 분당 평균 "
            + average
            + "건의 "
            + decimal(look.otherTenantRequestsRatio().orElseThrow(), 1)
            + "배였습니다."
        : atWorst + "으로 그 앞 60분 분당 평균 " + average + "건보다 늘지 않았습니다.";
  }
}
