package dev.slowhour.job.cli;

import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.config.EffectiveConfig;
import dev.slowhour.job.config.StreamConfig;
import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.replay.Replay;
import dev.slowhour.job.replay.ReplayPlan;
import dev.slowhour.job.replay.ReplayProgress;
import dev.slowhour.job.replay.ReplayResult;
import dev.slowhour.job.replay.Speed;
import dev.slowhour.job.replay.WallTime;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "produce",
    header = "Replay a day of files into Kafka.",
    description = {
      "",
      "Sends every line of request_logs, pool_metrics, tenant_contracts, request_failures and"
          + " platform_events into its topic: contracts first, then all in the order in which"
          + " requests completed, with the gaps between them. Lines of JSON are sent as they stand,"
          + " also those that cannot be read; rows of CSV become JSON.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:everything was sent and acknowledged",
      "1:a fault of slowhour",
      "2:the input cannot be read or is older than what the topics hold: nothing was sent; or"
          + " Kafka did not take a record"
    })
final class ProduceCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--in",
      paramLabel = "DIR",
      description = "Folder with input files; give it several times for several folders.")
  private List<String> inputFolders = new ArrayList<>();

  @Option(
      names = "--speed",
      paramLabel = "SPEED",
      defaultValue = "1x",
      converter = SpeedConverter.class,
      description =
          "How fast the day passes: 1x with its gaps as they were, 60x an hour in a minute, max"
              + " without gaps (default: ${DEFAULT-VALUE}).")
  private Speed speed;

  @Option(
      names = "--shift-to-now",
      description =
          "Move the whole day by whole hours, so that nothing lies after now; of a line only the"
              + " instant changes. Without it, rows older than the newest in their topic are"
              + " refused: they would be late.")
  private boolean shiftsToNow;

  @Option(
      names = "--close",
      description =
          "End with a row in each partition of request-logs, of tenant slowhour and endpoint clock,"
              + " that brings stream time past the last hour, so that it becomes final. Having no"
              + " contract they become notices and nothing else.")
  private boolean closes;

  @Mixin private ConfigOptions configuration;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    EffectiveConfig effective = configuration.effective(Map.of());
    if (configuration.isPrinted(effective, out)) {
      return 0;
    }
    if (inputFolders.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "Missing required option: '--in=DIR'");
    }
    StreamConfig config = effective.config();
    ReplayProgress progress = new ReplayProgress();
    ProgressLine line = ProgressLine.on(spec.commandLine().getErr());
    ReplayResult result;
    try {
      line.watch(text(progress, config.judge().reportZone()));
      result =
          new Replay(
                  config.kafka(),
                  config.judge(),
                  config.time().allowedDisorder(),
                  WallTime.system())
              .run(new ReplayPlan(inputFolders, speed, shiftsToNow, closes), progress);
    } finally {
      line.stop();
    }
    print(result, config, out);
    return 0;
  }

  private static ProgressLine.Text text(ReplayProgress progress, ReportZone zone) {
    return seconds ->
        progress
            .time()
            .map(
                time ->
                    String.format(
                        Locale.ROOT,
                        "%,d of %,d records sent, at %s",
                        progress.recordsSent(),
                        progress.linesRead(),
                        zone.minuteText(time)))
            .or(
                () ->
                    Optional.of(
                        String.format(
                            Locale.ROOT,
                            "%,d lines read, %,.0f a second",
                            progress.linesRead(),
                            progress.linesRead() / seconds)));
  }

  private static void print(ReplayResult result, StreamConfig config, PrintWriter out) {
    ReportZone zone = config.judge().reportZone();
    out.println("sent to " + config.kafka().client().get(KafkaSettings.BOOTSTRAP_SERVERS) + ":");
    for (Table table :
        List.of(
            Table.REQUEST_LOGS,
            Table.POOL_METRICS,
            Table.TENANT_CONTRACTS,
            Table.REQUEST_FAILURES,
            Table.PLATFORM_EVENTS)) {
      if (result.sent(table) > 0) {
        out.printf(
            Locale.ROOT,
            "  %-17s %,d%s%n",
            table.tableName(),
            result.sent(table),
            unreadable(result, table));
      }
    }
    result
        .first()
        .ifPresent(
            first ->
                out.println(
                    "from "
                        + zone.instantText(first)
                        + " to "
                        + zone.instantText(result.last().orElseThrow())
                        + (result.hours() == 0
                            ? ""
                            : String.format(Locale.ROOT, ", moved by %+,d h", result.hours()))));
    result
        .closedAt()
        .ifPresent(
            closed ->
                out.println(
                    "closed: stream time comes to "
                        + zone.instantText(closed.minus(config.time().allowedDisorder()))));
    result.brokenFiles().forEach(out::println);
    out.flush();
  }

  private static String unreadable(ReplayResult result, Table table) {
    long count = result.unreadable(table);
    return count == 0 ? "" : String.format(Locale.ROOT, ", %,d of them unreadable", count);
  }

  static final class SpeedConverter implements ITypeConverter<Speed> {

    @Override
    public Speed convert(String value) {
      return Speed.parse(value)
          .orElseThrow(
              () -> new TypeConversionException(value + " (expected: " + Speed.EXPECTED + ")"));
    }
  }
}
