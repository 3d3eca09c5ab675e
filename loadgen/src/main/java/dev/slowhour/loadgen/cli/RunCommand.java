package dev.slowhour.loadgen.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.client.EventLoops;
import dev.slowhour.loadgen.client.RunClock;
import dev.slowhour.loadgen.client.StreamingClient;
import dev.slowhour.loadgen.run.LoadRun;
import dev.slowhour.loadgen.run.MetricsServer;
import dev.slowhour.loadgen.run.Recorder;
import dev.slowhour.loadgen.run.RunMetrics;
import dev.slowhour.loadgen.run.RunReport;
import dev.slowhour.loadgen.run.ScenarioSchedule;
import dev.slowhour.loadgen.run.WarmUp;
import dev.slowhour.loadgen.scenario.Scenario;
import dev.slowhour.loadgen.scenario.ScenarioReader;
import io.prometheus.client.CollectorRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "run",
    header = "Send a scenario to an engine or a gateway, in real time.",
    description = {
      "",
      "An open loop: requests are sent when the scenario says, whatever became of those before."
          + " Answers, refusals (429, 503), timeouts and errors are counted apart, and latencies"
          + " are those of answers alone. Ctrl-C ends it with what it has.",
      "",
      "Writes request_logs.jsonl and request_failures.jsonl, which judge reads, timings.jsonl with"
          + " all that was measured (intended and actual time of sending among it) and run.json.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:sent, and on time",
      "1:the client could not keep up with the load, or a fault of slowhour",
      "2:the scenario cannot be read, or records cannot be written"
    })
final class RunCommand implements Callable<Integer> {

  private static final int LATE = 1;
  private static final int EVENT_LOOPS = 2;
  private static final Duration LEAD = Duration.ofSeconds(1);
  private static final Duration WARM_UP = Duration.ofSeconds(5);

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SCENARIO", description = "A scenario in YAML.")
  private Path scenario;

  @Mixin private TargetOptions to;

  @Mixin private RunOutputs outputs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What is drawn at random hangs on it (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--skip",
      paramLabel = "DURATION",
      defaultValue = "0s",
      converter = LengthConverter.class,
      description = "Begin so far into the scenario, such as 2h (default: its start).")
  private Duration skip;

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      converter = LengthConverter.class,
      description = "Send so much of it, such as 10m (default: to its end).")
  private Duration length;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "Name of the model (default: the contract's).")
  private String model;

  @Override
  public Integer call() throws InputException, IOException {
    Scenario read = ScenarioReader.read(scenario);
    Duration sent = length == null ? read.duration().minus(skip) : length;
    try (EventLoops loops = EventLoops.start(EVENT_LOOPS)) {
      WarmUp.run(loops, to.api(), WARM_UP);
      RunClock clock = RunClock.startingNow();
      ScenarioSchedule schedule =
          ScenarioSchedule.of(
              read, seed, runId(clock), skip, sent, Optional.ofNullable(model), LEAD);
      return run(loops, clock, schedule);
    }
  }

  private static String runId(RunClock clock) {
    Instant start = clock.instant(0);
    return DateTimeFormatter.ofPattern("MMddHHmmss").withZone(ZoneOffset.UTC).format(start);
  }

  private int run(EventLoops loops, RunClock clock, ScenarioSchedule schedule)
      throws InputException, IOException {
    CollectorRegistry registry = new CollectorRegistry();
    CountDownLatch isOver = new CountDownLatch(1);
    Recorder recorder = new Recorder(outputs.open(), clock, false);
    try (StreamingClient client =
            new StreamingClient(loops.vertx(), to.target(), to.limits(), clock);
        MetricsServer metrics =
            MetricsServer.start(loops.vertx(), registry, "127.0.0.1", outputs.metricsPort())) {
      LoadRun run =
          new LoadRun(
              loops,
              client,
              clock,
              to.api(),
              to.isOpenAiOnly(),
              to.tenantHeaders(),
              new RunMetrics(registry),
              recorder);
      spec.commandLine()
          .getErr()
          .println("slowhour: metrics at http://127.0.0.1:" + metrics.port() + "/metrics");
      Thread atInterrupt = new Thread(() -> end(run, isOver), "interrupted");
      Runtime.getRuntime().addShutdownHook(atInterrupt);
      RunProgress progress = RunProgress.show(spec.commandLine().getErr(), run, recorder);
      try {
        run.run(schedule);
      } finally {
        progress.close();
      }
      double seconds = Math.max(1e-3, (clock.nanos() - LEAD.toNanos()) / 1e9);
      recorder.finish();
      int exitCode = report(new RunReport(recorder.all(), recorder.byEndpoint(), seconds));
      if (!run.isCancelled()) {
        Runtime.getRuntime().removeShutdownHook(atInterrupt);
      }
      return exitCode;
    } finally {
      isOver.countDown();
    }
  }

  /** Ctrl-C ends the process when this returns: not before all is written. */
  private static void end(LoadRun run, CountDownLatch isOver) {
    run.cancel();
    try {
      isOver.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int report(RunReport report) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    out.print(report.text());
    out.flush();
    if (outputs.folder().isPresent()) {
      Files.writeString(
          outputs.folder().get().resolve("run.json"),
          new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(report.json())
              + "\n");
    }
    return report.isLate() ? LATE : 0;
  }
}
