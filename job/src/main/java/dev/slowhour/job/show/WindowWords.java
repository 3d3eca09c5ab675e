package dev.slowhour.job.show;

import static dev.slowhour.job.show.NumberWords.NO_VALUE;
import static dev.slowhour.job.show.NumberWords.number;
import static dev.slowhour.job.show.NumberWords.written;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.evidence.Notes;
import dev.slowhour.core.judge.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is said about a window, on a terminal and on a page alike. */
public final class WindowWords {

  /** The name of the second reading, in tables and pictures. */
  public static final String AT_SLO = "SLO 가정";

  /** What that name means. */
  public static final String AT_SLO_MEANS = AT_SLO + ": 요청이 모두 SLO 안에 끝났다고 볼 때의 값입니다.";

  /** The heading over what decides nothing. */
  public static final String BESIDE = "함께 볼 것";

  /** Instead of other tenants' requests, where they are not shown. */
  public static final String OTHERS_NOT_SHOWN =
      "다른 테넌트의 분별 요청 수는 성능 격리 실패 시간대에만 표시하며, 이 시간대에는 표시하지 않습니다.";

  private final WindowView view;
  private final WindowRow window;

  /** The words for that window. */
  public WindowWords(WindowView view) {
    this.view = view;
    window = view.window();
  }

  /** A name and what stands behind it. */
  public record Line(String name, String text) {}

  /** A row of the table of figures; a cell is empty where nothing belongs. */
  public record Figure(String name, String asSent, String atSlo, String limit) {}

  /** A row of the table of the pool. */
  public record PoolFigure(String name, String atWorst, String before, String ratio) {}

  /**
   * One item of the evidence.
   *
   * @param what the sentence that says what was counted, or {@code table.row.field}
   * @param source for a figure over rows: how and of what column it is one
   */
  public record Evidence(String what, String value, String source) {}

  /** Which window it is. */
  public List<Line> names() {
    return List.of(
        new Line("시간대", window.hour()),
        new Line("테넌트", window.endpoint().tenantId()),
        new Line("엔드포인트", window.endpoint().endpointId()),
        new Line("가속기 풀", window.accelPool()),
        new Line("window_key", window.windowKey()));
  }

  /** What else than the label there is to say of the verdict. */
  public String verdictInFull() {
    String text = window.verdict().text();
    return window.alsoFound().isEmpty()
        ? text
        : text
            + " (함께 성립: "
            + window.alsoFound().stream().map(Verdict::text).collect(Collectors.joining(", "))
            + ")";
  }

  /** Why the second reading gives another verdict; empty where it does not. */
  public Optional<String> whyReadingsDiffer() {
    if (!window.readingsDiffer()) {
      return Optional.empty();
    }
    WindowRow.Concurrency asSent = window.asSent();
    WindowRow.Concurrency atSlo = window.atSlo();
    String piledUp =
        atSlo.overMinutes() == 0
            ? "답이 느려 요청이 쌓이면서 계약 동시성을 넘었고"
            : "계약 동시성을 넘은 "
                + number(asSent.overMinutes())
                + "분 가운데 "
                + number(asSent.overMinutes() - atSlo.overMinutes())
                + "분은 답이 느려 요청이 쌓였기 때문이고";
    return Optional.of(
        piledUp
            + ", 모두 SLO 안에 끝났다면 넘은 분에 든 SLO 초과는 "
            + number(asSent.missesInOver())
            + "건이 아니라 "
            + number(atSlo.missesInOver())
            + "건으로 절반에 못 미칩니다.");
  }

