package dev.slowhour.grafana;

/** The engines as they are now: users, generation, engine, base; old and new names of vLLM. */
final class LiveDashboard {

  private static final String SELECTED = "{job=~\"$job\",instance=~\"$instance\"}";
  private static final String[] QUANTILES = {"0.5", "0.95", "0.99"};

  private LiveDashboard() {}

  static Dashboard build() {
    return new Dashboard(
            Links.LIVE,
            "실시간 운영",
            "지금 어느 층에서 기다리는지 네 줄로 봅니다: 이용자, 생성, 엔진, 기반. vLLM 의 옛 이름과 새 이름을 함께 묻습니다.",
            "now-1h",
            "now",
            "30s")
        .variable(Variable.prometheus())
        .variable(Variable.label("job", "작업(job)", "vllm:num_requests_running"))
        .variable(Variable.label("instance", "인스턴스", "vllm:num_requests_running{job=~\"$job\"}"))
        .heading("이용자")
        .panel(
            lines("성공 · 429 · 5xx", "reqps")
                .promql("sum(" + rate("vllm:request_success_total") + ")", "성공")
                .promql(
                    "sum("
                        + rate("http_requests_total", ",status=~\"429|4xx\"")
                        + " or "
                        + rate("vllm:admission_rejections_total")
                        + ")",
                    "429 · 4xx")
                .promql("sum(" + rate("http_requests_total", ",status=~\"5..|5xx\"") + ")", "5xx")
                .describe(
                    "1초에 끝난 요청 수를 성공, 거절(429·4xx), 서버 오류(5xx)로 나눕니다. 앞단 게이트웨이에서 거절된 것은 엔진 지표에"
                        + " 없습니다."))
        .panel(
            quantiles("요청 전체 시간", "vllm:e2e_request_latency_seconds")
                .describe("요청 하나가 들어와 끝날 때까지의 p50·p95·p99 입니다(초). 히스토그램 구간에서 어림한 값입니다."))
        .heading("생성")
        .panel(
            quantiles("첫 토큰까지(TTFT)", "vllm:time_to_first_token_seconds")
                .describe("첫 토큰이 나올 때까지의 p50·p95·p99 입니다(초). 기다림과 입력 처리가 함께 들어 있습니다."))
        .panel(
            quantiles(
                    "토큰 사이 시간",
                    "vllm:inter_token_latency_seconds",
                    "vllm:time_per_output_token_seconds")
                .describe(
                    "이어지는 두 토큰 사이의 p50·p95·p99 입니다(초). 새 이름이 없으면 옛 이름(time_per_output_token)으로"
                        + " 봅니다."))
        .panel(
            Panels.lines("토큰", 24, 8)
                .unit("short")
                .defaults("min", 0)
                .promql("sum(" + rate("vllm:prompt_tokens_total") + ")", "입력 토큰/초")
                .promql("sum(" + rate("vllm:generation_tokens_total") + ")", "출력 토큰/초")
                .describe("1초에 처리한 입력 토큰과 만든 출력 토큰 수입니다. 요청 수보다 실제 계산량에 가깝습니다."))
        .heading("엔진")
        .panel(
            lines("돌고 있는 요청 · 기다리는 요청", "none")
                .promql(
                    "sum by (instance) (" + of("vllm:num_requests_running") + ")",
                    "{{instance}} 실행")
                .promql(
                    "sum by (instance) (" + of("vllm:num_requests_waiting") + ")",
                    "{{instance}} 대기")
                .describe("엔진 안에서 계산 중인 요청과 차례를 기다리는 요청 수입니다. 대기가 계속 늘면 들어오는 양이 처리량을 넘은 것입니다."))
        .panel(
            lines("KV 캐시 사용률", "percentunit")
                .defaults("max", 1)
                .promql(
                    "max by (instance) ("
                        + of("vllm:kv_cache_usage_perc")
                        + " or "
                        + of("vllm:gpu_cache_usage_perc")
                        + ")",
                    "{{instance}}")
                .describe("KV 캐시를 쓰는 몫입니다(0~100 %). 새 이름이 없으면 옛 이름(gpu_cache_usage_perc)으로 봅니다."))
        .panel(
            quantiles("엔진 안 대기 시간", "vllm:request_queue_time_seconds")
                .describe("엔진 안에서 차례를 기다린 시간의 p50·p95·p99 입니다(초)."))
        .panel(
            lines("선점", "short")
                .promql(
                    "sum by (instance) (" + rate("vllm:num_preemptions_total") + ")",
                    "{{instance}}")
                .describe("1초에 자리를 내주고 밀려난 요청 수입니다. KV 캐시가 높고 선점이 늘면 캐시가 모자란 것입니다."))
        .heading("기반")
        .panel(
            lines("답하는 인스턴스", "none")
                .promql("sum(up" + SELECTED + ")", "답함")
                .promql("count(up" + SELECTED + ")", "전체")
                .describe("지표를 내준 인스턴스 수와 전체 수입니다. 지표를 내준다고 요청에 답한다는 뜻은 아닙니다."))
        .panel(
            lines("다시 시작", "short")
                .promql(
                    "sum by (instance) (changes(process_start_time_seconds" + SELECTED + "[15m]))",
                    "{{instance}}")
                .describe("15분 동안 프로세스가 다시 시작한 횟수입니다. 다시 시작하면 카운터가 0 부터 셉니다."))
        .panel(
            lines("GPU 메모리", "mbytes")
                .promql("sum by (gpu, Hostname) (DCGM_FI_DEV_FB_USED)", "{{Hostname}} {{gpu}}")
                .defaults("noValue", "내보내는 곳 없음")
                .describe("GPU 마다 쓰는 메모리입니다(MiB). DCGM 지표를 내보내는 곳이 있을 때만 나옵니다."))
        .panel(
            lines("GPU XID 오류", "none")
                .promql("max by (gpu, Hostname) (DCGM_FI_DEV_XID_ERRORS)", "{{Hostname}} {{gpu}}")
                .defaults("noValue", "내보내는 곳 없음")
                .describe(
                    "GPU 가 마지막으로 알린 XID 번호입니다. 0 이 아니면 드라이버나 하드웨어를 봅니다. 요청이 느린 원인이라는 증명은 아닙니다."));
  }

  private static Panel lines(String title, String unit) {
    return Panels.lines(title, 12, 8).unit(unit).defaults("min", 0);
  }

  /** The quantiles of a histogram; of several names the first that there is. */
  private static Panel quantiles(String title, String... histograms) {
    Panel panel = lines(title, "s");
    for (String quantile : QUANTILES) {
      StringBuilder expression = new StringBuilder();
      for (String histogram : histograms) {
        expression
            .append(expression.isEmpty() ? "" : " or ")
            .append("histogram_quantile(")
            .append(quantile)
            .append(", sum by (le) (")
            .append(rate(histogram + "_bucket"))
            .append("))");
      }
      panel.promql(
          expression.toString(), "p" + quantile.substring(2) + (quantile.length() == 3 ? "0" : ""));
    }
    return panel;
  }

  private static String of(String metric) {
    return metric + SELECTED;
  }

  private static String rate(String metric) {
    return rate(metric, "");
  }

  private static String rate(String metric, String furtherMatchers) {
    return "rate(" + metric + SELECTED.replace("}", furtherMatchers + "}") + "[$__rate_interval])";
  }
}
