package dev.slowhour.loadgen.run;

import dev.slowhour.loadgen.client.EventLoops;
import dev.slowhour.loadgen.client.Limits;
import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.Outcome;
import dev.slowhour.loadgen.client.PlannedRequest;
import dev.slowhour.loadgen.client.RunClock;
import dev.slowhour.loadgen.client.StreamingClient;
import dev.slowhour.loadgen.client.Target;
import dev.slowhour.loadgen.testing.Script;
import dev.slowhour.loadgen.testing.ScriptedServer;
import io.prometheus.client.CollectorRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * Measures the client itself, for docs/benchmarks.md: {@code ClientBenchmark URL RATE SECONDS}
 * loads a server at a fixed rate, {@code ClientBenchmark delays} one whose delays are exact.
 */
public final class ClientBenchmark {

  private static final long SECOND = 1_000_000_000L;

  private ClientBenchmark() {}

  /** Runs it and prints figures. */
  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("delays")) {
      delays();
    } else {
      long rate = Long.parseLong(arguments[1]);
      RunStats stats = run(arguments[0], rate, Long.parseLong(arguments[2]));
      print(stats);
    }
  }

  private static void delays() throws Exception {
    int firstMs = 250;
    int gapMs = 30;
    int tokens = 41;
    Script script = Script.stream();
    for (int i = 0; i < tokens; i++) {
      script.at(firstMs + (long) i * gapMs).chunk("data: {\"choices\":[{\"text\":\"a\"}]}\n\n");
    }
    script
        .chunk(
            """
            data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":41}}

            data: [DONE]

            """)
        .end();
    try (ScriptedServer server = ScriptedServer.start(script)) {
      RunStats stats = run("http://127.0.0.1:" + server.port(), 20, 30);
      System.out.printf("known: TTFT %d ms, TPOT %d ms%n", firstMs, gapMs);
      print(stats);
    }
  }

  private static RunStats run(String url, long rate, long seconds) throws Exception {
    try (EventLoops loops = EventLoops.start(2)) {
      WarmUp.run(loops, Api.COMPLETIONS, Duration.ofSeconds(5));
      return run(loops, url, rate, seconds);
    }
  }

  private static RunStats run(EventLoops loops, String url, long rate, long seconds)
      throws Exception {
    RunClock clock = RunClock.startingNow();
    try (StreamingClient client =
        new StreamingClient(loops.vertx(), Target.parse(url), Limits.DEFAULT, clock)) {
      Recorder recorder = new Recorder(new Nowhere(), clock, false);
      LoadRun run =
          new LoadRun(
              loops,
              client,
              clock,
              Api.COMPLETIONS,
              false,
              request -> Map.of(),
              new RunMetrics(new CollectorRegistry()),
              recorder);
      run.run(schedule(rate, seconds));
      recorder.finish();
      return recorder.all();
    }
  }

  private static Schedule schedule(long rate, long seconds) {
    return new Schedule() {
      private long sent;

      @Override
      public long nextNanos() {
        return sent < rate * seconds ? SECOND + sent * SECOND / rate : NOTHING;
      }

      @Override
      public OfferedRequest next() {
        long at = nextNanos();
        String id = "r" + sent++;
        return OfferedRequest.of(
            new PlannedRequest(id, "t", "e", "p", "normal", at, 100, 2), "model");
      }

      @Override
      public void ended(MeasuredRequest request) {
        // Nobody waits for it.
      }
    };
  }

  private static void print(RunStats stats) {
    System.out.printf("requests %d, answered %d%n", stats.total(), stats.count(Outcome.ANSWERED));
    System.out.printf(
        "lag ms  p50 %.3f  p99 %.3f  max %.3f%n",
        stats.lagMs(50), stats.lagMs(99), stats.lagMs(100));
    System.out.printf(
        "TTFT ms p50 %.3f  p99 %.3f%nTPOT ms p50 %.3f  p99 %.3f%n",
        stats.ttftMs(50), stats.ttftMs(99), stats.tpotMs(50), stats.tpotMs(99));
  }

  private static final class Nowhere implements RecordSink {
    @Override
    public void accept(MeasuredRequest request, RunClock clock) throws IOException {
      // Figures alone.
    }

    @Override
    public void close() {}
  }
}