  /** The figures that the verdict rests on. */
  public List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    figures.add(new Figure("요청", number(window.requestCount()) + "건", "", ""));
    figures.add(
        new Figure(
            "SLO 초과",
            number(window.sloMissCount())
                + "건 ("
                + NumberWords.rounded(window.sloMissPct(), 1)
                + "%)",
            "",
            sloLimit()));
    figures.add(
        new Figure(
            "동시 요청 최대",
            number(window.asSent().peak()) + "건",
            number(window.atSlo().peak()) + "건",
            "계약 " + number(window.maxConcurrency()) + "건"));
    figures.add(
        new Figure(
            "계약 동시성을 넘은 분",
            number(window.asSent().overMinutes()) + "분",
            number(window.atSlo().overMinutes()) + "분",
            ""));
    figures.add(
        new Figure(
            "그 분에 든 SLO 초과",
            number(window.asSent().missesInOver()) + "건",
            number(window.atSlo().missesInOver()) + "건",
            "SLO 초과의 절반 이상이면 " + Verdict.OVER_CONCURRENCY.label()));
    figures.add(
        new Figure(
            "긴 입력의 SLO 초과",
            number(window.missesWithLongInput()) + "건",
            "",
            contract("max_input_tokens").map(cap -> "입력 > " + cap + " 토큰, ").orElse("")
                + "절반 이상이면 "
                + Verdict.LONG_INPUT.label()));
    window
        .worstMinute()
        .ifPresent(
            worst ->
                figures.add(
                    new Figure(
                        "SLO 초과가 가장 몰린 분",
                        worst.clock() + " (" + number(worst.misses()) + "건)",
                        "",
                        "")));
    return figures;
  }

  private String sloLimit() {
    Optional<String> ttft = contract("ttft_slo_ms");
    Optional<String> tpot = contract("tpot_slo_ms");
    return ttft.isPresent() && tpot.isPresent()
        ? "TTFT > " + ttft.get() + "ms 또는 TPOT > " + tpot.get() + "ms, 1% 이하면 SLO 안"
        : "";
  }

  /** A figure of the contract, which the evidence quotes. */
  private Optional<String> contract(String field) {
    return window.evidence().stream()
        .filter(item -> item.table().equals("tenant_contracts") && item.field().equals(field))
        .findFirst()
        .flatMap(EvidenceRow::value)
        .map(NumberWords::written);
  }

  /** The pool at the worst minute and before it; empty unless it is an isolation failure. */
  public List<PoolFigure> poolFigures() {
    if (!window.isIsolationFailure()) {
      return List.of();
    }
    WindowRow.PoolFigures pool = window.pool();
    return List.of(
        new PoolFigure(
            "KV 캐시 사용률",
            pool.kvCacheUtilAtWorst().map(NumberWords::written).orElse(NO_VALUE),
            rounded(pool.kvCacheUtilPrevHourAvg(), 2, ""),
            ""),
        new PoolFigure(
            "대기 요청",
            pool.queuedAtWorst().map(queued -> written(queued) + "건").orElse(NO_VALUE),
            rounded(pool.queuedPrevHourAvg(), 1, "건"),
            ""),
        new PoolFigure(
            "다른 테넌트 요청",
            pool.otherTenantRequestsAtWorst().map(others -> written(others) + "건").orElse(NO_VALUE),
            rounded(pool.otherTenantRequestsPrevHourAvg(), 1, "건"),
            pool.otherTenantRequestsRatio()
                .map(ratio -> NumberWords.rounded(ratio, 1) + "배")
                .orElse("")));
  }

  private static String rounded(Optional<String> value, int places, String unit) {
    return value.map(text -> NumberWords.rounded(text, places) + unit).orElse(NO_VALUE);
  }

  /** The heading over {@link PoolFigure#atWorst()}. */
  public String atWorstHeading() {
    return window.worstMinute().map(worst -> worst.clock() + " 분").orElse("");
  }

  /** The minutes without a value of the pool's metrics; empty where all have theirs. */
  public Optional<String> gaps() {
    long kvCache = view.minutes().stream().filter(row -> row.kvCacheUtil().isEmpty()).count();
    long queued = view.minutes().stream().filter(row -> row.queuedRequests().isEmpty()).count();
    if (kvCache == 0 && queued == 0) {
      return Optional.empty();
    }
    List<String> what = new ArrayList<>();
    if (kvCache > 0) {
      what.add("KV 캐시 사용률 " + number(kvCache) + "분");
    }
    if (queued > 0) {
      what.add("대기 요청 " + number(queued) + "분");
    }
    return Optional.of("값 없음(0 이 아니라 지표가 없는 분): " + String.join(", ", what));
  }

  /** The evidence, in its order. */
  public List<Evidence> evidence() {
    return window.evidence().stream().map(WindowWords::evidence).toList();
  }

  private static Evidence evidence(EvidenceRow item) {
    String value = item.value().map(NumberWords::written).orElse("null (값 없음)");
    String column = item.table() + "." + item.field();
    return item.filter().isPresent()
        ? new Evidence(item.filter().get(), value, item.agg().orElse("") + " " + column)
        : new Evidence(item.table() + "." + item.row().orElse("") + "." + item.field(), value, "");
  }

  /** The notes, without what {@link #notSaid()} says. */
  public List<String> notes() {
    return window.notes().stream()
        .filter(note -> !note.equals(Notes.WHAT_THE_RULE_DOES_NOT_SAY))
        .toList();
  }

  /** Lines that do not count, by code. */
  public List<Line> leftOut() {
    return view.leftOut().entrySet().stream()
        .map(
            entry ->
                new Line(
                    entry.getKey().code(), number(entry.getValue()) + "줄, " + why(entry.getKey())))
        .toList();
  }

  /** What is shown beside the window and decides nothing of it. */
  public List<Line> beside() {
    return BesideWords.lines(view.beside());
  }

  private static String why(NoticeCode code) {
    return switch (code) {
      case MALFORMED_JSON -> "JSON 객체 하나로 읽을 수 없음";
      case MALFORMED_CSV -> "CSV 한 줄로 읽을 수 없음";
      case INVALID_FIELD -> "형식에 맞지 않는 값";
      case IMPLAUSIBLE_DURATION -> "요청 하나의 상한보다 긴 구간";
      case LATE -> "시간대가 확정된 뒤에 도착";
      case DUPLICATE_REQUEST_ID -> "request_id 가 같은 다른 줄을 셈";
      case STRAY_POOL -> "이 시간대에 쓴 풀과 다른 accel_pool";
      case NO_CONTRACT -> "유효한 계약 없음";
      case DUPLICATE_CONTRACT -> "뒤에 다시 나온 같은 계약을 따름";
      case TRUNCATED_INPUT -> "손상된 압축 파일";
    };
  }

  /** What the verdict does not say, where either reading is an isolation failure. */
  public Optional<String> notSaid() {
    return window.isIsolationFailure() || window.verdictAtSlo() == Verdict.ISOLATION_FAILURE
        ? Optional.of(Notes.WHAT_THE_RULE_DOES_NOT_SAY)
        : Optional.empty();
  }
}
