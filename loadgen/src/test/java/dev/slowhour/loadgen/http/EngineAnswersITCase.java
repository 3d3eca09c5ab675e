package dev.slowhour.loadgen.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slowhour.loadgen.testing.Recording;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers, field by field against what a real vLLM 0.32 sent. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EngineAnswersITCase {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CHAT =
      "{\"messages\":[{\"role\":\"user\",\"content\":\"why is it slow\"}],\"max_tokens\":12";
  private static final String COMPLETION = "{\"prompt\":\"why is it slow\",\"max_tokens\":12";

  private EngineUnderTest engine;

  @BeforeAll
  void startEngine() throws Exception {
    engine = EngineUnderTest.start();
  }

  @AfterAll
  void stopEngine() {
    engine.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/completions, sse-completion.txt, false",
    "/v1/chat/completions, sse-chat.txt, false",
    "/v1/chat/completions, wire/sse-chat-continuous-usage.txt, true"
  })
  void a_stream_has_the_fields_of_vllms_in_their_order(
      String path, String recording, boolean isContinuous) throws Exception {
    List<String> expected = events(Recording.body(recording));
    int tokens = isContinuous ? 4 : 12;
    HttpResponse<String> response =
        engine.post(
            path,
            (path.contains("chat") ? CHAT : COMPLETION).replace("12", Integer.toString(tokens))
                + ",\"stream\":true,\"ignore_eos\":true,\"stream_options\":{\"include_usage\":true"
                + (isContinuous ? ",\"continuous_usage_stats\":true" : "")
                + "}}");
    List<String> events = events(response.body());

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type"))
        .contains("text/event-stream; charset=utf-8");
    assertThat(events).hasSameSizeAs(expected);
    for (int i = 0; i < events.size(); i++) {
      assertThat(shape(events.get(i))).isEqualTo(shape(expected.get(i)));
    }
    assertThat(response.body()).endsWith("\n\ndata: [DONE]\n\n");
  }

  @Test
  void an_answer_in_one_piece_has_the_fields_of_vllms() throws Exception {
    HttpResponse<String> response = engine.post("/v1/completions", COMPLETION + "}");
    assertThat(response.headers().firstValue("content-type")).contains("application/json");
    assertThat(shape(response.body()))
        .isEqualTo(shape(Recording.body("wire/completion-nonstream.txt")));
    assertThat(JSON.readTree(response.body()).at("/usage/total_tokens").asInt()).isEqualTo(16);
  }

  @Test
  void usage_is_told_only_when_asked_for() throws Exception {
    HttpResponse<String> response =
        engine.post("/v1/completions", COMPLETION + ",\"stream\":true}");
    assertThat(response.body()).doesNotContain("usage").endsWith("data: [DONE]\n\n");
    assertThat(events(response.body())).hasSize(12);
  }

  @Test
  void the_request_id_is_the_answers() throws Exception {
    JsonNode answer = JSON.readTree(engine.post("/v1/chat/completions", CHAT + "}").body());
    assertThat(answer.path("id").asText()).isEqualTo("chatcmpl-my-req");
    assertThat(answer.at("/choices/0/message/role").asText()).isEqualTo("assistant");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'prompt':'a b c','max_tokens':5}|3|5|length",
        "{'prompt':[7,8,9,10],'max_tokens':5}|4|5|length",
        "{'prompt':[[7,8]],'max_tokens':1}|2|1|length",
        "{'prompt':['a b'],'max_tokens':1}|2|1|length",
        "{'prompt':'a'}|1|16|length",
        "{'prompt':'a','max_tokens':500}|1|128|stop",
        "{'prompt':'a','max_tokens':500,'min_tokens':200}|1|200|stop",
        "{'prompt':'a','max_tokens':200,'ignore_eos':true}|1|200|length",
        "{'prompt':'internationalization'}|3|16|length",
      },
      quoteCharacter = '~')
  void tokens_are_counted_and_answers_end(
      String body, int promptTokens, int outputTokens, String reason) throws Exception {
    JsonNode answer = JSON.readTree(engine.post("/v1/completions", body.replace('\'', '"')).body());
    assertThat(answer.at("/usage/prompt_tokens").asInt()).isEqualTo(promptTokens);
    assertThat(answer.at("/usage/completion_tokens").asInt()).isEqualTo(outputTokens);
    assertThat(answer.at("/choices/0/finish_reason").asText()).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "0, /v1/completions, '{\"prompt\":\"LONG\",\"max_tokens\":200}'",
    "1, /v1/completions, '{\"prompt\":\"a\",\"max_tokens\":5000}'",
    "2, /v1/completions, '{\"prompt\":\"a\",\"model\":\"no-such-model\"}'",
    "4, /v1/chat/completions, '{\"messages\":[{\"content\":\"a\"}],\"temperature\":-1}'",
    "5, /v1/chat/completions, '{\"messages\":[{\"content\":\"LONG\"}],\"max_tokens\":200}'"
  })
  void a_refusal_is_vllms_word_for_word(int line, String path, String body) throws Exception {
    JsonNode recorded = JSON.readTree(Recording.line("requests-failed.jsonl", line));
    HttpResponse<String> response = engine.post(path, body.replace("LONG", "word ".repeat(1_025)));
    assertThat(response.statusCode()).isEqualTo(recorded.path("status").asInt());
    assertThat(JSON.readTree(response.body()))
        .isEqualTo(JSON.readTree(recorded.path("error").asText()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"prompt\": \"a\", \"max_tokens\": ", "nonsense", "[]", "{}", ""})
  void a_body_that_cannot_be_read_is_a_400_in_vllms_form(String body) throws Exception {
    HttpResponse<String> response = engine.post("/v1/completions", body);
    JsonNode recorded = JSON.readTree(Recording.line("requests-failed.jsonl", 3));
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(shape(response.body())).isEqualTo(shape(recorded.path("error").asText()));
  }

  @Test
  void a_prompt_and_an_answer_that_do_not_fit_together_are_refused() throws Exception {
    HttpResponse<String> response =
        engine.post(
            "/v1/completions", "{\"prompt\":\"" + "word ".repeat(1_000) + "\",\"max_tokens\":25}");
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("for a total of at least 1025 tokens");
  }

  @Test
  void models_are_listed() throws Exception {
    JsonNode model = JSON.readTree(engine.get("/v1/models").body()).at("/data/0");
    assertThat(model.path("id").asText()).isEqualTo("tiny-llama");
    assertThat(model.path("max_model_len").asInt()).isEqualTo(1024);
  }

  @ParameterizedTest
  @CsvSource({"/v1/nothing, 404, Not Found", "/v1/completions, 405, Method Not Allowed"})
  void what_is_not_there_is_said_in_the_frameworks_form(String path, int status, String detail)
      throws Exception {
    HttpResponse<String> response = engine.get(path);
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.body()).isEqualTo("{\"detail\":\"" + detail + "\"}");
  }

  @Test
  void health_is_an_empty_200() throws Exception {
    HttpResponse<String> response = engine.get("/health");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  private static List<String> events(String body) {
    return body.lines()
        .filter(line -> line.startsWith("data: {"))
        .map(line -> line.substring(6))
        .toList();
  }

  /** The names of all fields in their order, and the kinds of their values. */
  private static List<String> shape(String json) throws Exception {
    List<String> shape = new ArrayList<>();
    add("", JSON.readTree(json), shape);
    return shape;
  }

  private static void add(String path, JsonNode node, List<String> shape) {
    shape.add(path + " " + node.getNodeType());
    for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      add(path + "/" + name, node.get(name), shape);
    }
    if (node.isArray()) {
      for (JsonNode element : node) {
        add(path + "[]", element, shape);
      }
    }
  }
}
