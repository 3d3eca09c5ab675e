package dev.slowhour.loadgen.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.loadgen.testing.Script;
import dev.slowhour.loadgen.testing.ScriptedServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OddAnswersITCase {

  private static final String ROLE =
      "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n";
  private static final String EMPTY_DELTA = "data: {\"choices\":[{\"delta\":{}}]}\n\n";
  private static final String TOKEN = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n";
  private static final String EMPTY_TEXT = "data: {\"choices\":[{\"text\":\"\"}]}\n\n";
  private static final String FINISH =
      "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
  private static final String DONE = "data: [DONE]\n\n";

  private static String usage(int completionTokens) {
    return "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":"
        + completionTokens
        + "}}\n\n";
  }

  @ParameterizedTest
  @CsvSource({"ROLE", "EMPTY_DELTA"})
  void a_first_chunk_without_a_token_does_not_end_the_time_to_first_token(String kind)
      throws Exception {
    String first = kind.equals("ROLE") ? ROLE : EMPTY_DELTA;
    MeasuredRequest request =
        answer(Script.stream().chunk(first).at(300).chunk(TOKEN).chunk(FINISH).chunk(DONE).end());
    assertThat(request.outcome()).isEqualTo(Outcome.ANSWERED);
    assertThat(request.ttftNanos().orElseThrow()).isGreaterThanOrEqualTo(300_000_000);
    assertThat(request.chunks()).isEqualTo(1);
  }

  @Test
  void a_first_chunk_with_empty_text_ends_the_time_to_first_token() throws Exception {
    MeasuredRequest request =
        answer(
            Script.stream()
                .chunk(EMPTY_TEXT)
                .at(300)
                .chunk(EMPTY_TEXT + FINISH + usage(2) + DONE)
                .end());
    assertThat(request.outcome()).isEqualTo(Outcome.ANSWERED);
    assertThat(request.chunks()).isEqualTo(2);
    assertThat(request.emptyChunks()).isEqualTo(2);
    // Whatever the first took, the second came 300 ms after the request.
    assertThat(request.times().last() - request.times().sent()).isGreaterThanOrEqualTo(300_000_000);
    assertThat(request.ttftNanos().orElseThrow()).isLessThan(request.times().last());
  }

  @Test
  void a_last_chunk_with_usage_alone_does_not_lengthen_the_time_per_token() throws Exception {
    MeasuredRequest request =
        answer(
            Script.stream()
                .chunk(TOKEN + TOKEN + TOKEN + FINISH)
                .at(300)
                .chunk(usage(3) + DONE)
                .end());
    assertThat(request.outputTokens()).isEqualTo(3);
    assertThat(request.tpotNanos()).isZero();
    assertThat(request.times().done() - request.times().sent()).isGreaterThanOrEqualTo(300_000_000);
  }

  @Test
  void a_missing_done_is_flagged() throws Exception {
    MeasuredRequest request = answer(Script.stream().chunk(TOKEN + FINISH + usage(1)).end());
    assertThat(request.outcome()).isEqualTo(Outcome.ANSWERED);
    assertThat(request.flags()).containsExactly(Flag.DONE_MISSING);
  }

  @Test
  void a_stall_before_the_first_token_is_a_timeout() throws Exception {
    Limits limits =
        new Limits(
            ClientUnderTest.LONG,
            Duration.ofMillis(200),
            ClientUnderTest.LONG,
            ClientUnderTest.LONG);
    MeasuredRequest request = answer(Script.stream().chunk(ROLE).hold(), limits);
    assertThat(request.outcome()).isEqualTo(Outcome.TIMEOUT);
    assertThat(request.detail()).isEqualTo("no token within 200 ms");
    assertThat(request.ttftNanos()).isEmpty();
  }

  @Test
  void a_server_that_says_nothing_at_all_is_a_timeout_without_a_status() throws Exception {
    Limits limits =
        new Limits(
            ClientUnderTest.LONG,
            Duration.ofMillis(200),
            ClientUnderTest.LONG,
            ClientUnderTest.LONG);
    MeasuredRequest request = answer(Script.silence().hold(), limits);
    assertThat(request.outcome()).isEqualTo(Outcome.TIMEOUT);
    assertThat(request.status()).isEmpty();
  }

  @Test
  void a_stall_in_mid_stream_is_a_timeout() throws Exception {
    Limits limits =
        new Limits(
            ClientUnderTest.LONG,
            ClientUnderTest.LONG,
            Duration.ofMillis(200),
            ClientUnderTest.LONG);
    MeasuredRequest request = answer(Script.stream().chunk(TOKEN).hold(), limits);
    assertThat(request.outcome()).isEqualTo(Outcome.TIMEOUT);
    assertThat(request.detail()).isEqualTo("no further event within 200 ms");
    assertThat(request.chunks()).isEqualTo(1);
  }

  @Test
  void a_connection_that_is_reset_in_mid_stream_is_an_error() throws Exception {
    // Without the pause the reset may overtake the bytes before it.
    MeasuredRequest request = answer(Script.stream().chunk(TOKEN).at(200).reset());
    assertThat(request.outcome()).isEqualTo(Outcome.ERROR);
    assertThat(request.status()).hasValue(200);
    assertThat(request.chunks()).isEqualTo(1);
    assertThat(request.detail()).isNotEmpty();
  }

  @Test
  void a_stream_that_ends_in_mid_chunk_is_an_error() throws Exception {
    MeasuredRequest request =
        answer(
            Script.head(
                    "HTTP/1.1 200 OK", "content-type: text/event-stream", "content-length: 4096")
                .raw(TOKEN)
                .at(200)
                .reset());
    assertThat(request.outcome()).isEqualTo(Outcome.ERROR);
    assertThat(request.chunks()).isEqualTo(1);
  }

  @Test
  void a_connection_that_is_closed_without_an_answer_is_an_error() throws Exception {
    MeasuredRequest request = answer(Script.silence().reset());
    assertThat(request.outcome()).isEqualTo(Outcome.ERROR);
    assertThat(request.status()).isEmpty();
  }

  @Test
  void nobody_listening_is_an_error_without_a_status() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    try (ClientUnderTest client = new ClientUnderTest(port, ClientUnderTest.PATIENT)) {
      MeasuredRequest request = client.send();
      assertThat(request.outcome()).isEqualTo(Outcome.ERROR);
      assertThat(request.status()).isEmpty();
      assertThat(request.detail()).contains("Connection refused");
      assertThat(request.times().connected()).isEqualTo(MeasuredRequest.Times.NEVER);
    }
  }

  @Test
  void a_429_is_a_refusal_with_its_retry_after() throws Exception {
    String body = "{\"error\":{\"message\":\"slow down\",\"code\":429}}";
    MeasuredRequest request =
        answer(
            Script.head(
                    "HTTP/1.1 429 Too Many Requests",
                    "content-type: application/json",
                    "retry-after: 7",
                    "content-length: " + body.length())
                .raw(body));
    assertThat(request.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(request.status()).hasValue(429);
    assertThat(request.retryAfterOrNull()).isEqualTo("7");
    assertThat(request.detail()).isEqualTo("slow down");
    assertThat(request.ttftNanos()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "502 Bad Gateway,text/html,<h1>Bad Gateway</h1>,<h1>Bad Gateway</h1>",
    "500 Internal Server Error,text/plain,Internal Server Error,Internal Server Error",
    "500 Internal Server Error,application/json,'{\"detail\":\"x\"}','{\"detail\":\"x\"}'",
    "404 Not Found,application/json,'{\"error\":{\"message\":\"no model\"}}',no model",
    "500 Internal Server Error,text/plain,'',an empty body"
  })
  void an_error_body_of_any_kind_is_told(String status, String type, String body, String detail)
      throws Exception {
    MeasuredRequest request =
        answer(
            Script.head(
                    "HTTP/1.1 " + status,
                    "content-type: " + type,
                    "content-length: " + body.length())
                .raw(body));
    assertThat(request.outcome()).isEqualTo(Outcome.ERROR);
    assertThat(request.status()).hasValue(Integer.parseInt(status.substring(0, 3)));
    assertThat(request.detail()).isEqualTo(detail);
  }

  @Test
  void a_stream_in_gzip_is_read_as_it_comes() throws Exception {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed, true)) {
      Script script =
          Script.head(
              "HTTP/1.1 200 OK",
              "content-type: text/event-stream",
              "content-encoding: gzip",
              "transfer-encoding: chunked");
      script.chunk(flushed(gzip, compressed, TOKEN));
      script.at(300).chunk(flushed(gzip, compressed, TOKEN + FINISH + usage(2) + DONE));
      gzip.finish();
      script.chunk(taken(compressed)).end();

      MeasuredRequest request = answer(script);
      assertThat(request.outcome()).isEqualTo(Outcome.ANSWERED);
      assertThat(request.outputTokens()).isEqualTo(2);
      assertThat(request.times().last() - request.times().first()).isGreaterThan(0);
    }
  }

  @Test
  void compression_is_not_asked_for() throws Exception {
    try (ScriptedServer server =
            ScriptedServer.start(Script.stream().chunk(TOKEN + FINISH + DONE).end());
        ClientUnderTest client = new ClientUnderTest(server.port(), ClientUnderTest.PATIENT)) {
      client.send();
      assertThat(server.nextRequest())
          .startsWith("POST /v1/completions HTTP/1.1\r\n")
          .contains("accept-encoding: identity\r\n")
          .contains("accept: text/event-stream\r\n")
          .doesNotContain("gzip");
    }
  }

  @Test
  void a_connection_is_used_again_behind_the_end_of_a_stream() throws Exception {
    try (ScriptedServer server =
            ScriptedServer.start(Script.stream().chunk(TOKEN + FINISH + DONE).end());
        ClientUnderTest client = new ClientUnderTest(server.port(), ClientUnderTest.PATIENT)) {
      for (int i = 0; i < 3; i++) {
        assertThat(client.send().outcome()).isEqualTo(Outcome.ANSWERED);
      }
    }
  }

  @Test
  void a_request_that_is_given_up_is_closed_towards_the_server() throws Exception {
    try (ScriptedServer server = ScriptedServer.start(Script.stream().chunk(TOKEN).hold());
        ClientUnderTest client = new ClientUnderTest(server.port(), ClientUnderTest.PATIENT)) {
      MeasuredRequest request = client.sendAndCancelAfter(200);
      assertThat(request.outcome()).isEqualTo(Outcome.CANCELLED);
      assertThat(server.isHungUp()).isTrue();
    }
  }

  private static byte[] flushed(
      GZIPOutputStream gzip, ByteArrayOutputStream compressed, String text) throws IOException {
    gzip.write(text.getBytes(StandardCharsets.UTF_8));
    gzip.flush();
    return taken(compressed);
  }

  private static byte[] taken(ByteArrayOutputStream compressed) {
    byte[] bytes = compressed.toByteArray();
    compressed.reset();
    return bytes;
  }

  private static MeasuredRequest answer(Script script) throws Exception {
    return answer(script, ClientUnderTest.PATIENT);
  }

  private static MeasuredRequest answer(Script script, Limits limits) throws Exception {
    try (ScriptedServer server = ScriptedServer.start(script);
        ClientUnderTest client = new ClientUnderTest(server.port(), limits)) {
      return client.send();
    }
  }
}
