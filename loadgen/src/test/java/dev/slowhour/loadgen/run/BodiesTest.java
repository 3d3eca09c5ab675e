package dev.slowhour.loadgen.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.client.PlannedRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BodiesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Property(tries = 200)
  void a_prompt_has_as_many_words_as_tokens_are_planned(
      @ForAll @IntRange(min = 1, max = 400) int tokens,
      @ForAll @IntRange(min = 0, max = 5) int spans,
      @ForAll @IntRange(min = 1, max = 100) int tokensPerSpan) {
    OfferedRequest request =
        new OfferedRequest(plan(tokens), "m", 0, new long[spans], tokensPerSpan);
    assertThat(PromptWords.text(request, 7).split(" ", -1)).hasSize(tokens);
  }

  @Test
  void equal_spans_are_equal_text_and_the_rest_is_not() {
    String one = PromptWords.text(offered(new long[] {1, 2}), 10);
    String same = PromptWords.text(offered(new long[] {1, 2}), 10);
    String shared = PromptWords.text(offered(new long[] {1, 2}), 11);
    String half = PromptWords.text(offered(new long[] {1, 3}), 10);
    assertThat(same).isEqualTo(one);
    assertThat(words(shared, 0, 20)).isEqualTo(words(one, 0, 20));
    assertThat(words(shared, 20, 30)).isNotEqualTo(words(one, 20, 30));
    assertThat(words(half, 0, 10)).isEqualTo(words(one, 0, 10));
    assertThat(words(half, 10, 20)).isNotEqualTo(words(one, 10, 20));
  }

  @Test
  void a_body_asks_for_as_many_tokens_and_for_usage() throws Exception {
    JsonNode chat = JSON.readTree(Api.CHAT.body(offered(new long[0]), 1, false));
    assertThat(chat.at("/messages/0/role").asText()).isEqualTo("user");
    assertThat(chat.at("/messages/0/content").asText().split(" ", -1)).hasSize(30);
    assertThat(chat.path("max_tokens").asInt()).isEqualTo(8);
    assertThat(chat.path("stream").asBoolean()).isTrue();
    assertThat(chat.at("/stream_options/include_usage").asBoolean()).isTrue();
    assertThat(chat.path("ignore_eos").asBoolean()).isTrue();
    assertThat(chat.path("priority").asInt()).isEqualTo(3);

    JsonNode completion = JSON.readTree(Api.COMPLETIONS.body(offered(new long[0]), 1, true));
    assertThat(completion.path("prompt").isTextual()).isTrue();
    assertThat(completion.has("ignore_eos")).isFalse();
    assertThat(completion.has("priority")).isFalse();
  }

  @Test
  void tenants_are_told_by_key_or_by_header() {
    TenantHeaders headers =
        new TenantHeaders(
            Map.of("authorization", "Bearer common"), Map.of("t-1", "own"), "x-tenant");
    assertThat(headers.apply(offered(new long[0])))
        .containsEntry("authorization", "Bearer own")
        .containsEntry("x-tenant", "t-1")
        .containsEntry("x-request-id", "r-1");
    assertThat(new TenantHeaders(Map.of("a", "b"), Map.of(), "").apply(offered(new long[0])))
        .containsOnly(Map.entry("a", "b"), Map.entry("x-request-id", "r-1"));
  }

  @Test
  void keys_are_read_and_a_fault_is_told_without_them(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("keys.json");
    Files.writeString(file, "{\"t-1\":\"secret\"}");
    assertThat(TenantHeaders.readKeys(file)).containsOnly(Map.entry("t-1", "secret"));

    for (String broken : new String[] {"{\"t-1\":1}", "{\"t-1\":\"secret\"", "{}"}) {
      Files.writeString(file, broken);
      Assertions.assertThatThrownBy(() -> TenantHeaders.readKeys(file))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("expected")
          .hasMessageNotContaining("secret");
    }
  }

  private static String words(String text, int from, int to) {
    return String.join(" ", java.util.Arrays.asList(text.split(" ", -1)).subList(from, to));
  }

  private static OfferedRequest offered(long[] spans) {
    return new OfferedRequest(plan(30), "m", 3, spans, 10);
  }

  private static PlannedRequest plan(int tokens) {
    return new PlannedRequest("r-1", "t-1", "e-1", "p-1", "normal", 0, tokens, 8);
  }
}
