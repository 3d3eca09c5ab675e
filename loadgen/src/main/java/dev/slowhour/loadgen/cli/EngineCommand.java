package dev.slowhour.loadgen.cli;

import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.engine.EngineConfig;
import dev.slowhour.loadgen.http.EngineServer;
import dev.slowhour.loadgen.http.EngineServerConfig;
import dev.slowhour.loadgen.http.MetricNames;
import dev.slowhour.loadgen.scenario.PoolPlan;
import dev.slowhour.loadgen.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "engine",
    header = "Serve an engine model behind vLLM's HTTP interface.",
    description = {
      "",
      "Chat and completions (event streams and not), models, health, and the metrics page of vLLM"
          + " 0.32, in real time. It has no text model: answers are words, as many as a real one"
          + " would give tokens. Options with vLLM's names mean what they mean there. Without any"
          + " it is like an 8B FP8 model on one 24 GB GPU.",
      "",
      "POST /slowhour/failure?mode=dead|stall|terminate|recover makes it fail as real ones do:"
          + " the engine killed behind a live port; no token for &seconds=N; SIGTERM in mid-stream;"
          + " and a restart.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it was made to terminate, and its clients have hung up",
      "1:a fault of slowhour",
      "2:an option is out of range, or the port cannot be listened on"
    })
final class EngineCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "Address to listen on (default: ${DEFAULT-VALUE}).")
  private String host;

  @Option(
      names = "--port",
      defaultValue = "8000",
      description = "Port to listen on, 0 for a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--served-model-name",
      paramLabel = "NAME",
      defaultValue = "qwen3-8b-fp8",
      description = "Name of the model (default: ${DEFAULT-VALUE}).")
  private String model;

  @Option(
      names = "--time-scale",
      paramLabel = "X",
      defaultValue = "1",
      description = "Run X times faster than real time (default: ${DEFAULT-VALUE}).")
  private double timeScale;

  @Option(
      names = "--config",
      paramLabel = "SCENARIO",
      description = "Take the engine of a scenario's pool in place of the options below.")
  private Path scenario;

  @Option(
      names = "--accel-pool",
      paramLabel = "POOL",
      description = "Which pool of the scenario (default: its first).")
  private String accelPool;

  @Mixin private ServedEngineOptions engine;

  @Option(
      names = "--max-num-queued-reqs",
      paramLabel = "N",
      defaultValue = "0",
      description = "Answer 503 while N requests wait or run; 0 for never (default: 0).")
  private int maxQueuedRequests;

  @Option(
      names = "--answer-tokens",
      paramLabel = "N",
      defaultValue = "256",
      description =
          "Tokens of an answer that may end by itself (no ignore_eos; default: ${DEFAULT-VALUE}).")
  private int answerTokens;

  @Option(
      names = "--stream-interval",
      paramLabel = "N",
      defaultValue = "1",
      description = "Tokens of a chunk (default: ${DEFAULT-VALUE}).")
  private int streamInterval;

  @Option(
      names = "--sse-keep-alive-interval",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description = "Pause between comments before the first token; 0 for none (default: 0).")
  private double keepAliveSeconds;

  @Option(
      names = "--metric-names",
      paramLabel = "VERSION",
      defaultValue = "0.32",
      description = "vLLM whose metric names are used: 0.32 or 0.8 (default: ${DEFAULT-VALUE}).")
  private String metricNames;

  @Override
  public Integer call() throws InputException, IOException, InterruptedException {
    try (EngineServer server = EngineServer.start(config(), Clock.systemUTC())) {
      spec.commandLine()
          .getOut()
          .printf(
              Locale.ROOT,
              "%s at http://%s:%d (metrics: /metrics; failures: POST /slowhour/failure?mode=…)%n",
              model,
              host,
              server.port());
      spec.commandLine().getOut().flush();
      server.terminated().get();
      return 0;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private EngineServerConfig config() throws InputException {
    try {
      return new EngineServerConfig(
          scenario == null ? engine.config() : ofScenario(),
          model,
          host,
          port,
          timeScale,
          maxQueuedRequests,
          answerTokens,
          streamInterval,
          Duration.ofMillis(Math.round(keepAliveSeconds * 1_000)),
          names());
    } catch (IllegalArgumentException e) {
      throw new InputException(e.getMessage());
    }
  }

  private EngineConfig ofScenario() throws InputException {
    List<PoolPlan> pools = ScenarioReader.read(scenario).pools();
    return pools.stream()
        .filter(plan -> accelPool == null || plan.pool().accelPool().equals(accelPool))
        .findFirst()
        .map(PoolPlan::engine)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--accel-pool: " + accelPool + " is no pool of " + scenario));
  }

  private MetricNames names() {
    return switch (metricNames) {
      case "0.32" -> MetricNames.V0_32;
      case "0.8" -> MetricNames.V0_8;
      default ->
          throw new IllegalArgumentException(
              "--metric-names: " + metricNames + " (expected: 0.32 or 0.8)");
    };
  }
}
