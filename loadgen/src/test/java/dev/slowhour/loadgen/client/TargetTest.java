package dev.slowhour.loadgen.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:8000, 127.0.0.1, 8000, false, ''",
    "http://127.0.0.1:8000/, 127.0.0.1, 8000, false, ''",
    "http://127.0.0.1:8000/v1, 127.0.0.1, 8000, false, ''",
    "https://llm.example/openai/v1/, llm.example, 443, true, /openai",
    "HTTP://llm.example/openai, llm.example, 80, false, /openai",
    "http://[::1]:8000, ::1, 8000, false, ''",
  })
  void a_url_is_read(String url, String host, int port, boolean isTls, String basePath) {
    assertThat(Target.parse(url)).isEqualTo(new Target(host, port, isTls, basePath));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1:8000", "ftp://h", "http://", "http:///v1", "a b", "http://h?x"})
  void what_is_no_such_url_is_refused(String url) {
    assertThatThrownBy(() -> Target.parse(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(expected: an http or https URL such as http://127.0.0.1:8000");
  }

  @Test
  void a_password_in_a_url_is_refused_and_not_repeated() {
    assertThatThrownBy(() -> Target.parse("http://me:secret@h"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("secret");
  }
}
