package dev.slowhour.grafana;

import static dev.slowhour.grafana.Column.named;
import static dev.slowhour.grafana.Panel.Format.TABLE;
import static dev.slowhour.grafana.Panel.Format.TIME_SERIES;

import java.util.Locale;

/** The job itself: whether it keeps up, what it could not read, how often it had to restart. */
final class PipelineDashboard {

  private static final String SELECTED = "{job=~\"$job\",instance=~\"$instance\"}";

  private PipelineDashboard() {}

  static Dashboard build() {
    return new Dashboard(
            Links.PIPELINE,
            "파이프라인",
            "판정하는 작업 자신이 잘 돌고 있는지 봅니다. 위는 저장소에서, 아래는 Flink 의 Prometheus 지표에서 옵니다.",
            "now-6h",
            "now",
            "30s")
        .variable(Variable.prometheus())
        .variable(Variable.label("job", "작업(job)", JobMetrics.RESTARTS))
        .variable(Variable.label("instance", "인스턴스", "{job=~\"$job\"}"))
        .heading("저장소")
        .panel(states())
        .panel(delay())
        .panel(notices())
        .panel(runs())
        .heading("흐름")
        .panel(
            metric("스트림 시각의 늦음", "s", "max(" + of(JobMetrics.STREAM_TIME_LAG_MS) + ") / 1000", "늦음")
                .describe(
                    "지금과 스트림 시각 W 의 차이입니다(초). 들어오는 요청이 없으면 벽시계를 따라가므로 커지지 않습니다. 커지면 판정이 그만큼"
                        + " 늦게 나옵니다."))
        .panel(
            metric(
                    "판정까지 걸린 시간",
                    "s",
                    "max by (state) ("
                        + of(JobMetrics.TIME_TO_VERDICT_MS).replace("}", ",quantile=\"0.95\"}")
                        + ") / 1000",
                    "{{state}} p95")
                .describe("시간대가 그 상태가 될 수 있던 때부터 저장될 때까지 걸린 시간의 p95 입니다(초). 최근 1,000번에서 셉니다."))
        .panel(
            metric(
                    "읽은 줄",
                    "short",
                    "sum by (table) (" + rate(JobMetrics.ROWS_READ) + ")",
                    "{{table}}")
                .describe("1초에 표마다 읽은 줄 수입니다. 0 이면 들어오는 것이 없거나 작업이 멈춘 것입니다."))
        .panel(
            metric(
                    "빠진 줄 · 늦은 줄",
                    "short",
                    "sum by (code) (" + rate(JobMetrics.NOTICES) + ") > 0",
                    "{{code}}")
                .promql("sum(" + rate(JobMetrics.LATE_ROWS) + ")", "늦은 줄")
                .promql("sum(" + rate(JobMetrics.LATE_METRICS) + ")", "늦은 지표")
                .promql("sum(" + rate(JobMetrics.FROM_THE_FUTURE) + ")", "미래에서 온 줄")
                .describe(
                    "1초에 이유별로 빠진 줄 수입니다. 늦은 줄은 시간대가 확정된 뒤에 온 줄이고, 미래에서 온 줄은 끝난 때가 기록된 때보다 5분 넘게"
                        + " 뒤인 줄입니다."))
        .panel(
            metric(
                    "쓴 시간대",
                    "short",
                    "sum by (state) (" + increase(JobMetrics.WINDOWS) + ")",
                    "{{state}}")
                .describe("5분 동안 상태별로 쓴 시간대 수입니다. 한 시간대는 진행 중·잠정·확정으로 여러 번 쓰입니다."))
        .panel(
            metric(
                    "쓰지 않은 것 · 다시 한 것",
                    "short",
                    "sum(" + increase(JobMetrics.REFUSED_OVERWRITES) + ")",
                    "거절된 덮어쓰기")
                .promql("sum(" + increase(JobMetrics.LEFT_ALONE) + ")", "그대로 둔 시간대")
                .promql("sum(" + increase(JobMetrics.STORE_RETRIES) + ")", "다시 한 저장")
                .describe(
                    "5분 동안의 수입니다. 거절된 덮어쓰기는 이미 확정된 시간대와 다른 값이 나와 쓰지 않은 것으로, 늦은 줄이 있었거나 다시 돌린 입력이"
                        + " 다릅니다. 그대로 둔 시간대는 더 많은 줄로 판정한 것이 이미 있던 것입니다."))
        .heading("작업")
        .panel(
            metric("되살아난 횟수", "short", of(JobMetrics.RESTARTS), "{{job_name}}")
                .describe("작업이 실패하고 되살아난 횟수의 합입니다. 늘어나는 동안 판정은 늦어지지만 틀리지는 않습니다."))
        .panel(
            metric("체크포인트 시간", "ms", of(JobMetrics.CHECKPOINT_MS), "{{job_name}}")
                .describe("마지막 체크포인트에 걸린 시간입니다(밀리초)."))
        .panel(
            metric("체크포인트 크기", "bytes", of(JobMetrics.CHECKPOINT_BYTES), "{{job_name}}")
                .describe("마지막 체크포인트의 크기입니다(바이트). 시간이 갈수록 늘기만 하면 상태가 쌓이는 것입니다."))
        .panel(
            metric(
                    "체크포인트 실패",
                    "short",
                    "sum(" + increase(JobMetrics.CHECKPOINTS_FAILED) + ")",
                    "5분 동안 실패")
                .promql("sum(" + increase(JobMetrics.CHECKPOINTS_DONE) + ")", "5분 동안 성공")
                .describe("5분 동안 끝난 체크포인트와 실패한 체크포인트의 수입니다."))
        .panel(
            metric(
                    "바쁨 · 밀림",
                    16,
                    "percentunit",
                    "max by (task_name) (" + of(JobMetrics.BUSY) + ") / 1000",
                    "{{task_name}} 바쁨")
                .promql(
                    "max by (task_name) (" + of(JobMetrics.BACKPRESSURED) + ") / 1000",
                    "{{task_name}} 밀림")
                .describe("작업 단계마다 1초 가운데 일한 몫과 뒤가 막혀 기다린 몫입니다. 늘 100 % 에 가까운 단계가 병목입니다."));
  }

