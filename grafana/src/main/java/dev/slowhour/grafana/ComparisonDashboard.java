package dev.slowhour.grafana;

import static dev.slowhour.grafana.Column.hidden;
import static dev.slowhour.grafana.Column.named;
import static dev.slowhour.grafana.Panel.Format.TABLE;

/** Verdicts against planted causes, and the same hours under two configurations. */
final class ComparisonDashboard {

  private ComparisonDashboard() {}

  static Dashboard build() {
    return new Dashboard(
            Links.COMPARISON,
            "설정 비교",
            "원인을 심은 부하로 판정을 채점한 것과, 같은 시간대를 두 설정으로 돌려 견준 것입니다. 운영 쪽에서만 봅니다.",
            "now-30d",
            "now",
            "")
        .variable(Variable.one("score", "채점", "comparison/scores"))
        .variable(Variable.one("comparison", "비교", "comparison/comparisons"))
        .heading("심은 원인과 판정")
        .panel(score())
        .panel(matrix())
        .panel(wrong())
        .heading("설정 앞뒤")
        .panel(about())
        .panel(changes())
        .panel(goodput())
        .panel(windows());
  }

  private static Panel score() {
    return Panels.stats("맞힌 시간대", 8, 7)
        .option("orientation", "horizontal")
        .describe("원인을 심은 시간대 가운데 판정이 심은 원인과 같은 수입니다(단위: 시간대). 심은 부하에서의 점수라서 실제 운영의 정확도는 아닙니다.")
        .unit("none")
        .sql(TABLE, "comparison/score")
        .columns(named("규칙이 맞힘").color(Look.BLUE), named("두 번째 읽기가 맞힘").color(Look.SKY));
  }

  private static Panel matrix() {
    return Panels.table("심은 원인(줄) × 나온 판정(칸)", 16, 7)
        .describe("심은 원인마다 규칙이 어떤 판정을 냈는지 센 수입니다(단위: 시간대). 대각선이 맞힌 것입니다.")
        .unit("none")
        .sql(TABLE, "comparison/matrix")
        .columns(named("planted").title("심은 원인").width(160).mapped(Look.verdicts()));
  }

  private static Panel wrong() {
    return Panels.table("심은 원인과 다른 판정", 24, 7)
        .defaults("noValue", "모두 맞음")
        .describe(
            "규칙의 판정이 심은 원인과 다른 시간대입니다. ‘갈린 기준’은 어느 조건에서 갈렸는지, ‘여유’는 그 조건의 정수 차이이고, 그 크기가"
                + " ‘오차’ 안이면 우연으로도 갈릴 수 있는 차이입니다.")
        .sql(TABLE, "comparison/wrong")
        .columns(
            named("hour").title("시간대").minute().links(Links.windowOfRow()),
            named("endpoint_id").title("엔드포인트").width(160),
            named("cause").title("심은 것").width(240),
            named("planted").title("심은 원인").width(150).mapped(Look.verdicts()),
            named("verdict").title("판정").width(150).mapped(Look.verdicts()),
            named("second_reading").title("두 번째 읽기").width(150).mapped(Look.verdicts()),
            named("missed_by").title("갈린 기준").width(140),
            named("margin").title("여유").unit("none").width(80),
            named("noise").title("오차").unit("none").width(80))
        .columns(hidden("tenant_id", "window_ms", "from_ms", "to_ms"));
  }

  private static Panel about() {
    return Panels.table("견준 것", 24, 4)
        .describe(
            "두 설정의 이름과 함께 견준 시간입니다. 한쪽에만 있는 시간은 빼고 견줍니다. 두 번 돌린 부하가 똑같지 않으면 차이가 설정 때문만은"
                + " 아닐 수 있습니다.")
        .unit("none")
        .sql(TABLE, "comparison/about");
  }

  private static Panel changes() {
    return Panels.table("판정이 바뀐 시간대 수", 10, 9)
        .defaults("noValue", "바뀐 시간대 없음")
        .describe("판정이 무엇에서 무엇으로 바뀌었는지 센 수입니다(단위: 시간대). ‘오차 안’은 우연으로도 바뀔 수 있는 것입니다.")
        .unit("none")
        .sql(TABLE, "comparison/changes")
        .columns(
            named("before").title("설정 전").mapped(Look.verdicts()),
            named("after").title("설정 후").mapped(Look.verdicts()),
            named("windows").title("시간대"),
            named("marginal").title("오차 안"));
  }

  private static Panel goodput() {
    return Panels.table("고객사별 굿풋", 14, 9)
        .describe(
            "고객사마다 1초에 SLO 안에 끝난 요청 수와, 보낸 요청 가운데 SLO 안에 끝난 비율입니다. 답을 받지 못한 요청은 보낸 요청에" + " 들어갑니다.")
        .sql(TABLE, "comparison/goodput")
        .columns(
            named("tenant_id").title("고객사 ID"),
            named("goodput_before").title("전: 굿풋").unit("reqps").decimals(3).width(115),
            named("goodput_after").title("후: 굿풋").unit("reqps").decimals(3).width(115),
            named("share_before").title("전: SLO 안").unit("percentunit").decimals(1).width(95),
            named("share_after").title("후: SLO 안").unit("percentunit").decimals(1).width(95),
            named("failed_before").title("전: 실패").unit("none").width(85),
            named("failed_after").title("후: 실패").unit("none").width(85));
  }

  private static Panel windows() {
    return Panels.table("시간대마다 설정 앞뒤", 24, 12)
        .describe("한 줄이 시간대 하나입니다. 판정이 바뀐 것부터 나옵니다. 시간대를 누르면 설정 전의 시간대로 갑니다.")
        .sql(TABLE, "comparison/windows")
        .columns(
            named("hour").title("시간대").minute().links(Links.windowOfRow()),
            named("endpoint_id").title("엔드포인트").width(160),
            named("before").title("설정 전").width(150).mapped(Look.verdicts()),
            named("after").title("설정 후").width(150).mapped(Look.verdicts()),
            named("change").title("변화").width(120),
            named("misses_before").title("전: SLO 넘김").unit("none").width(110),
            named("requests_before").title("전: 요청").unit("none").width(90),
            named("pct_before").title("전: 비율").unit("percent").decimals(1).width(90),
            named("misses_after").title("후: SLO 넘김").unit("none").width(110),
            named("requests_after").title("후: 요청").unit("none").width(90),
            named("pct_after").title("후: 비율").unit("percent").decimals(1).width(90))
        .columns(hidden("tenant_id", "window_ms", "from_ms", "to_ms"));
  }
}
