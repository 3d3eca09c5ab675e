package dev.slowhour.job.cli;

import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.read.InstantText;
import dev.slowhour.core.read.PoolFiles;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.batch.TemporaryFolder;
import dev.slowhour.job.config.EffectiveConfig;
import dev.slowhour.job.config.Given;
import dev.slowhour.job.config.Setting;
import dev.slowhour.job.config.StreamConfig;
import dev.slowhour.job.stream.RunningStream;
import dev.slowhour.job.stream.StreamEnvironments;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "stream",
    header = "Judge what comes in over Kafka, as it comes.",
    description = {
      "",
      "Reads request-logs, pool-metrics and tenant-contracts, and keeps the windows in the store:"
          + " open while their hour goes on, provisional when it has ended, final when nothing can"
          + " change them any more, and then the same as judge makes of the same rows.",
      "",
      "Runs in this process until Ctrl-C, or is sent to a Flink cluster (--submit). Stopped, it"
          + " leaves a savepoint in state.savepoint-dir, from which --from-savepoint goes on.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:submitted, or the job ended",
      "1:a fault of slowhour",
      "2:the configuration, Kafka, the store or the savepoint cannot be used, or the job failed",
      "130:stopped by Ctrl-C"
    })
final class StreamCommand implements Callable<Integer> {

  /** Where {@code flink run} calls it, Flink says where the job runs. */
  private final boolean isCalledByFlink;

  @Spec private CommandSpec spec;

  @Mixin private ConfigOptions config;

  @Option(
      names = "--jdbc",
      paramLabel = "URL",
      description = "The store, instead of store.jdbc: jdbc:postgresql://HOST[:PORT]/DATABASE.")
  private String jdbcOrNull;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description = "Subtasks that run at once, instead of parallelism.")
  private String parallelismOrNull;

  @Option(
      names = "--web-port",
      paramLabel = "PORT",
      description = "Show Flink's web pages at that port of 127.0.0.1, instead of web.port.")
  private String webPortOrNull;

  @Option(
      names = "--from-savepoint",
      paramLabel = "PATH",
      description = "Go on from that savepoint or checkpoint.")
  private String savepointOrNull;

  @Option(
      names = "--from",
      paramLabel = "INSTANT",
      description =
          "Without a savepoint: begin with the records of that time (default: with the first that"
              + " there are). Give two hours before the first that is to be right.")
  private String fromOrNull;

  @Option(
      names = "--pools",
      paramLabel = "DIR",
      description = "A folder with pools.json, which says what pools are synthetic.")
  private String poolsOrNull;

  @Option(
      names = "--submit",
      paramLabel = "HOST:PORT",
      description = "Send the job to the Flink cluster whose REST address that is, and end.")
  private String clusterOrNull;

  StreamCommand(boolean isCalledByFlink) {
    this.isCalledByFlink = isCalledByFlink;
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    EffectiveConfig effective = config.effective(flags());
    if (config.isPrinted(effective, out)) {
      return 0;
    }
    StreamConfig settings = effective.config();
    settings.requiredStore();
    RunningStream.Beginning beginning =
        new RunningStream.Beginning(
            Optional.ofNullable(savepointOrNull), from(), syntheticPools(settings));
    if (isCalledByFlink) {
      StreamExecutionEnvironment env =
          StreamExecutionEnvironment.getExecutionEnvironment(
              StreamEnvironments.configuration(settings, beginning.savepoint()));
      return submit(env, settings, beginning, "the cluster", out);
    }
    return clusterOrNull == null
        ? runHere(settings, beginning, out)
        : submit(remote(settings, beginning), settings, beginning, clusterOrNull, out);
  }

  private Map<Setting, Given> flags() {
    Map<Setting, Given> flags = new EnumMap<>(Setting.class);
    put(flags, Setting.STORE_JDBC, "--jdbc", jdbcOrNull);
    put(flags, Setting.PARALLELISM, "--parallelism", parallelismOrNull);
    put(flags, Setting.WEB_PORT, "--web-port", webPortOrNull);
    return flags;
  }

  private static void put(
      Map<Setting, Given> flags, Setting setting, String flag, String valueOrNull) {
    if (valueOrNull != null) {
      flags.put(setting, new Given(valueOrNull, flag));
    }
  }

  private Optional<Instant> from() {
    if (fromOrNull == null) {
      return Optional.empty();
    }
    return Optional.of(
        InstantText.parseShown(fromOrNull)
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "--from: "
                            + fromOrNull
                            + " (expected: an instant such as 2026-10-13T09:00+09:00)")));
  }

  private Set<String> syntheticPools(StreamConfig settings) throws InputException, IOException {
    if (poolsOrNull == null) {
      return Set.of();
    }
    ReportZone zone = settings.judge().reportZone();
    return PoolFiles.read(InputFiles.find(List.of(poolsOrNull)).of(Table.POOLS), zone).synthetic();
  }

  private int runHere(StreamConfig settings, RunningStream.Beginning beginning, PrintWriter out)
      throws InputException, IOException, InterruptedException {
    try (TemporaryFolder temporary = TemporaryFolder.create("slowhour-stream")) {
      StreamExecutionEnvironment env =
          StreamEnvironments.inThisProcess(settings, beginning.savepoint(), temporary.path());
      try (RunningStream running = RunningStream.start(env, settings, beginning)) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(running, out), "stop the job"));
        out.println("job " + running.jobId() + " runs, run " + running.runId() + " in the store");
        settings
            .webPort()
            .ifPresent(port -> out.println("web pages: http://127.0.0.1:" + port + "/"));
        out.println(
            settings.state().savepointDir().isPresent()
                ? "Ctrl-C stops it with a savepoint"
                : "Ctrl-C ends it; without state.savepoint-dir it leaves no savepoint");
        out.flush();
        running.await();
      }
    }
    return 0;
  }

  private static void stop(RunningStream running, PrintWriter out) {
    try {
      if (!running.client().getJobStatus().get().isGloballyTerminalState()) {
        running.stop().ifPresent(savepoint -> out.println("savepoint: " + savepoint));
      }
    } catch (Exception e) {
      out.println("slowhour: " + e.getMessage());
    }
    out.flush();
  }

  private StreamExecutionEnvironment remote(
      StreamConfig settings, RunningStream.Beginning beginning) throws InputException {
    int colon = clusterOrNull.lastIndexOf(':');
    if (colon < 1 || !clusterOrNull.substring(colon + 1).matches("[0-9]{1,5}")) {
      throw new ParameterException(
          spec.commandLine(), "--submit: " + clusterOrNull + " (expected: HOST:PORT)");
    }
    return StreamEnvironments.remote(
        settings,
        beginning.savepoint(),
        clusterOrNull.substring(0, colon),
        Integer.parseInt(clusterOrNull.substring(colon + 1)),
        jobJar());
  }

  private static int submit(
      StreamExecutionEnvironment env,
      StreamConfig settings,
      RunningStream.Beginning beginning,
      String cluster,
      PrintWriter out)
      throws InputException, IOException, InterruptedException {
    try (RunningStream running = RunningStream.start(env, settings, beginning)) {
      out.println(
          "job "
              + running.jobId()
              + " was sent to "
              + cluster
              + ", run "
              + running.runId()
              + " in the store");
      out.flush();
    }
    return 0;
  }

  private static Path jobJar() throws InputException {
    Path jar =
        Path.of(System.getProperty("slowhour.home", ""), "job", "target", "slowhour-flink-job.jar");
    if (!Files.isRegularFile(jar)) {
      throw new InputException(jar + ": is missing (expected: built by mvn package)");
    }
    return jar;
  }
}