  private static Panel states() {
    return Panels.stats("시간대의 상태", 12, 5)
        .describe(
            "고른 기간의 시간대를 상태별로 센 수와, 마지막 판정이 쓰인 뒤 지난 시간입니다. 요청이 없으면 판정도 없으므로 오래 지났다고 늘 고장은"
                + " 아닙니다.")
        .unit("none")
        .sql(TABLE, "pipeline/states")
        .columns(named("마지막 판정 뒤").unit("s").decimals(0));
  }

  private static Panel delay() {
    return Panels.lines("시간대 끝에서 마지막으로 쓰일 때까지", 12, 5)
        .defaults("noValue", "이 기간에 판정한 시간대 없음")
        .describe("시간대마다, 끝난 뒤 지금의 행이 쓰일 때까지 걸린 시간입니다. 지난 날을 파일로 다시 판정하면 크게 나옵니다.")
        .unit("s")
        .defaults("min", 0)
        .custom("showPoints", "always")
        .sql(TIME_SERIES, "pipeline/delay");
  }

  private static Panel notices() {
    return Panels.lines("시간대마다 빠진 줄", 24, 7)
        .defaults("noValue", "빠진 줄 없음")
        .describe("시간대마다 이유별로 세지 않은 줄 수입니다. 줄이 많은 시간대의 판정은 그만큼 덜 본 것입니다.")
        .unit("none")
        .defaults("min", 0)
        .defaults("displayName", "${__field.labels.code}")
        .custom("drawStyle", "bars")
        .custom("barAlignment", 1)
        .custom("fillOpacity", 60)
        .sql(TIME_SERIES, "pipeline/notices");
  }

  private static Panel runs() {
    return Panels.table("돌린 기록", 24, 7)
        .describe(
            "최근에 판정을 돌린 50번의 기록입니다(고른 기간과 상관없이). ‘그대로 둠’은 더 많은 줄로 판정한 것이 이미 있어 쓰지 않은 시간대 수입니다. 실패한"
                + " 파일 판정은 이 줄 말고는 아무것도 남기지 않습니다.")
        .sql(TABLE, "pipeline/runs")
        .columns(
            named("run_id").title("번호").unit("none").width(70),
            named("kind").title("종류").width(90),
            named("started_at").title("시작").width(165).with("noValue", "—"),
            named("ended_at").title("끝").width(165).with("noValue", "—"),
            named("outcome").title("결과").width(80),
            named("request_rows").title("요청 줄").unit("none").width(100),
            named("unreadable").title("읽지 못함").unit("none").width(100),
            named("windows").title("시간대").unit("none").width(80),
            named("left_alone").title("그대로 둠").unit("none").width(95),
            named("failure").title("실패한 까닭").with("custom.inspect", true),
            named("version").title("버전").width(80));
  }

  private static Panel metric(String title, String unit, String expression, String legend) {
    return metric(title, 8, unit, expression, legend);
  }

  private static Panel metric(
      String title, int width, String unit, String expression, String legend) {
    return Panels.lines(title, width, 7)
        .unit(unit)
        .defaults("min", 0)
        .defaults("noValue", "지표 없음")
        .promql(expression, legend);
  }

  private static String of(String metric) {
    return metric + SELECTED;
  }

  private static String rate(String metric) {
    return String.format(Locale.ROOT, "rate(%s[$__rate_interval])", of(metric));
  }

  private static String increase(String metric) {
    return String.format(Locale.ROOT, "increase(%s[5m])", of(metric));
  }
}
