package dev.slowhour.loadgen.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * OpenAI's own client against the served engine, where the machine has it: a Python that can import
 * {@code openai}, named by {@code -Dslowhour.openai-python} where it is not the usual one.
 */
class ThirdPartyClientITCase {

  private static final String PYTHON = System.getProperty("slowhour.openai-python", "python3");

  @TempDir private Path folder;

  @Test
  void openais_client_for_python_does_not_notice() throws Exception {
    assumeTrue(hasOpenai(), PYTHON + " cannot import openai");
    Path script = folder.resolve("client.py");
    try (var resource = getClass().getResourceAsStream("/clients/openai_client.py")) {
      Files.write(script, resource.readAllBytes());
    }
    try (EngineUnderTest engine = EngineUnderTest.start()) {
      Process client =
          new ProcessBuilder(PYTHON, script.toString(), "http://127.0.0.1:" + engine.port())
              .redirectErrorStream(true)
              .start();
      List<String> lines =
          new String(client.getInputStream().readAllBytes(), UTF_8).lines().toList();
      assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(lines)
          .containsExactly(
              "model tiny-llama",
              "chat length 4 5",
              "completion length 7",
              "stream 7 7",
              "refused 404");
    }
  }

  private static boolean hasOpenai() throws InterruptedException {
    try {
      Process probe =
          new ProcessBuilder(PYTHON, "-c", "import openai")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return probe.waitFor(60, TimeUnit.SECONDS) && probe.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
