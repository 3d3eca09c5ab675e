package dev.slowhour.loadgen.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.loadgen.client.MeasuredRequest.Times;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerRecorderTest {

  private static final PlannedRequest PLAN =
      new PlannedRequest("r-1", "t-1", "e-1", "p-1", "normal", 100, 32, 8);

  private static final String TOKEN = "data: {\"choices\":[{\"text\":\"a\"}]}\n\n";
  private static final String LAST =
      "data: {\"choices\":[{\"text\":\"\",\"finish_reason\":\"length\"}]}\n\n";
  private static final String USAGE =
      "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":30,\"completion_tokens\":3}}\n\n";
  private static final String DONE = "data: [DONE]\n\n";

  private static final Limits LIMITS =
      new Limits(
          Duration.ofMillis(1), Duration.ofMillis(20), Duration.ofMillis(5), Duration.ofMillis(50));

  private final AnswerRecorder recorder = new AnswerRecorder(PLAN, 150);

  @Test
  void times_are_those_of_the_chunks_with_tokens() {
    recorder.connected(160);
    stream(200);
    recorder.bytes(TOKEN.getBytes(UTF_8), 1_000);
    recorder.bytes(TOKEN.getBytes(UTF_8), 1_300);
    recorder.bytes(LAST.getBytes(UTF_8), 1_700);
    recorder.bytes((USAGE + DONE).getBytes(UTF_8), 1_900);

    MeasuredRequest request = result();
    assertThat(request.outcome()).isEqualTo(Outcome.ANSWERED);
    assertThat(request.times()).isEqualTo(new Times(150, 160, 200, 1_000, 1_700, 1_900));
    assertThat(request.sendLagNanos()).isEqualTo(50);
    assertThat(request.ttftNanos()).hasValue(850);
    assertThat(request.ttftFromIntendedNanos()).hasValue(900);
    assertThat(request.tpotNanos()).isEqualTo(350.0);
    assertThat(request.inputTokens()).isEqualTo(30);
    assertThat(request.outputTokens()).isEqualTo(3);
    assertThat(request.chunks()).isEqualTo(3);
    assertThat(request.emptyChunks()).isEqualTo(1);
    assertThat(request.flags()).isEmpty();
  }

  @Test
  void several_tokens_in_a_chunk_are_counted_by_usage_and_flagged() {
    stream(200);
    recorder.bytes(TOKEN.getBytes(UTF_8), 1_000);
    recorder.bytes((LAST + USAGE + DONE).getBytes(UTF_8), 1_700);

    assertThat(result().tpotNanos()).isEqualTo(350.0);
    assertThat(result().flags()).containsExactly(Flag.TOKENS_BATCHED);
  }

  @Test
  void a_tpot_of_several_tokens_in_one_chunk_is_flagged_as_no_measurement() {
    stream(200);
    recorder.bytes((LAST + USAGE + DONE).getBytes(UTF_8), 1_700);

    assertThat(result().tpotNanos()).isZero();
    assertThat(result().flags()).containsExactly(Flag.TOKENS_BATCHED, Flag.TPOT_UNMEASURED);
  }

  @Test
  void without_usage_chunks_are_counted_and_the_input_is_the_plans() {
    stream(200);
    recorder.bytes((TOKEN + LAST + DONE).getBytes(UTF_8), 1_000);

    assertThat(result().outputTokens()).isEqualTo(2);
    assertThat(result().inputTokens()).isEqualTo(32);
    assertThat(result().flags()).containsExactly(Flag.USAGE_MISSING);
  }

  @Test
  void the_last_usage_that_is_not_null_counts() {
    String early =
        "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":30,\"completion_tokens\":1}}";
    String nothing = "data: {\"choices\":[],\"usage\":null}\n\n";
    stream(200);
    recorder.bytes((early + "\n\n" + TOKEN + LAST + USAGE + nothing + DONE).getBytes(UTF_8), 900);

    assertThat(result().outputTokens()).isEqualTo(3);
  }

  @Test
  void a_clean_end_with_a_finish_reason_is_an_answer_without_done() {
    stream(200);
    recorder.bytes((TOKEN + LAST).getBytes(UTF_8), 1_000);
    recorder.end(1_100);

    assertThat(result().outcome()).isEqualTo(Outcome.ANSWERED);
    assertThat(result().flags()).containsExactly(Flag.USAGE_MISSING, Flag.DONE_MISSING);
    assertThat(result().times().done()).isEqualTo(1_100);
  }

  @Test
  void a_clean_end_without_both_is_a_cut_stream() {
    stream(200);
    recorder.bytes(TOKEN.getBytes(UTF_8), 1_000);
    recorder.end(1_100);

    assertFailed(Outcome.ERROR, 200, "the stream ended without a finish reason and without [DONE]");
  }

  @Test
  void done_without_a_token_is_no_answer() {
    stream(200);
    recorder.bytes((USAGE + DONE).getBytes(UTF_8), 1_000);

    assertFailed(Outcome.ERROR, 200, "the stream ended without a token");
    assertThat(result().ttftNanos()).isEmpty();
  }

  @Test
  void an_error_event_fails_the_stream_whatever_came_before_and_after() {
    stream(200);
    String error = "data: {\"error\":{\"message\":\"dead\",\"code\":500}}\n\n";
    recorder.bytes((TOKEN + LAST + USAGE + error + DONE).getBytes(UTF_8), 1_000);

    assertFailed(Outcome.ERROR, 500, "dead");
  }

  @Test
  void an_error_event_of_a_full_queue_before_the_first_token_is_a_refusal() {
    stream(200);
    recorder.bytes(
        ("data: {\"error\":{\"message\":\"full\",\"code\":503}}\n\n" + DONE).getBytes(UTF_8), 900);

    assertFailed(Outcome.REFUSED, 503, "full");
  }

  @Test
  void an_error_event_before_a_broken_connection_is_what_went_wrong() {
    stream(200);
    recorder.bytes("data: {\"error\":\"dead\"}\n\n".getBytes(UTF_8), 900);
    recorder.lost("reset", 950);

    assertFailed(Outcome.ERROR, 200, "dead");
  }

  @ParameterizedTest
  @CsvSource({"429,REFUSED", "503,REFUSED", "408,TIMEOUT", "504,TIMEOUT", "500,ERROR", "404,ERROR"})
  void a_status_says_how_a_request_failed(int status, Outcome outcome) {
    recorder.head(status, Optional.of("application/json"), Optional.of("3"), 200);
    recorder.bytes("{\"error\":{\"message\":\"m\"}}".getBytes(UTF_8), 300);
    recorder.end(400);

    assertFailed(outcome, status, "m");
    assertThat(result().retryAfterOrNull()).isEqualTo("3");
    assertThat(result().times()).isEqualTo(new Times(150, -1, 200, -1, -1, 400));
  }

  @ParameterizedTest
  @CsvSource({
    "text/html,not an event stream but text/html: <h1>hello</h1>",
    ",not an event stream but no content type: <h1>hello</h1>"
  })
  void a_body_that_is_no_event_stream_is_no_answer(String type, String detail) {
    recorder.head(200, Optional.ofNullable(type), Optional.empty(), 200);
    recorder.bytes("<h1>hello</h1>\n".getBytes(UTF_8), 300);
    recorder.end(400);

    assertFailed(Outcome.ERROR, 200, detail);
  }

  @Test
  void an_error_in_a_json_body_behind_a_200_is_that_error() {
    recorder.head(200, Optional.of("application/json"), Optional.empty(), 200);
    recorder.bytes("{\"error\":{\"message\":\"busy\",\"code\":429}}".getBytes(UTF_8), 300);
    recorder.end(400);

    assertFailed(Outcome.REFUSED, 429, "busy");
  }

  @Test
  void an_event_that_is_no_json_ends_the_request() {
    stream(200);
    recorder.bytes(("data: {\"choices\"\n\n" + TOKEN + DONE).getBytes(UTF_8), 300);

    assertFailed(Outcome.ERROR, 200, "an event is no JSON object: {\"choices\"");
  }

  @Test
  void what_comes_after_the_end_changes_nothing() {
    stream(200);
    recorder.bytes((TOKEN + LAST + USAGE + DONE).getBytes(UTF_8), 1_000);
    MeasuredRequest request = result();
    recorder.bytes(TOKEN.getBytes(UTF_8), 1_100);
    recorder.lost("reset", 1_200);
    recorder.cut("late", 1_300);
    recorder.cancel(1_400);
    recorder.end(1_500);

    assertThat(result()).isEqualTo(request);
  }

  @Test
  void a_request_without_a_token_is_cut_by_the_limit_of_the_first_token() {
    stream(200);
    recorder.bytes(": keep-alive\n\n".getBytes(UTF_8), 19_000_000);
    recorder.cutIfPast(LIMITS, 20_000_149);
    assertThat(recorder.result()).isEmpty();
    recorder.cutIfPast(LIMITS, 20_000_150);

    assertFailed(Outcome.TIMEOUT, 200, "no token within 20 ms");
  }

  @Test
  void a_stream_without_further_events_is_cut_by_the_idle_limit_and_comments_do_not_save_it() {
    stream(200);
    recorder.bytes(TOKEN.getBytes(UTF_8), 1_000_000);
    recorder.bytes(": keep-alive\n\n".getBytes(UTF_8), 5_000_000);
    recorder.cutIfPast(LIMITS, 5_999_999);
    assertThat(recorder.result()).isEmpty();
    recorder.cutIfPast(LIMITS, 6_000_000);

    assertFailed(Outcome.TIMEOUT, 200, "no further event within 5 ms");
  }

  @Test
  void a_stream_that_goes_on_for_ever_is_cut_by_the_total_limit() {
    stream(200);
    for (int ms = 1; ms < 50; ms++) {
      recorder.bytes(TOKEN.getBytes(UTF_8), ms * 1_000_000L);
      recorder.cutIfPast(LIMITS, ms * 1_000_000L);
    }
    assertThat(recorder.deadline(LIMITS)).isEqualTo(50_000_150);
    recorder.cutIfPast(LIMITS, 50_000_150);

    assertFailed(Outcome.TIMEOUT, 200, "no end within 50 ms");
    assertThat(result().chunks()).isEqualTo(49);
  }

  @Test
  void a_request_that_is_given_up_is_cancelled_and_not_failed_by_the_server() {
    stream(200);
    recorder.bytes(TOKEN.getBytes(UTF_8), 1_000);
    recorder.cancel(2_000);

    assertFailed(Outcome.CANCELLED, 200, "the run was ended");
  }

  private void stream(long nanos) {
    recorder.head(200, Optional.of("text/event-stream; charset=utf-8"), Optional.empty(), nanos);
  }

  private MeasuredRequest result() {
    return recorder.result().orElseThrow();
  }

  private void assertFailed(Outcome outcome, int status, String detail) {
    assertThat(result().outcome()).isEqualTo(outcome);
    assertThat(result().status()).hasValue(status);
    assertThat(result().detail()).isEqualTo(detail);
  }
}
