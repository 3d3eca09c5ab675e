package dev.slowhour.loadgen.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.loadgen.testing.Recording;
import dev.slowhour.loadgen.testing.Script;
import dev.slowhour.loadgen.testing.ScriptedServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that a real vLLM sent, through a real socket. */
class RecordedStreamsITCase {

  @ParameterizedTest
  @CsvSource({
    "sse-completion.txt,5,12,12,0",
    "sse-chat.txt,14,12,12,0",
    "wire/sse-chat-continuous-usage.txt,14,4,4,0",
  })
  void a_stream_is_an_answer_with_the_servers_count_of_tokens(
      String recording, long inputTokens, long outputTokens, long chunks, long emptyChunks)
      throws Exception {
    MeasuredRequest request = replay(Recording.script(recording).end());
    assertThat(request.outcome()).isEqualTo(Outcome.ANSWERED);
    assertThat(request.inputTokens()).isEqualTo(inputTokens);
    assertThat(request.outputTokens()).isEqualTo(outputTokens);
    assertThat(request.chunks()).isEqualTo(chunks);
    assertThat(request.emptyChunks()).isEqualTo(emptyChunks);
    assertThat(request.flags()).isEmpty();
  }

  @Test
  void several_tokens_a_chunk_are_flagged() throws Exception {
    MeasuredRequest request = replay(Recording.script("wire/sse-stream-interval-4.txt").end());
    assertThat(request.outcome()).isEqualTo(Outcome.ANSWERED);
    assertThat(request.outputTokens()).isEqualTo(14);
    assertThat(request.chunks()).isEqualTo(5);
    assertThat(request.flags()).containsExactly(Flag.TOKENS_BATCHED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"wire/sse-engine-killed.txt", "wire/sse-engine-killed-chat.txt"})
  void an_engine_killed_in_mid_stream_is_a_failure_inside_a_clean_200(String recording)
      throws Exception {
    MeasuredRequest request = replay(Recording.script(recording).end());
    assertThat(request.outcome()).isEqualTo(Outcome.ERROR);
    assertThat(request.status()).hasValue(500);
    assertThat(request.detail()).startsWith("EngineCore encountered an issue.");
    assertThat(request.chunks()).isGreaterThan(180);
  }

  @Test
  void a_stream_that_never_ends_is_cut_by_the_idle_limit_and_the_server_sees_it() throws Exception {
    Limits limits =
        new Limits(
            ClientUnderTest.LONG,
            ClientUnderTest.LONG,
            Duration.ofMillis(300),
            ClientUnderTest.LONG);
    try (ScriptedServer server =
            ScriptedServer.start(Recording.script("wire/sse-cut-sigterm.txt").hold());
        ClientUnderTest client = new ClientUnderTest(server.port(), limits)) {
      MeasuredRequest request = client.send();
      assertThat(request.outcome()).isEqualTo(Outcome.TIMEOUT);
      assertThat(request.detail()).isEqualTo("no further event within 300 ms");
      assertThat(request.chunks()).isEqualTo(180);
      assertThat(server.isHungUp()).isTrue();
    }
  }

  @Test
  void comments_before_the_first_token_are_no_token() throws Exception {
    String recording = "wire/sse-keep-alive-comments.txt";
    MeasuredRequest request =
        replay(
            Script.stream()
                .chunk(": keep-alive\n\n")
                .at(400)
                .chunk(Recording.body(recording))
                .end());
    assertThat(request.outcome()).isEqualTo(Outcome.ANSWERED);
    assertThat(request.ttftNanos().orElseThrow()).isGreaterThanOrEqualTo(400_000_000);
    assertThat(request.outputTokens()).isEqualTo(8);
    assertThat(request.chunks()).isEqualTo(3);
  }

  @Test
  void a_chunk_with_empty_text_is_a_token() throws Exception {
    MeasuredRequest request =
        replay(Recording.script("wire/sse-cut-sigterm.txt").chunk("data: [DONE]\n\n").end());
    assertThat(request.outcome()).isEqualTo(Outcome.ANSWERED);
    assertThat(request.emptyChunks()).isEqualTo(8);
    assertThat(request.outputTokens()).isEqualTo(180);
    assertThat(request.flags()).containsExactly(Flag.USAGE_MISSING, Flag.FINISH_REASON_MISSING);
  }

  @Test
  void a_full_queue_is_a_refusal() throws Exception {
    MeasuredRequest request = replay(Recording.script("wire/admission-503.txt"));
    assertThat(request.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(request.status()).hasValue(503);
    assertThat(request.detail()).startsWith("The engine is currently busy");
    assertThat(request.retryAfterOrNull()).isNull();
  }

  @Test
  void an_answer_in_one_piece_is_no_stream_to_measure() throws Exception {
    MeasuredRequest request = replay(Recording.script("wire/completion-nonstream.txt"));
    assertThat(request.outcome()).isEqualTo(Outcome.ERROR);
    assertThat(request.detail()).startsWith("not an event stream but application/json: {\"id\"");
  }

  private static MeasuredRequest replay(Script script) throws Exception {
    try (ScriptedServer server = ScriptedServer.start(script);
        ClientUnderTest client = new ClientUnderTest(server.port(), ClientUnderTest.PATIENT)) {
      return client.send();
    }
  }
}
