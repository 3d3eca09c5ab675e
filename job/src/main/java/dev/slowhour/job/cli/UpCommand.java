package dev.slowhour.job.cli;

import dev.slowhour.core.read.InputException;
import dev.slowhour.job.batch.TemporaryFolder;
import dev.slowhour.job.config.EffectiveConfig;
import dev.slowhour.job.config.Given;
import dev.slowhour.job.config.Setting;
import dev.slowhour.job.config.StreamConfig;
import dev.slowhour.job.demo.EmbeddedServer;
import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.kafka.local.LocalKafka;
import dev.slowhour.job.kafka.local.LocalTopics;
import dev.slowhour.job.replay.Replay;
import dev.slowhour.job.replay.ReplayPlan;
import dev.slowhour.job.replay.ReplayProgress;
import dev.slowhour.job.replay.Speed;
import dev.slowhour.job.replay.WallTime;
import dev.slowhour.job.store.LiveCounts;
import dev.slowhour.job.store.Schema;
import dev.slowhour.job.store.StoreAddress;
import dev.slowhour.job.store.StoreException;
import dev.slowhour.job.stream.RunningStream;
import dev.slowhour.job.stream.StreamEnvironments;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "up",
    header = "Run everything on this machine, on a day that is replayed.",
    description = {
      "",
      "Starts a Kafka, a PostgreSQL and the streaming job on 127.0.0.1, replays a day into it,"
          + " and says how far it is. Goes on until Ctrl-C, which stops all of it; what was judged"
          + " is then gone. Whoever is on this machine can use what it starts.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "1:a fault of slowhour",
      "2:something of it cannot be started here",
      "130:stopped by Ctrl-C"
    })
final class UpCommand implements Callable<Integer> {

  private final Path home;

  @Spec private CommandSpec spec;

  @Option(
      names = "--in",
      paramLabel = "DIR",
      description = "The day that is replayed (default: examples/seed-day).")
  private Path inputOrNull;

  @Option(
      names = "--speed",
      paramLabel = "SPEED",
      defaultValue = "60x",
      converter = ProduceCommand.SpeedConverter.class,
      description = "How fast it passes: 60x an hour in a minute (default: ${DEFAULT-VALUE}), max.")
  private Speed speed;

  @Option(
      names = "--shift-to-now",
      description = "Move the day so that it ends now: for dashboards that show the last hours.")
  private boolean shiftsToNow;

  @Option(
      names = "--web-port",
      paramLabel = "PORT",
      description = "Show Flink's web pages at that port of 127.0.0.1.")
  private String webPortOrNull;

  @Option(
      names = "--prometheus-port",
      paramLabel = "PORT",
      description = "Show the job's metrics at that port, on all interfaces.")
  private String prometheusPortOrNull;

  UpCommand(Path home) {
    this.home = home;
  }

  @Override
  public Integer call() throws Exception {
    Path input = inputOrNull == null ? home.resolve("examples").resolve("seed-day") : inputOrNull;
    PrintWriter out = spec.commandLine().getOut();
    Parts parts = new Parts();
    Runtime.getRuntime().addShutdownHook(new Thread(parts::close, "stop everything"));
    try {
      EmbeddedServer postgres = EmbeddedServer.start(true);
      parts.add(postgres);
      Schema.migrate(postgres.address());
      LocalKafka kafka = startKafka(parts);
      StreamConfig config = config(kafka.settings(), postgres);
      RunningStream job = startJob(config, parts);
      print(postgres, kafka, config, out);
      replay(input, config, postgres.address(), out);
      job.await();
    } finally {
      parts.close();
    }
    return 0;
  }

  private static LocalKafka startKafka(Parts parts)
      throws IOException, InputException, InterruptedException {
    Path folder = Files.createTempDirectory("slowhour-kafka");
    parts.add(() -> FileUtils.deleteDirectoryQuietly(folder.toFile()));
    LocalKafka kafka = LocalKafka.start(folder, 0);
    parts.add(kafka::close);
    LocalTopics.create(kafka.settings(), Runtime.getRuntime().availableProcessors());
    return kafka;
  }

