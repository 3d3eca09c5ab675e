package dev.slowhour.loadgen.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.capacity.CapacityPlan;
import dev.slowhour.loadgen.capacity.CapacityPlot;
import dev.slowhour.loadgen.capacity.CapacityReport;
import dev.slowhour.loadgen.capacity.CapacityTest;
import dev.slowhour.loadgen.capacity.HttpLoad;
import dev.slowhour.loadgen.client.EventLoops;
import dev.slowhour.loadgen.client.RunClock;
import dev.slowhour.loadgen.client.StreamingClient;
import dev.slowhour.loadgen.run.ClosedLoop;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "capacity",
    header = "Find the concurrency that an engine carries, and the limits that follow from it.",
    description = {
      "",
      "A baseline of one request at a time; steps that double, and then halve what lies between;"
          + " a mix with long prompts; and that for longer. Behind each the engine has to come to"
          + " rest. The safe concurrency is the highest that keeps the objectives throughout.",
      "",
      "C = floor(safe concurrency × replicas × headroom) requests at once, Wq the time that one may"
          + " wait, Q = floor(requests per second × replicas × Wq) requests waiting.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:a safe concurrency was found",
      "1:not even one request at a time keeps the objectives, or a fault of slowhour",
      "2:an option is out of range, or a file cannot be written"
    })
final class CapacityCommand implements Callable<Integer> {

  private static final int NOTHING_HOLDS = 1;
  private static final int EVENT_LOOPS = 2;

  @Spec private CommandSpec spec;

  @Mixin private TargetOptions to;

  @Option(names = "--model", required = true, description = "Name of the model.")
  private String model;

  @Option(
      names = "--ttft-slo",
      paramLabel = "MS",
      required = true,
      description = "Objective of the time to the first token.")
  private long ttftSloMs;

  @Option(
      names = "--tpot-slo",
      paramLabel = "MS",
      required = true,
      description = "Objective of the time per output token.")
  private long tpotSloMs;

  @Option(
      names = "--max-miss-share",
      paramLabel = "X",
      defaultValue = "0.01",
      description = "Share of requests that may miss one (default: ${DEFAULT-VALUE}).")
  private double maxMissShare;

  @Option(
      names = "--input-tokens",
      paramLabel = "N",
      defaultValue = "512",
      description = "Prompt of an ordinary request (default: ${DEFAULT-VALUE}).")
  private long inputTokens;

  @Option(
      names = "--output-tokens",
      paramLabel = "N",
      defaultValue = "128",
      description = "Answer of every request (default: ${DEFAULT-VALUE}).")
  private long outputTokens;

  @Option(
      names = "--long-input-tokens",
      paramLabel = "N",
      defaultValue = "4096",
      description = "Prompt of a long request (default: ${DEFAULT-VALUE}).")
  private long longInputTokens;

  @Option(
      names = "--long-every",
      paramLabel = "N",
      defaultValue = "10",
      description = "One of N requests of the mix is long (default: ${DEFAULT-VALUE}).")
  private int longEvery;

  @Option(
      names = "--max-concurrency",
      paramLabel = "N",
      defaultValue = "512",
      description = "Where steps end (default: ${DEFAULT-VALUE}).")
  private int maxConcurrency;

  @Option(
      names = "--step",
      paramLabel = "S",
      defaultValue = "30",
      description = "Seconds of a step (default: ${DEFAULT-VALUE}).")
  private double stepSeconds;

  @Option(
      names = "--sustained",
      paramLabel = "S",
      defaultValue = "300",
      description = "Seconds of the last load (default: ${DEFAULT-VALUE}).")
  private double sustainedSeconds;

  @Option(
      names = "--recovery",
      paramLabel = "S",
      defaultValue = "30",
      description = "Seconds in which the engine has to come to rest (default: ${DEFAULT-VALUE}).")
  private double recoverySeconds;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      defaultValue = "1",
      description = "Engines behind the limits (default: ${DEFAULT-VALUE}).")
  private int replicas;

  @Option(
      names = "--headroom",
      paramLabel = "X",
      defaultValue = "0.8",
      description = "Share of the safe concurrency to plan with (default: ${DEFAULT-VALUE}).")
  private double headroom;

  @Option(
      names = "--wait-budget",
      paramLabel = "MS",
      description = "Wq (default: what the TTFT objective leaves).")
  private Long waitBudgetMs;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for capacity.json and capacity.svg.")
  private Path out;

  @Override
  public Integer call() throws InputException, IOException {
    CapacityPlan plan = plan();
    PrintWriter terminal = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    RunClock clock = RunClock.startingNow();
    CapacityReport report;
    try (EventLoops loops = EventLoops.start(EVENT_LOOPS);
        StreamingClient client =
            new StreamingClient(loops.vertx(), to.target(), to.limits(), clock)) {
      ClosedLoop loop =
          new ClosedLoop(loops, client, clock, to.api(), to.isOpenAiOnly(), to.headers());
      report =
          new CapacityTest(
                  plan,
                  new HttpLoad(loop, plan),
                  level -> {
                    err.println(CapacityReport.line(level));
                    err.flush();
                  })
              .run();
    }
    terminal.print(report.text());
    if (out != null) {
      Files.createDirectories(out);
      Files.writeString(
          out.resolve("capacity.json"),
          new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(report.json())
              + "\n");
      Files.writeString(out.resolve("capacity.svg"), CapacityPlot.svg(report));
    }
    return report.safeConcurrency() == 0 ? NOTHING_HOLDS : 0;
  }

  private CapacityPlan plan() throws InputException {
    try {
      return new CapacityPlan(
          model,
          ttftSloMs,
          tpotSloMs,
          maxMissShare,
          inputTokens,
          outputTokens,
          longInputTokens,
          longEvery,
          maxConcurrency,
          seconds(stepSeconds),
          seconds(sustainedSeconds),
          seconds(recoverySeconds),
          replicas,
          headroom,
          waitBudgetMs == null ? null : Duration.ofMillis(waitBudgetMs));
    } catch (IllegalArgumentException e) {
      throw new InputException(e.getMessage());
    }
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1_000));
  }
}
