package dev.slowhour.loadgen.cli;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.engine.EngineConfig;
import dev.slowhour.loadgen.fit.ClosedLoops;
import dev.slowhour.loadgen.fit.CoefficientFit;
import dev.slowhour.loadgen.fit.Comparison;
import dev.slowhour.loadgen.fit.Recording;
import dev.slowhour.loadgen.fit.RecordingReader;
import dev.slowhour.loadgen.fit.Replay;
import dev.slowhour.loadgen.simulate.Pause;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "fit",
    header = "Find the coefficients of an engine from a recorded run.",
    description = {
      "",
      "Replays recorded requests through the engine model until it answers as the engine did,"
          + " prints the coefficients as a scenario has them, and then, for each endpoint and part"
          + " of the recording, what was measured and what the model says. Fit a quiet part"
          + " (--from, --to) and see how well it tells the rest.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:fitted", "1:a fault of slowhour", "2:the recording cannot be used"})
final class FitCommand implements Callable<Integer> {

  private static final int LEAST_REQUESTS = 50;

  @Spec private CommandSpec spec;

  @Option(
      names = "--requests",
      paramLabel = "LOG",
      required = true,
      arity = "1..*",
      description = "Files of request_logs, .jsonl, .ndjson or .csv, also .gz.")
  private List<Path> requests;

  @Option(names = "--pool", paramLabel = "ID", description = "Which pool, where there are several.")
  private String poolOrNull;

  @Mixin private EngineOptions engine;

  @Option(
      names = "--fit",
      paramLabel = "TIME,TIME",
      converter = SpanConverter.class,
      description =
          "A part of the recording to fit, from a time to another; several times (default: all of"
              + " it). Each is replayed by itself, from an empty engine.")
  private List<SpanConverter.Span> fitted = new ArrayList<>();

  @Option(
      names = "--cut",
      paramLabel = "TIME",
      converter = InstantConverter.class,
      description = "Where another part of the report begins; several times, in order.")
  private List<Instant> cuts = new ArrayList<>();

  @Option(
      names = "--pause",
      paramLabel = "TIME,TIME",
      converter = SpanConverter.class,
      description = "A time in which the engine stood still; several times, in order.")
  private List<SpanConverter.Span> pauses = new ArrayList<>();

  @Option(
      names = "--closed-loop",
      paramLabel = "TENANT/ENDPOINT",
      description =
          "An endpoint whose workers wait for an answer before they send again; several times.")
  private List<String> closedLoops = new ArrayList<>();

  @Option(
      names = "--metrics",
      paramLabel = "FILE",
      description = "A file of pool_metrics, to compare KV cache and queue too.")
  private Path metricsOrNull;

  @Override
  public Integer call() throws Exception {
    EngineConfig limits = engine.config();
    Recording recording = RecordingReader.requests(requests, poolOrNull);
    Replay replay = new Replay(recording, loops(recording), pauses(recording));
    CoefficientFit fit = new CoefficientFit(replay, limits, parts(recording));
    if (fit.fittedRequests() < LEAST_REQUESTS) {
      throw new InputException(
          fit.fittedRequests()
              + " requests of two tokens or more in what is fitted (expected: at least "
              + LEAST_REQUESTS
              + ")");
    }
    try {
      report(replay, fit);
    } catch (IllegalArgumentException e) {
      throw new InputException(e.getMessage(), e);
    }
    return 0;
  }

  private void report(Replay replay, CoefficientFit fit) throws InputException {
    PrintWriter out = spec.commandLine().getOut();
    long requestCount = fit.fittedRequests();
    CoefficientFit.Result result = fit.run();
    Recording recording = replay.recording();
    Replay.Prediction prediction = replay.run(result.config(), Long.MIN_VALUE, Long.MAX_VALUE);
    List<Long> parts = cuts.stream().map(recording::nanosAt).toList();
    FitText.coefficients(result, requestCount).forEach(out::println);
    FitText.requests(Comparison.requests(recording, prediction, parts), recording, cuts)
        .forEach(out::println);
    if (metricsOrNull != null) {
      FitText.gauges(
              Comparison.gauges(
                  recording, prediction, RecordingReader.metrics(metricsOrNull, poolOrNull), parts))
          .forEach(out::println);
    }
    out.flush();
  }

  private int[] loops(Recording recording) throws InputException {
    Set<Integer> endpoints = new HashSet<>();
    for (String name : closedLoops) {
      int slash = name.indexOf('/');
      int index =
          slash < 0
              ? -1
              : recording
                  .endpoints()
                  .indexOf(new EndpointId(name.substring(0, slash), name.substring(slash + 1)));
      if (index < 0) {
        throw new InputException(
            "--closed-loop: " + name + " (expected: tenant_id/endpoint_id of the log)");
      }
      endpoints.add(index);
    }
    return ClosedLoops.find(recording, endpoints);
  }

  private List<CoefficientFit.Part> parts(Recording recording) {
    return fitted.isEmpty()
        ? List.of(new CoefficientFit.Part(Long.MIN_VALUE, Long.MAX_VALUE))
        : fitted.stream()
            .map(
                span ->
                    new CoefficientFit.Part(
                        recording.nanosAt(span.from()), recording.nanosAt(span.to())))
            .toList();
  }

  private List<Pause> pauses(Recording recording) {
    return pauses.stream()
        .map(span -> new Pause(recording.nanosAt(span.from()), recording.nanosAt(span.to())))
        .toList();
  }
}
