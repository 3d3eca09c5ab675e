package dev.slowhour.grafana;

import static dev.slowhour.grafana.Column.named;
import static dev.slowhour.grafana.Panel.Format.TABLE;
import static dev.slowhour.grafana.Panel.Format.TIME_SERIES;

import java.util.List;

/** What a screen may show that several customers look at: counts, and no id but that of pools. */
final class JointDashboard {

  private JointDashboard() {}

  static Dashboard build() {
    Panel verdicts =
        Panels.stats("판정별 시간대 수", 18, 4)
            .describe("고른 기간의 모든 시간대를 판정별로 센 수입니다(단위: 시간대). 누구의 시간대인지는 보이지 않습니다.")
            .unit("none")
            .sql(TABLE, "joint/verdicts");
    for (Look.Verdict verdict : Look.Verdict.values()) {
      verdicts.columns(named(verdict.label()).color(verdict.color()));
    }
    return new Dashboard(
            Links.JOINT,
            "공용 화면",
            "여럿이 함께 보는 화면입니다. 고객사와 엔드포인트는 어디에도 없고 수만 있습니다.",
            "now/d",
            "now/d",
            "1m")
        .panel(verdicts)
        .panel(
            Panels.stats("집계에서 빠진 줄", 6, 4)
                .describe("판정에 쓰지 못한 줄의 수입니다(줄 수).")
                .unit("none")
                .sql(TABLE, "joint/left_out"))
        .panel(
            Panels.lanes("풀 × 시간: 격리 실패 시간대 수", 24, 8)
                .describe(
                    "줄이 풀, 칸이 한 시간이고, 칸의 수는 규칙이나 두 번째 읽기로 격리 실패인 시간대의 수입니다. 수가 많아도 무엇이 원인인지는 말하지"
                        + " 않습니다.")
                .unit("none")
                .defaults("displayName", "${__field.labels.pool}")
                .defaults(
                    "mappings",
                    List.of(
                        Json.object(
                            "type",
                            "value",
                            "options",
                            Json.object(
                                "0", Json.object("text", "0", "color", Look.BLUE, "index", 0))),
                        Json.object(
                            "type",
                            "range",
                            "options",
                            Json.object(
                                "from",
                                1,
                                "to",
                                1_000_000,
                                "result",
                                Json.object("color", Look.RED, "index", 1)))))
                .sql(TIME_SERIES, "joint/isolation"))
        .panel(
            Panels.table("풀별 시간대 수", 24, 8)
                .describe("풀마다 시간대를 판정별로 센 수입니다(단위: 시간대).")
                .unit("none")
                .sql(TABLE, "day/pools")
                .columns(named("pool").title("풀")));
  }
}
