package dev.slowhour.loadgen.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.loadgen.client.EventLoops;
import dev.slowhour.loadgen.client.Limits;
import dev.slowhour.loadgen.client.Outcome;
import dev.slowhour.loadgen.client.RunClock;
import dev.slowhour.loadgen.client.StreamingClient;
import dev.slowhour.loadgen.client.Target;
import dev.slowhour.loadgen.engine.EngineConfig;
import dev.slowhour.loadgen.engine.Frontend;
import dev.slowhour.loadgen.engine.SchedulingPolicy;
import dev.slowhour.loadgen.engine.StepTime;
import dev.slowhour.loadgen.http.EngineServer;
import dev.slowhour.loadgen.http.EngineServerConfig;
import dev.slowhour.loadgen.run.Api;
import dev.slowhour.loadgen.run.ClosedLoop;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The whole way over HTTP. What holds depends on the machine; what is counted does not. */
class ServedEngineCapacityITCase {

  @Test
  void loads_of_a_served_engine_are_measured_and_become_a_report() throws Exception {
    EngineConfig engine =
        new EngineConfig(
            1024,
            4,
            1024,
            0,
            16,
            256,
            false,
            SchedulingPolicy.FCFS,
            new StepTime(1_000, 0, 1, 0, 0),
            new Frontend(0, 0));
    CapacityPlan plan =
        new CapacityPlan(
            "m",
            // Objectives that any machine keeps, so that every step is taken.
            60_000,
            60_000,
            0.01,
            20,
            5,
            100,
            10,
            4,
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofSeconds(60),
            1,
            0.8,
            null);
    RunClock clock = RunClock.startingNow();
    try (EngineServer server =
            EngineServer.start(EngineServerConfig.of(engine, "m"), Clock.systemUTC());
        EventLoops loops = EventLoops.start(1);
        StreamingClient client =
            new StreamingClient(
                loops.vertx(),
                Target.parse("http://127.0.0.1:" + server.port()),
                Limits.DEFAULT,
                clock)) {
      HttpLoad load =
          new HttpLoad(new ClosedLoop(loops, client, clock, Api.CHAT, false, Map.of()), plan);
      assertThat(load.probe().outcome()).isEqualTo(Outcome.ANSWERED);
      assertThat(load.probe().inputTokens()).isEqualTo(20);

      CapacityReport report = new CapacityTest(plan, load, level -> {}).run();
      assertThat(report.safeConcurrency()).isEqualTo(4);
      assertThat(report.levels()).extracting(LoadLevel::concurrency).containsExactly(1, 2, 4, 4, 4);
      assertThat(report.levels())
          .allSatisfy(
              level -> {
                assertThat(level.answered()).isEqualTo(level.requests()).isPositive();
                assertThat(level.tokensPerSecond()).isPositive();
              });
      assertThat(report.levels().get(3).ordinary()).isLessThan(report.levels().get(3).requests());
    }
  }
}
