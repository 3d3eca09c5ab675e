package dev.slowhour.grafana;

import static dev.slowhour.grafana.Column.hidden;
import static dev.slowhour.grafana.Column.named;
import static dev.slowhour.grafana.Json.object;
import static dev.slowhour.grafana.Panel.Format.TABLE;
import static dev.slowhour.grafana.Panel.Format.TIME_SERIES;

import java.util.List;

/** One window: the sentence, its minutes beside those of the pool, and the evidence. */
final class WindowDashboard {

  private static final List<Integer> DASHES = List.of(10, 10);

  private WindowDashboard() {}

  static Dashboard build() {
    return new Dashboard(
            Links.WINDOW,
            "시간대 상세",
            "시간대 하나의 판정을 근거까지 봅니다. 위에서 고객사·엔드포인트·시간대를 고르거나, 하루 판정에서 눌러 옵니다.",
            "now-24h",
            "now",
            "")
        .variable(Variable.one("tenant", "고객사", "shared/tenants"))
        .variable(Variable.one("endpoint", "엔드포인트", "window/endpoints"))
        .variable(Variable.one("window", "시간대", "window/windows"))
        .annotation("판정한 시간대", Look.GREY, "window/hour_annotation")
        .annotation("플랫폼 사건", Look.PURPLE, "window/events_annotation")
        .panel(summary())
        .panel(figures())
        .panel(minutes())
        .panel(kv())
        .panel(queue())
        .panel(others())
        .panel(gaps())
        .panel(failures())
        .panel(exemplar())
        .panel(notes())
        .panel(evidence())
        .panel(leftOut());
  }

  private static Panel summary() {
    return Panels.sentence("한 문장", 24, 4)
        .describe(
            "판정을 한 문장으로 적은 것입니다. 문장 속 숫자는 아래 근거에서 다시 셀 수 있습니다. 같은 때에 일어났다는 것은 원인이라는 뜻이"
                + " 아니며, 성능 격리 실패에는 재배포나 노드 장애도 섞여 들 수 있습니다.")
        .unit("string")
        .sql(TABLE, "window/summary");
  }

  private static Panel figures() {
    return Panels.table("판정과 숫자", 24, 4)
        .describe(
            "판정에 쓴 숫자입니다. ‘SLO 안이었다면’은 모든 요청이 SLO 안에 끝났다고 쳤을 때의 동시 요청 수로, 느린 답이 쌓여 계약을 넘은"
                + " 것인지 가립니다. 두 판정이 다르면 느린 답 때문에만 계약을 넘은 것입니다.")
        .sql(TABLE, "window/figures")
        .columns(
            named("verdict").title("판정").width(140).mapped(Look.verdicts()),
            named("second_reading").title("두 번째 읽기").width(140).mapped(Look.verdicts()),
            named("state").title("상태").width(70).worded(Look.states()),
            named("requests").title("요청").unit("none").width(70),
            named("misses").title("SLO 넘김").unit("none").width(85),
            named("miss_pct").title("넘긴 비율").unit("percent").decimals(1).width(85),
            named("peak").title("최대 동시").unit("none").width(85),
            named("peak_at_slo").title("SLO 안이었다면").unit("none").width(120),
            named("contract").title("계약 동시").unit("none").width(85),
            named("over_minutes").title("넘은 분").unit("none").width(75),
            named("misses_in_over").title("그 분의 넘김").unit("none").width(100),
            named("misses_in_over_at_slo").title("그 넘김(SLO 안이었다면)").unit("none").width(170),
            named("misses_long").title("긴 입력의 넘김").unit("none").width(110),
            named("worst_minute").title("최악의 분").minute(),
            named("worst_misses").title("그 분의 SLO 넘김").unit("none").width(120),
            named("also_found").title("함께 찾은 것").width(160),
            named("pool").title("풀").width(110));
  }

  private static Panel minutes() {
    return Panels.lines("분마다: SLO 를 넘긴 요청과 동시 요청 수", 24, 9)
        .describe(
            "막대는 그 분에 도착해 SLO 를 넘긴 요청 수(오른쪽 축), 선은 그 분의 가장 많은 동시 요청 수(왼쪽 축), 점선은 계약"
                + " 동시성입니다. 단위는 요청 수입니다. 회색 띠가 판정한 시간대이고 그 앞 한 시간을 함께 보입니다. 요청이 없던"
                + " 시간은 비어 있습니다.")
        .unit("none")
        .defaults("min", 0)
        .custom("axisLabel", "동시 요청")
        .with("interval", "1m")
        .with("maxDataPoints", 1500)
        .sql(TIME_SERIES, "window/minutes")
        .columns(
            named("SLO 를 넘긴 요청")
                .color(Look.RED)
                .with("custom.drawStyle", "bars")
                .with("custom.barAlignment", 1)
                .with("custom.fillOpacity", 60)
                .with("custom.lineWidth", 1)
                .with("custom.axisPlacement", "right")
                .with("custom.axisLabel", "SLO 를 넘긴 요청"),
            named("동시 요청").color(Look.BLUE).with("custom.lineInterpolation", "stepAfter"),
            named("모두 SLO 안에 끝났다면")
                .color(Look.SKY)
                .with("custom.lineWidth", 1)
                .with("custom.lineInterpolation", "stepAfter"),
            named("계약 동시성")
                .color(Look.ORANGE)
                .with("custom.lineStyle", object("fill", "dash", "dash", DASHES))
                .with("custom.lineInterpolation", "stepAfter"));
  }

