package dev.slowhour.loadgen.http;

import static dev.slowhour.loadgen.http.EngineUnderTest.gauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.loadgen.testing.Recording;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsPageITCase {

  private static final String CHAT = "{\"messages\":[{\"role\":\"user\",\"content\":\"a b c\"}]}";

  @Test
  void the_page_of_a_fresh_server_is_vllms_line_by_line_but_for_the_values() throws Exception {
    try (EngineUnderTest engine = EngineUnderTest.start()) {
      HttpResponse<String> response = engine.get("/metrics");
      assertThat(response.headers().firstValue("content-type"))
          .contains("text/plain; version=1.0.0; charset=utf-8");
      assertThat(lines(response.body()))
          .containsExactlyInAnyOrderElementsOf(lines(Recording.text("metrics-idle.txt")));
    }
  }

  @Test
  void the_page_after_requests_has_vllms_http_families_too() throws Exception {
    try (EngineUnderTest engine = EngineUnderTest.start()) {
      engine.post("/v1/completions", "{\"prompt\":\"a b c\",\"max_tokens\":5}");
      engine.post("/v1/chat/completions", CHAT);
      engine.get("/health");
      assertThat(lines(engine.get("/metrics").body()))
          .containsExactlyInAnyOrderElementsOf(lines(Recording.text("metrics-after.txt")));
    }
  }

  @Test
  void values_are_those_of_the_requests() throws Exception {
    try (EngineUnderTest engine = EngineUnderTest.start()) {
      engine.post("/v1/completions", "{\"prompt\":\"a b c\",\"max_tokens\":5}");
      engine.post("/v1/completions", "{\"prompt\":\"a b c d\",\"max_tokens\":1}");
      engine.post("/v1/completions", "{\"prompt\":\"\"}");

      assertThat(engine.sample(gauge("vllm:prompt_tokens_total"))).isEqualTo(7);
      assertThat(engine.sample(gauge("vllm:generation_tokens_total"))).isEqualTo(6);
      assertThat(engine.sample(gauge("vllm:time_to_first_token_seconds_count"))).isEqualTo(2);
      assertThat(engine.sample(gauge("vllm:inter_token_latency_seconds_count"))).isEqualTo(4);
      assertThat(engine.sample(gauge("vllm:request_queue_time_seconds_count"))).isEqualTo(2);
      assertThat(engine.sample(gauge("vllm:request_params_max_tokens_sum"))).isEqualTo(6);
      // 2 ms a step: 4 gaps of 2 ms.
      assertThat(engine.sample(gauge("vllm:request_decode_time_seconds_sum"))).isEqualTo(0.008);
      assertThat(
              engine.sample(
                  "vllm:request_success_total{engine=\"0\",finished_reason=\"length\","
                      + "model_name=\"tiny-llama\"}"))
          .isEqualTo(2);
      assertThat(
              engine.sample(
                  "http_requests_total{handler=\"/v1/completions\",method=\"POST\","
                      + "status=\"4xx\"}"))
          .isEqualTo(1);
    }
  }

  @Test
  void a_prompt_that_comes_again_is_found_in_the_prefix_cache() throws Exception {
    try (EngineUnderTest engine = EngineUnderTest.start()) {
      String body = "{\"prompt\":\"" + "word ".repeat(100) + "\",\"max_tokens\":1}";
      engine.post("/v1/completions", body);
      engine.post("/v1/completions", body);
      // Three whole blocks of 32 tokens.
      assertThat(engine.sample(gauge("vllm:prefix_cache_hits_total"))).isEqualTo(96);
    }
  }

  @Test
  void older_names_are_there_when_asked_for() throws Exception {
    EngineServerConfig base = EngineServerConfig.of(EngineUnderTest.TINY, EngineUnderTest.MODEL);
    EngineServerConfig older =
        new EngineServerConfig(
            base.engine(),
            base.model(),
            base.host(),
            base.port(),
            1,
            0,
            base.answerTokens(),
            1,
            Duration.ZERO,
            MetricNames.V0_8);
    try (EngineUnderTest engine = EngineUnderTest.start(older)) {
      engine.post("/v1/completions", "{\"prompt\":\"a b c\",\"max_tokens\":5}");
      String page = engine.get("/metrics").body();
      assertThat(page)
          .contains("vllm:gpu_cache_usage_perc{", "vllm:gpu_prefix_cache_hits_total{")
          .doesNotContain("vllm:kv_cache_usage_perc", "waiting_by_reason", "inter_token_latency");
      assertThat(engine.sample(gauge("vllm:time_per_output_token_seconds_count"))).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.0",
    "1, 1.0",
    "0.15873015873015872, 0.15873015873015872",
    "999999, 999999.0",
    "1000000, 1e+06",
    "1796030785.53, 1.79603078553e+09",
    "4175548416, 4.175548416e+09",
    "0.0001, 0.0001",
    "0.00001, 1e-05",
    "-1.5, -1.5",
    "Infinity, +Inf"
  })
  void numbers_are_written_as_python_writes_them(double value, String text) {
    assertThat(MetricsPage.number(value)).isEqualTo(text);
  }

  /** Types and samples without values, of what is not the interpreter's own. */
  private static List<String> lines(String page) {
    return page.lines()
        .filter(line -> !line.startsWith("# HELP") && !line.contains("python_"))
        .map(line -> line.startsWith("#") ? line : line.replaceFirst(" [^ ]*$", ""))
        .map(line -> line.replaceFirst("(vllm:cache_config_info)\\{.*", "$1"))
        .toList();
  }
}
