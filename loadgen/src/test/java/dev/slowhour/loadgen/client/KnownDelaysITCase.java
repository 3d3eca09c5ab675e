package dev.slowhour.loadgen.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.loadgen.testing.Script;
import dev.slowhour.loadgen.testing.ScriptedServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Against a server whose delays are known. No upper bound here: docs/benchmarks.md has figures. */
class KnownDelaysITCase {

  private static final int REQUESTS = 20;
  private static final int TOKENS = 11;
  private static final int FIRST_MS = 80;
  private static final int GAP_MS = 10;

  @Test
  void measured_times_are_never_shorter_than_the_servers_delays() throws Exception {
    Script script = Script.stream();
    for (int i = 0; i < TOKENS; i++) {
      script
          .at(FIRST_MS + (long) i * GAP_MS)
          .chunk("data: {\"choices\":[{\"text\":\"a\",\"finish_reason\":null}]}\n\n");
    }
    script
        .chunk(
            """
            data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":11}}

            data: [DONE]

            """)
        .end();
    List<MeasuredRequest> measured = new ArrayList<>();
    try (ScriptedServer server = ScriptedServer.start(script);
        ClientUnderTest client = new ClientUnderTest(server.port(), ClientUnderTest.PATIENT)) {
      for (int i = 0; i < REQUESTS; i++) {
        measured.add(client.send());
      }
    }
    assertThat(measured)
        .allSatisfy(
            request -> {
              assertThat(request.outcome()).isEqualTo(Outcome.ANSWERED);
              assertThat(request.outputTokens()).isEqualTo(TOKENS);
              assertThat(request.chunks()).isEqualTo(TOKENS);
              assertThat(request.ttftNanos().orElseThrow())
                  .isGreaterThanOrEqualTo(FIRST_MS * 1_000_000L);
              // All of the stream: its last token is not there before the server sends it.
              assertThat(request.times().last() - request.times().sent())
                  .isGreaterThanOrEqualTo((FIRST_MS + (TOKENS - 1) * GAP_MS) * 1_000_000L);
            });
  }
}