  private static Panel kv() {
    return pool("분마다: 풀의 KV 캐시 사용률", "KV 캐시 사용률", "window/kv")
        .describe(
            "풀 전체의 KV 캐시 사용률입니다(0~100 %). 점선은 앞 60분의 평균으로, 격리 실패면 최악의 분 앞 60분, 아니면 시간대 앞"
                + " 60분입니다. 끊긴 곳은 지표가 없던 분이며 앞뒤 값으로 메우지 않습니다. 높다는 것만으로 원인이라고 할 수 없습니다.")
        .unit("percentunit")
        .defaults("max", 1);
  }

  private static Panel queue() {
    return pool("분마다: 풀에서 기다리는 요청", "대기 요청", "window/queue")
        .describe(
            "풀의 엔진 안에서 차례를 기다리는 요청 수입니다(모든 고객사의 합). 점선은 앞 60분의 평균입니다. 끊긴 곳은 지표가 없던" + " 분입니다.")
        .unit("none");
  }

  private static Panel pool(String title, String series, String sql) {
    return Panels.lines(title, 12, 7)
        .defaults("min", 0)
        .with("interval", "1m")
        .with("maxDataPoints", 1500)
        .sql(TIME_SERIES, sql)
        .columns(
            named(series).color(Look.BLUE),
            named("앞 60분 평균")
                .color(Look.GREY)
                .with("custom.lineStyle", object("fill", "dash", "dash", DASHES)));
  }

  private static Panel others() {
    return Panels.stats("같은 풀의 다른 테넌트 요청", 10, 4)
        .describe(
            "최악의 분에 같은 풀에 도착한 다른 테넌트의 요청 수, 앞 60분의 분당 평균, 그 배수입니다. 격리 실패 시간대에만 있고 그 밖에는"
                + " 보이지 않습니다. 수만 보이며 누구인지는 보이지 않습니다. 함께 늘었다는 것이 원인을 증명하지는 않습니다.")
        .unit("none")
        .defaults("noValue", "없음")
        .option("text", object("valueSize", 32))
        .sql(TABLE, "window/others")
        .columns(
            named("최악의 분").unit("short").decimals(0),
            named("앞 60분의 분당 평균").unit("short").decimals(1),
            named("배수").unit("suffix:배").decimals(1));
  }

  private static Panel gaps() {
    return Panels.sentence("지표가 빈 분", 7, 4)
        .describe(
            "이 시간대에서 KV 캐시 사용률이나 대기 요청 수가 비어 있는 분입니다. 수집기가 답을 받지 못한 분이라 조용했다는 뜻이 아닙니다. 빈"
                + " 지표는 판정을 바꾸지 않습니다.")
        .unit("string")
        .sql(TABLE, "window/gaps");
  }

  private static Panel failures() {
    return Panels.stats("답을 받지 못한 요청", 7, 4)
        .describe("거절·시간 초과·취소·오류로 끝난 요청 수입니다. 따로 넘겨받은 기록이 있을 때만 나오고, 판정에는 들어가지 않습니다.")
        .unit("none")
        .defaults("noValue", "기록 없음")
        .option("text", object("valueSize", 24))
        .sql(TABLE, "window/failures");
  }

  private static Panel exemplar() {
    return Panels.table("대표 요청", 12, 7)
        .defaults("noValue", "SLO 를 넘긴 요청 없음")
        .describe(
            "판정을 정한 요청들 가운데, 최악의 분에서 SLO 를 가장 크게 넘긴 하나입니다. 로그에서 이 번호로 찾을 수 있습니다. 다른 요청도"
                + " 모두 이랬다는 뜻은 아닙니다.")
        .sql(TABLE, "window/exemplar")
        .columns(
            named("request_id").title("요청").width(170),
            named("arrived_at").title("도착").width(215),
            named("ttft_ms").title("TTFT").unit("ms").width(85),
            named("ttft_slo_ms").title("TTFT SLO").unit("ms").width(85),
            named("tpot_ms").title("TPOT").unit("ms").width(80),
            named("tpot_slo_ms").title("TPOT SLO").unit("ms").width(85),
            named("input_tokens").title("입력 토큰").unit("none").width(90),
            named("max_input_tokens").title("계약 입력").unit("none").width(90));
  }

  private static Panel notes() {
    return Panels.table("함께 알아 둘 것", 12, 7)
        .describe("판정을 정하지는 않았지만 지원 담당자가 알아 두면 좋은 사실입니다.")
        .sql(TABLE, "window/notes")
        .columns(named("note").title("내용").with("custom.inspect", true));
  }

  private static Panel evidence() {
    return Panels.table("근거", 24, 11)
        .describe(
            "누구나 원본에서 다시 찾거나 셀 수 있는 숫자입니다. 개수·평균은 ‘무엇을’의 조건으로 센 값이고, 값은 그 줄의 칸 하나입니다. 단위는"
                + " 칸 이름에 있습니다(…_ms 는 밀리초).")
        .sql(TABLE, "window/evidence")
        .columns(hidden("position"))
        .columns(
            named("source_table").title("표").width(150),
            named("which").title("무엇을").with("custom.inspect", true),
            named("field").title("칸").width(160),
            named("kind").title("종류").width(70),
            named("value").title("값").width(220));
  }

  private static Panel leftOut() {
    return Panels.table("이 시간대에서 빠진 줄", 24, 6)
        .defaults("noValue", "빠진 줄 없음")
        .describe("이 엔드포인트의 이 시간대에서 세지 않은 줄의 이유와 줄 번호입니다.")
        .sql(TABLE, "window/left_out")
        .columns(
            named("code").title("이유").width(220).worded(Look.noticeCodes()),
            named("lines").title("줄 수").unit("none").width(80),
            named("line_numbers").title("줄 번호").with("custom.inspect", true));
  }
}
