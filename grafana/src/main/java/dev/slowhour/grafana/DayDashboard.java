package dev.slowhour.grafana;

import static dev.slowhour.grafana.Column.hidden;
import static dev.slowhour.grafana.Column.named;
import static dev.slowhour.grafana.Panel.Format.TABLE;
import static dev.slowhour.grafana.Panel.Format.TIME_SERIES;

/** A day: which endpoint had which verdict in which hour, and what could not be read. */
final class DayDashboard {

  private DayDashboard() {}

  static Dashboard build() {
    return new Dashboard(
            Links.DAY,
            "하루 판정",
            "하루의 시간대마다 어떤 판정이 났는지 봅니다. 칸 하나가 테넌트·엔드포인트·한 시간입니다.",
            "now/d",
            "now/d",
            "")
        .variable(Variable.some("pool", "풀", "shared/pools"))
        .variable(Variable.some("tenant", "고객사", "shared/tenants"))
        .panel(verdicts())
        .panel(leftOut())
        .panel(notices())
        .panel(grid())
        .panel(windows())
        .panel(pools())
        .panel(days());
  }

  private static Panel verdicts() {
    Panel panel =
        Panels.stats("판정별 시간대 수", 18, 4)
            .describe(
                "고른 날의 시간대를 판정별로 센 수입니다(단위: 시간대). ‘두 번째 읽기만’은 규칙으로는 다른 판정이지만,"
                    + " 모두 SLO 안에 답했다고 치면 격리 실패인 시간대입니다. ‘아직 확정 전’은 요청이 더 끝나면 판정이 바뀔 수 있는"
                    + " 시간대입니다. 성능 격리 실패는 고객사 쪽 두 원인을 뺀 나머지라서, 원인이 무엇인지까지 증명하지는 않습니다.")
            .unit("none")
            .sql(TABLE, "day/verdicts");
    for (Look.Verdict verdict : Look.Verdict.values()) {
      panel.columns(named(verdict.label()).color(verdict.color()));
    }
    return panel;
  }

  private static Panel leftOut() {
    return Panels.stats("집계에서 빠진 줄", 6, 4)
        .describe(
            "이 날의 판정에 쓰지 못한 줄의 수입니다(모든 테넌트를 합친 줄 수). 읽지 못한 줄은 형식이 틀린 줄이고, 나머지는 중복·다른 풀·계약"
                + " 없음처럼 읽었지만 세지 않은 줄입니다. 빠진 줄이 판정을 바꾸었을지는 말하지 않습니다.")
        .unit("none")
        .sql(TABLE, "day/left_out");
  }

  private static Panel notices() {
    return Panels.table("빠진 줄의 번호와 이유", 24, 7)
        .defaults("noValue", "빠진 줄 없음")
        .describe(
            "빠진 줄마다 줄 번호(토픽이면 오프셋)와 이유입니다. 앞의 1,000줄까지 나옵니다. 파일·설명·원문은 운영 쪽에만 보이고, 고객사에는 자기"
                + " 줄만 보입니다. 줄 번호가 비어 있고 줄 수가 1 보다 크면 같은 이유로 더 있던 줄입니다.")
        .sql(TABLE, "day/notices")
        .columns(
            named("line").title("줄").unit("none").width(80),
            named("code").title("이유").width(180).worded(Look.noticeCodes()),
            named("fields").title("칸").width(160),
            named("source_table").title("표").width(130),
            named("file").title("파일").width(180),
            named("hour").title("시간대").minute(),
            named("tenant_id").title("고객사 ID").width(110),
            named("endpoint_id").title("엔드포인트").width(140),
            named("line_count").title("줄 수").unit("none").width(70),
            named("message").title("설명").width(420).with("custom.inspect", true),
            named("raw_line").title("원문").with("custom.inspect", true));
  }

  private static Panel grid() {
    return Panels.lanes("엔드포인트 × 시간대", 24, 17)
        .describe(
            "줄 하나가 엔드포인트, 칸 하나가 한 시간입니다. ✓ = SLO 안, 동시 = 동시성 계약 초과, 입력 = 긴 입력 몰림, 격리 = 성능 격리"
                + " 실패. ‘*’는 두 번째 읽기가 다름, ‘?’는 잠정, ‘…’는 진행 중(색이 옅음)입니다. 빈 칸은 요청이 없던 시간입니다. 칸을"
                + " 누르면 그 시간대로 갑니다. 격리 칸이 여럿 겹쳐 있어도 서로가 원인이라는 뜻은 아닙니다.")
        .defaults("displayName", "${__field.labels.tenant_name} · ${__field.labels.endpoint_id}")
        .defaults("mappings", Look.cells())
        .defaults("links", java.util.List.of(Links.windowOfCell()))
        .sql(TIME_SERIES, "day/grid");
  }

  private static Panel windows() {
    return Panels.table("시간대 목록", 24, 12)
        .defaults("noValue", "이 기간에 판정한 시간대 없음")
        .describe(
            "시간대마다 판정과 숫자입니다(앞의 2,000개). 격리 실패부터, 같은 판정에서는 SLO 를 넘긴 비율이 큰 것부터 나옵니다. 시간대를 누르면 근거까지 볼"
                + " 수 있습니다. ‘두 번째 읽기’는 규칙의 판정과 다를 때만 채워집니다.")
        .sql(TABLE, "day/windows")
        .columns(
            named("hour").title("시간대").minute().links(Links.windowOfRow()),
            named("tenant_name").title("고객사").width(210),
            named("endpoint_id").title("엔드포인트").width(140),
            named("pool").title("풀").width(100),
            named("verdict").title("판정").width(135).mapped(Look.verdicts()),
            named("second_reading").title("두 번째 읽기").width(135).mapped(Look.verdicts()),
            named("state").title("상태").width(70).worded(Look.states()),
            named("misses").title("SLO 넘김").unit("none").width(90),
            named("requests").title("요청").unit("none").width(80),
            named("miss_pct").title("넘긴 비율").unit("percent").decimals(1).width(90),
            named("peak").title("최대 동시").unit("none").width(90),
            named("contract").title("계약 동시").unit("none").width(90),
            named("worst_minute").title("최악의 분").minute(),
            named("worst_misses").title("그 분의 넘김").unit("none").width(110))
        .columns(hidden("tenant_id", "window_ms", "from_ms", "to_ms"));
  }

  private static Panel pools() {
    return Panels.table("풀별 시간대 수(모든 고객사)", 24, 6)
        .describe(
            "풀마다 모든 고객사의 시간대를 판정별로 센 수입니다(단위: 시간대). 이름은 없고 수만 있습니다. 고객사에는 자기 시간대가 있던 풀과"
                + " 시간만 보입니다. 같은 풀에서 함께 나온 판정이 서로의 원인이라는 뜻은 아닙니다.")
        .unit("none")
        .sql(TABLE, "day/pools")
        .columns(named("pool").title("풀").width(160));
  }

  private static Panel days() {
    return Panels.table("날짜 고르기", 24, 7)
        .describe("고른 때까지 62일 가운데 판정이 있는 날과 그 날의 격리 실패 시간대 수입니다. 날짜를 누르면 그 날로 갑니다.")
        .unit("none")
        .sql(TABLE, "day/days")
        .columns(
            named("day").title("날짜").links(Links.dayOfRow()),
            named("isolation_failures").title("격리 실패"),
            named("second_reading_only").title("두 번째 읽기만"))
        .columns(hidden("from_ms", "to_ms"));
  }
}