  private StreamConfig config(KafkaSettings kafka, EmbeddedServer postgres)
      throws InputException, IOException {
    Map<String, Given> given = new LinkedHashMap<>();
    kafka
        .client()
        .forEach((name, value) -> given.put(Setting.kafkaClient(name), new Given(value, "up")));
    given.put(Setting.STORE_JDBC.path(), new Given(postgres.url(), "up"));
    given.put(Setting.STORE_USER.path(), new Given(EmbeddedServer.USER, "up"));
    // A replay that is faster than the clock is silent for less of its own time.
    given.put(Setting.SILENCE.path(), new Given("5s", "up"));
    if (webPortOrNull != null) {
      given.put(Setting.WEB_PORT.path(), new Given(webPortOrNull, "--web-port"));
    }
    if (prometheusPortOrNull != null) {
      given.put(
          Setting.PROMETHEUS_PORTS.path(), new Given(prometheusPortOrNull, "--prometheus-port"));
    }
    return EffectiveConfig.of(Optional.empty(), Map.of(), given).config();
  }

  private static RunningStream startJob(StreamConfig config, Parts parts)
      throws InputException, IOException, InterruptedException {
    TemporaryFolder temporary = TemporaryFolder.create("slowhour-stream");
    parts.add(temporary);
    RunningStream job =
        RunningStream.start(
            StreamEnvironments.inThisProcess(config, Optional.empty(), temporary.path()),
            config,
            new RunningStream.Beginning(Optional.empty(), Optional.empty(), Set.of()));
    parts.add(
        () -> {
          try {
            job.stop();
          } catch (InputException | StoreException e) {
            throw new IOException(e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          job.close();
        });
    return job;
  }

  private static void print(
      EmbeddedServer postgres, LocalKafka kafka, StreamConfig config, PrintWriter out) {
    out.println("Kafka:     " + kafka.bootstrapServers());
    out.println("Postgres:  psql " + postgres.psqlUrl());
    out.println("           " + postgres.url() + " with PGUSER=" + EmbeddedServer.USER);
    config.webPort().ifPresent(port -> out.println("Flink:     http://127.0.0.1:" + port + "/"));
    config
        .prometheusPorts()
        .ifPresent(port -> out.println("metrics:   http://127.0.0.1:" + port + "/metrics"));
    out.println("Ctrl-C stops all of it");
    out.println();
    out.flush();
  }

  private void replay(Path input, StreamConfig config, StoreAddress store, PrintWriter out)
      throws InputException, IOException, InterruptedException {
    ReplayProgress progress = new ReplayProgress();
    ProgressLine line = ProgressLine.on(spec.commandLine().getErr());
    line.watch(seconds -> Optional.of(status(progress, config, store)));
    try {
      new Replay(config.kafka(), config.judge(), config.time().allowedDisorder(), WallTime.system())
          .run(new ReplayPlan(List.of(input.toString()), speed, shiftsToNow, true), progress);
      awaitFinal(store);
    } finally {
      line.stop();
    }
    out.println(status(progress, config, store));
    out.println("the day is over; its rows stay until Ctrl-C");
    out.flush();
  }

  /** The last hours become final once the topics have been silent for a moment. */
  private static void awaitFinal(StoreAddress store) throws StoreException, InterruptedException {
    LiveCounts counts = LiveCounts.read(store);
    while (counts.settled() == 0 || counts.open() + counts.provisional() > 0) {
      Thread.sleep(1_000);
      counts = LiveCounts.read(store);
    }
  }

  private static String status(ReplayProgress progress, StreamConfig config, StoreAddress store) {
    String time =
        progress.time().map(config.judge().reportZone()::minuteText).orElse("reading the day");
    try {
      LiveCounts counts = LiveCounts.read(store);
      return String.format(
          Locale.ROOT,
          "%s · %,d of %,d records · windows: %,d open, %,d provisional, %,d final; %,d isolation"
              + " failures",
          time,
          // Those that end the day are no lines of it.
          Math.min(progress.recordsSent(), progress.linesRead()),
          progress.linesRead(),
          counts.open(),
          counts.provisional(),
          counts.settled(),
          counts.isolationFailures());
    } catch (StoreException e) {
      return time + " · " + e.getMessage();
    }
  }

  /** What was started, stopped in the opposite order, once. */
  private static final class Parts implements Closeable {

    private final Deque<Closeable> started = new ArrayDeque<>();

    synchronized void add(Closeable part) {
      started.push(part);
    }

    @Override
    public synchronized void close() {
      while (!started.isEmpty()) {
        closeQuietly(started.pop());
      }
    }

    /** The others are to be stopped all the same. */
    private static void closeQuietly(Closeable part) {
      try {
        part.close();
      } catch (IOException e) {
        return;
      }
    }
  }
}
