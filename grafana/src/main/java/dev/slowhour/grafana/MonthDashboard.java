package dev.slowhour.grafana;

import static dev.slowhour.grafana.Column.hidden;
import static dev.slowhour.grafana.Column.named;
import static dev.slowhour.grafana.Json.object;
import static dev.slowhour.grafana.Panel.Format.TABLE;

/** A month of one tenant, to be shown to it: nobody else is named. */
final class MonthDashboard {

  private MonthDashboard() {}

  static Dashboard build() {
    return new Dashboard(
            Links.MONTH,
            "월간 SLO 리포트",
            "고객사 한 곳의 한 달을 봅니다. 고객사에 그대로 보여 줄 수 있도록 다른 테넌트의 이름과 ID 는 어디에도 없습니다.",
            "now/M",
            "now/M",
            "")
        .variable(Variable.one("tenant", "고객사", "shared/tenants"))
        .panel(totals())
        .panel(endpoints())
        .panel(days())
        .panel(failures())
        .panel(sentences())
        .panel(evidence())
        .panel(
            Panels.text(
                "이 리포트가 말하지 않는 것",
                24,
                4,
                "- 성능 격리 실패는 고객사 쪽의 두 원인(동시성 계약 초과, 긴 입력 몰림)을 뺀 나머지입니다. 재배포나 노드 장애도 여기에"
                    + " 듭니다.\n"
                    + "- 같은 분에 다른 요청이 늘었다는 것은 그것이 원인이라는 증명이 아닙니다.\n"
                    + "- SLA 크레딧을 줄지는 이 숫자와 계약서를 보고 사람이 정합니다."));
  }

  private static Panel totals() {
    return Panels.stats("한 달 합계", 24, 4)
        .describe(
            "판정한 시간대 수, SLO 를 지킨 요청의 비율, 굿풋(판정한 시간의 1초에 SLO 안에 끝난 요청 수)입니다. 요청이 없던 시간은"
                + " 들어가지 않습니다. 비율은 요청 기준이라 시간대 판정과 따로 봅니다.")
        .unit("none")
        .sql(TABLE, "month/totals")
        .columns(
            named("SLO 를 지킨 요청").unit("percentunit").decimals(2).color(Look.BLUE),
            named("굿풋").unit("reqps").decimals(3),
            named("성능 격리 실패").color(Look.RED),
            named("두 번째 읽기만").color(Look.RED));
  }

  private static Panel endpoints() {
    return Panels.table("엔드포인트별", 24, 6)
        .describe(
            "엔드포인트마다 판정별 시간대 수, 요청 수, SLO 를 지킨 비율, 굿풋입니다. 굿풋은 그 엔드포인트가 판정된 시간의 1초에 SLO 안에"
                + " 끝난 요청 수입니다.")
        .unit("none")
        .sql(TABLE, "month/endpoints")
        .columns(
            named("endpoint_id").title("엔드포인트").width(180),
            named("model").title("모델").width(140),
            named("requests").title("요청").unit("none").width(100),
            named("misses").title("SLO 넘김").unit("none").width(100),
            named("within_share").title("SLO 지킴").unit("percentunit").decimals(2).width(100),
            named("goodput").title("굿풋").unit("reqps").decimals(3).width(110));
  }

  private static Panel days() {
    Panel panel =
        new Panel("barchart", "날짜별 시간대 수", 24, 8)
            .describe(
                "날짜마다 판정별 시간대 수를 쌓은 것입니다(단위: 시간대). 날짜는 판정에 쓴 보고 시간대의 날짜입니다. 막대가 낮은 날은 요청이"
                    + " 있던 시간이 적은 날입니다.")
            .unit("none")
            .color(Look.GREY)
            .custom("fillOpacity", 85)
            .custom("lineWidth", 1)
            .option("xField", "day")
            .option("orientation", "auto")
            .option("stacking", "normal")
            .option("showValue", "never")
            .option("groupWidth", 0.7)
            .option("barWidth", 0.9)
            .option("xTickLabelRotation", 0)
            .option("xTickLabelSpacing", 100)
            .option("tooltip", object("mode", "multi", "sort", "none"))
            .option("legend", Panels.legend())
            .sql(TABLE, "month/days");
    for (Look.Verdict verdict : Look.Verdict.values()) {
      panel.columns(named(verdict.label()).color(verdict.color()));
    }
    return panel;
  }

  private static Panel failures() {
    return Panels.table("성능 격리 실패 시간대", 24, 7)
        .defaults("noValue", "격리 실패 없음")
        .describe(
            "규칙으로, 또는 두 번째 읽기로만 격리 실패인 시간대와 그때 풀의 숫자입니다. 다른 테넌트는 요청 수로만 나옵니다. 풀의 숫자가 빈 칸은"
                + " 지표가 없던 분이거나 두 번째 읽기만인 시간대입니다.")
        .sql(TABLE, "month/isolation_failures")
        .columns(
            named("hour").title("시간대").minute().links(Links.windowOfRow()),
            named("endpoint_id").title("엔드포인트").width(140),
            named("reading").title("읽기").width(110),
            named("state").title("상태").width(70).worded(Look.states()),
            named("misses").title("SLO 넘김").unit("none").width(85),
            named("requests").title("요청").unit("none").width(75),
            named("miss_pct").title("넘긴 비율").unit("percent").decimals(1).width(90),
            named("worst_minute").title("최악의 분").minute(),
            named("worst_misses").title("그 분의 넘김").unit("none").width(100),
            named("kv_at_worst").title("KV 캐시").unit("percentunit").decimals(0).width(80),
            named("kv_before").title("앞 60분").unit("percentunit").decimals(0).width(80),
            named("queued_at_worst").title("대기 요청").unit("none").width(85),
            named("queued_before").title("앞 60분 대기").unit("none").decimals(1).width(105),
            named("others_at_worst").title("다른 테넌트 요청").unit("none").width(125),
            named("others_before").title("앞 60분 평균").unit("none").decimals(1).width(105),
            named("others_ratio").title("배수").unit("suffix:배").decimals(1).width(75))
        .columns(hidden("tenant_id", "window_ms", "from_ms", "to_ms"));
  }

  private static Panel sentences() {
    return Panels.table("격리 실패를 한 문장으로", 24, 6)
        .defaults("noValue", "격리 실패 없음")
        .describe(
            "위 시간대마다 판정을 한 문장으로 적은 것입니다. 문장 속 숫자는 아래 근거에서 다시 셀 수 있고, 함께 일어났다는 것이 원인이라는 뜻은"
                + " 아닙니다.")
        .sql(TABLE, "month/sentences")
        .columns(
            named("hour").title("시간대").minute(),
            named("endpoint_id").title("엔드포인트").width(140),
            named("summary").title("한 문장").with("custom.inspect", true));
  }

  private static Panel evidence() {
    return Panels.table("격리 실패의 근거", 24, 10)
        .defaults("noValue", "격리 실패 없음")
        .describe("위 시간대마다, 원본에서 다시 찾거나 셀 수 있는 숫자입니다. 단위는 칸 이름에 있습니다.")
        .sql(TABLE, "month/evidence")
        .columns(hidden("position"))
        .columns(
            named("hour").title("시간대").minute(),
            named("endpoint_id").title("엔드포인트").width(140),
            named("which").title("무엇을").with("custom.inspect", true),
            named("field").title("칸").width(160),
            named("kind").title("종류").width(70),
            named("value").title("값").width(220));
  }
}
