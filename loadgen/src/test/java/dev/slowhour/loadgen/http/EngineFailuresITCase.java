package dev.slowhour.loadgen.http;

import static dev.slowhour.loadgen.http.EngineUnderTest.gauge;
import static dev.slowhour.loadgen.http.EngineUnderTest.readUntil;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class EngineFailuresITCase {

  private static final String LONG_STREAM =
      "{\"prompt\":\"a\",\"max_tokens\":1000,\"ignore_eos\":true,\"stream\":true}";
  private static final String RUNNING = gauge("vllm:num_requests_running");

  /** A tenth of real time: long streams last 20 s, so that a busy machine meets them running. */
  private static EngineServerConfig slow(int maxQueuedRequests, Duration keepAlive) {
    return new EngineServerConfig(
        EngineUnderTest.TINY,
        EngineUnderTest.MODEL,
        "127.0.0.1",
        0,
        0.1,
        maxQueuedRequests,
        128,
        1,
        keepAlive,
        MetricNames.V0_32);
  }

  @Test
  void a_dead_engine_ends_its_streams_with_an_error_behind_a_live_port() throws Exception {
    try (EngineUnderTest engine = EngineUnderTest.start(slow(0, Duration.ZERO))) {
      InputStream stream = engine.open("/v1/completions", LONG_STREAM).body();
      readUntil(stream, "\n\n");
      engine.awaitSample(RUNNING, 1);
      engine.fail("mode=dead");

      assertThat(new String(stream.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
          .endsWith(
              "data: {\"error\":{\"message\":\"EngineCore encountered an issue. See stack trace"
                  + " (above) for the root cause.\",\"type\":\"InternalServerError\","
                  + "\"param\":null,\"code\":500}}\n\ndata: [DONE]\n\n");
      assertThat(engine.get("/health").statusCode()).isEqualTo(503);
      assertThat(engine.get("/v1/models").statusCode()).isEqualTo(200);
      assertThat(engine.post("/v1/completions", LONG_STREAM).statusCode()).isEqualTo(500);
      // Frozen, as it was.
      assertThat(engine.sample(RUNNING)).isEqualTo(1);

      engine.fail("mode=recover");
      assertThat(engine.get("/health").statusCode()).isEqualTo(200);
      assertThat(engine.sample(RUNNING)).isZero();
      assertThat(engine.sample(gauge("vllm:generation_tokens_total"))).isZero();
      assertThat(engine.post("/v1/completions", "{\"prompt\":\"a\"}").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void a_dead_engine_answers_what_waits_for_one_piece_with_a_500() throws Exception {
    try (EngineUnderTest engine = EngineUnderTest.start(slow(0, Duration.ZERO))) {
      var answer =
          java.util.concurrent.CompletableFuture.supplyAsync(
              () -> {
                try {
                  return engine.post(
                      "/v1/completions", LONG_STREAM.replace(",\"stream\":true", ""));
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      engine.awaitSample(RUNNING, 1);
      engine.fail("mode=dead");
      assertThat(answer.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(500);
    }
  }

  @Test
  void after_a_sigterm_streams_stay_open_without_a_further_byte() throws Exception {
    try (EngineUnderTest engine = EngineUnderTest.start(slow(0, Duration.ZERO))) {
      HttpResponse<InputStream> response = engine.open("/v1/completions", LONG_STREAM);
      readUntil(response.body(), "\n\n");
      engine.fail("mode=terminate");

      var rest =
          java.util.concurrent.CompletableFuture.supplyAsync(
              () -> {
                try {
                  return new String(
                      response.body().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
                } catch (IOException e) {
                  return "closed by the test";
                }
              });
      assertThatThrownBy(() -> rest.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
      assertThatThrownBy(() -> EngineFailuresITCase.connect(engine.port()))
          .isInstanceOf(IOException.class);
      assertThat(engine.server().terminated()).isNotDone();

      response.body().close();
      engine.server().terminated().get(30, TimeUnit.SECONDS);
    }
  }

  private static void connect(int port) throws IOException {
    try (java.net.Socket socket =
        new java.net.Socket(java.net.InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(1);
    }
  }

  @Test
  void a_stalled_engine_brings_no_token_and_is_healthy_to_whoever_asks() throws Exception {
    try (EngineUnderTest engine = EngineUnderTest.start(slow(0, Duration.ZERO))) {
      long start = System.nanoTime();
      engine.fail("mode=stall&seconds=1.5");
      assertThat(engine.get("/health").statusCode()).isEqualTo(200);
      engine.post("/v1/completions", "{\"prompt\":\"a\",\"max_tokens\":1}");
      assertThat(System.nanoTime() - start)
          .isGreaterThanOrEqualTo(Duration.ofMillis(1_500).toNanos());
    }
  }

  @Test
  void an_unknown_failure_is_refused() throws Exception {
    try (EngineUnderTest engine = EngineUnderTest.start(slow(0, Duration.ZERO))) {
      assertThat(engine.fail("mode=burn").statusCode()).isEqualTo(400);
      assertThat(engine.get("/health").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void a_full_queue_refuses_with_vllms_503_and_counts_it() throws Exception {
    try (EngineUnderTest engine = EngineUnderTest.start(slow(1, Duration.ZERO))) {
      InputStream stream = engine.open("/v1/completions", LONG_STREAM).body();
      readUntil(stream, "\n\n");
      HttpResponse<String> refused = engine.post("/v1/completions", LONG_STREAM);

      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("retry-after")).isEmpty();
      assertThat(refused.body())
          .isEqualTo(dev.slowhour.loadgen.testing.Recording.body("wire/admission-503.txt"));
      assertThat(
              engine.sample(
                  "vllm:admission_rejections_total{model_name=\"tiny-llama\","
                      + "reason=\"max_num_queued_reqs\"}"))
          .isEqualTo(1);
      stream.close();
      engine.awaitSample(RUNNING, 0);
      assertThat(engine.post("/v1/completions", "{\"prompt\":\"a\"}").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void a_client_that_hangs_up_cancels_its_request_and_is_in_no_metric_of_finished_ones()
      throws Exception {
    try (EngineUnderTest engine = EngineUnderTest.start(slow(0, Duration.ZERO))) {
      InputStream stream = engine.open("/v1/completions", LONG_STREAM).body();
      readUntil(stream, "\n\n");
      assertThat(engine.awaitSample(RUNNING, 1)).isEqualTo(1);
      stream.close();

      assertThat(engine.awaitSample(RUNNING, 0)).isZero();
      assertThat(engine.sample(gauge("vllm:kv_cache_usage_perc"))).isZero();
      assertThat(engine.sample(gauge("vllm:time_to_first_token_seconds_count"))).isEqualTo(1);
      assertThat(engine.sample(gauge("vllm:e2e_request_latency_seconds_count"))).isZero();
      assertThat(
              engine.sample(
                  "vllm:request_success_total{engine=\"0\",finished_reason=\"abort\","
                      + "model_name=\"tiny-llama\"}"))
          .isZero();
    }
  }

  @Test
  void requests_beyond_the_sequences_wait_and_comments_keep_their_streams_alive() throws Exception {
    try (EngineUnderTest engine = EngineUnderTest.start(slow(0, Duration.ofMillis(50)))) {
      for (int i = 0; i < 4; i++) {
        readUntil(engine.open("/v1/completions", LONG_STREAM).body(), "data: ");
      }
      InputStream fifth = engine.open("/v1/completions", LONG_STREAM).body();
      assertThat(engine.awaitSample(gauge("vllm:num_requests_waiting"), 1)).isEqualTo(1);
      assertThat(readUntil(fifth, "data: ")).startsWith(": keep-alive\n\n");
    }
  }
}
