package dev.slowhour.loadgen.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slowhour.core.read.InputException;
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
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadRunITCase {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ANSWER =
      """
      data: {"choices":[{"text":"a"}]}

      data: {"choices":[{"text":"b","finish_reason":"length"}]}

      data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2}}

      data: [DONE]

      """;

  @TempDir private Path folder;

  @Test
  void a_server_that_does_not_answer_does_not_slow_the_load_down() throws Exception {
    RunClock clock = RunClock.startingNow();
    try (ScriptedServer server = ScriptedServer.start(Script.silence().hold());
        EventLoops loops = EventLoops.start(2);
        StreamingClient client = client(loops, server, clock)) {
      Recorder recorder = new Recorder(new Nowhere(), clock, true);
      LoadRun run = loadRun(loops, client, clock, recorder, new CollectorRegistry());
      Thread canceller = cancelWhenSent(run, 100);
      Planned schedule = new Planned(100, 2);
      run.run(schedule);
      canceller.join();
      recorder.finish();
      assertThat(run.sent()).isEqualTo(100);
      assertThat(recorder.all().count(Outcome.CANCELLED)).isEqualTo(100);
      assertThat(recorder.kept()).allMatch(request -> request.sendLagNanos() >= 0);
    }
  }

  @Test
  void the_schedule_hears_of_every_end() throws Exception {
    Planned schedule = new Planned(20, 1);
    Recorder recorder = run(Script.stream().chunk(ANSWER).end(), schedule);
    assertThat(recorder.all().count(Outcome.ANSWERED)).isEqualTo(20);
    assertThat(schedule.ended).hasSize(20);
  }

  @Test
  void records_of_answers_and_failures_are_written_apart() throws Exception {
    Path out = folder.resolve("run");
    run(Script.stream().chunk(ANSWER).end(), new Planned(3, 1), FileSink.open(out));
    assertThat(Files.readAllLines(out.resolve("request_logs.jsonl"))).hasSize(3);
    assertThat(Files.readAllLines(out.resolve("request_failures.jsonl"))).isEmpty();
    JsonNode timing = JSON.readTree(Files.readAllLines(out.resolve("timings.jsonl")).get(0));
    assertThat(timing.path("sent_ms").decimalValue())
        .isGreaterThanOrEqualTo(timing.path("scheduled_ms").decimalValue());

    Path refused = folder.resolve("refused");
    Script busy =
        Script.head("HTTP/1.1 429 Too Many Requests", "retry-after: 1", "content-length: 0");
    Recorder recorder = run(busy, new Planned(3, 1), FileSink.open(refused));
    assertThat(Files.readAllLines(refused.resolve("request_logs.jsonl"))).isEmpty();
    assertThat(Files.readAllLines(refused.resolve("request_failures.jsonl")))
        .hasSize(3)
        .allSatisfy(
            line -> {
              assertThat(JSON.readTree(line).path("kind").asText()).isEqualTo("refused");
              assertThat(JSON.readTree(line).path("status").asInt()).isEqualTo(429);
            });
    assertThat(recorder.all().ttftMs(50)).isZero();
  }

  @Test
  void a_run_is_not_added_to_another() throws Exception {
    Files.writeString(folder.resolve("timings.jsonl"), "");
    assertThatThrownBy(() -> FileSink.open(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("timings.jsonl: is there already");
  }

  @Test
  void a_run_that_is_given_up_ends_its_requests_and_sends_no_more() throws Exception {
    RunClock clock = RunClock.startingNow();
    try (ScriptedServer server = ScriptedServer.start(Script.stream().hold());
        EventLoops loops = EventLoops.start(1);
        StreamingClient client = client(loops, server, clock)) {
      Recorder recorder = new Recorder(new Nowhere(), clock, true);
      LoadRun run = loadRun(loops, client, clock, recorder, new CollectorRegistry());
      Thread canceller = cancelWhenSent(run, 5);
      // The sixth would be due in an hour.
      run.run(new Planned(5, 1, 3_600_000));
      canceller.join();
      recorder.finish();
      assertThat(recorder.all().count(Outcome.CANCELLED)).isEqualTo(5);
      assertThat(run.inFlight()).isZero();
      assertThat(server.isHungUp()).isTrue();
    }
  }

  @Test
  void metrics_count_what_was_sent_and_how_it_ended() throws Exception {
    RunClock clock = RunClock.startingNow();
    CollectorRegistry registry = new CollectorRegistry();
    try (ScriptedServer server = ScriptedServer.start(Script.stream().chunk(ANSWER).end());
        EventLoops loops = EventLoops.start(1);
        StreamingClient client = client(loops, server, clock);
        MetricsServer metrics = MetricsServer.start(loops.vertx(), registry, "127.0.0.1", 0)) {
      Recorder recorder = new Recorder(new Nowhere(), clock, false);
      loadRun(loops, client, clock, recorder, registry).run(new Planned(4, 1));
      recorder.finish();
      String page =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(
                          URI.create("http://127.0.0.1:" + metrics.port() + "/metrics"))
                      .build(),
                  HttpResponse.BodyHandlers.ofString())
              .body();
      assertThat(page)
          .contains(
              "slowhour_loadgen_requests_sent_total{tenant_id=\"t-1\",endpoint_id=\"e-1\",} 4.0",
              "slowhour_loadgen_requests_ended_total{tenant_id=\"t-1\",endpoint_id=\"e-1\","
                  + "outcome=\"answered\",status=\"200\",} 4.0",
              "slowhour_loadgen_requests_in_flight 0.0",
              "slowhour_loadgen_send_lag_seconds_count 4.0");
    }
  }

  private static Thread cancelWhenSent(LoadRun run, int requests) {
    Thread canceller =
        new Thread(
            () -> {
              while (run.sent() < requests) {
                Thread.onSpinWait();
              }
              run.cancel();
            });
    canceller.start();
    return canceller;
  }

  private static Recorder run(Script script, Planned schedule) throws Exception {
    return run(script, schedule, new Nowhere());
  }

  private static Recorder run(Script script, Planned schedule, RecordSink sink) throws Exception {
    RunClock clock = RunClock.startingNow();
    try (ScriptedServer server = ScriptedServer.start(script);
        EventLoops loops = EventLoops.start(2);
        StreamingClient client = client(loops, server, clock)) {
      Recorder recorder = new Recorder(sink, clock, true);
      loadRun(loops, client, clock, recorder, new CollectorRegistry()).run(schedule);
      recorder.finish();
      return recorder;
    }
  }

  private static StreamingClient client(EventLoops loops, ScriptedServer server, RunClock clock) {
    Target target = new Target("127.0.0.1", server.port(), false, "");
    return new StreamingClient(loops.vertx(), target, Limits.DEFAULT, clock);
  }

  private static LoadRun loadRun(
      EventLoops loops,
      StreamingClient client,
      RunClock clock,
      Recorder recorder,
      CollectorRegistry registry) {
    return new LoadRun(
        loops,
        client,
        clock,
        Api.COMPLETIONS,
        false,
        new TenantHeaders(Map.of(), Map.of(), ""),
        new RunMetrics(registry),
        recorder);
  }

  /** So many requests at even distances, and perhaps one more much later. */
  private static final class Planned implements Schedule {
    private final List<Long> atMs = new ArrayList<>();
    private final List<MeasuredRequest> ended = new ArrayList<>();
    private int sent;

    Planned(int requests, long gapMs, long... later) {
      for (int i = 0; i < requests; i++) {
        atMs.add(10 + i * gapMs);
      }
      for (long ms : later) {
        atMs.add(ms);
      }
    }

    @Override
    public long nextNanos() {
      return sent == atMs.size() ? NOTHING : atMs.get(sent) * 1_000_000;
    }

    @Override
    public OfferedRequest next() {
      long at = nextNanos();
      String id = "r-" + sent++;
      return OfferedRequest.of(
          new PlannedRequest(id, "t-1", "e-1", "p-1", "normal", at, 5, 2), "m");
    }

    @Override
    public void ended(MeasuredRequest request) {
      ended.add(request);
    }
  }

  private static final class Nowhere implements RecordSink {
    @Override
    public void accept(MeasuredRequest request, RunClock clock) {}

    @Override
    public void close() {}
  }
}
