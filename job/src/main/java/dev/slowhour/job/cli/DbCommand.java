package dev.slowhour.job.cli;

import dev.slowhour.core.read.InputException;
import dev.slowhour.job.store.Retention;
import dev.slowhour.job.store.Schema;
import dev.slowhour.job.store.StoreAddress;
import dev.slowhour.job.store.StoreException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    name = "db",
    header = "Look after the store in Postgres.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "Commands:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:a fault of slowhour",
      "2:the store cannot be reached or changed, or has another schema version"
    })
final class DbCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(
      name = "migrate",
      mixinStandardHelpOptions = true,
      header = "Create the tables, or bring them to this version.")
  void migrate(@Mixin JdbcOptions jdbc) throws InputException, StoreException {
    StoreAddress address = jdbc.requiredAddress();
    int migrations = Schema.migrate(address);
    out()
        .println(
            address.display()
                + ": schema version "
                + Schema.VERSION
                + (migrations == 0 ? ", as it was" : ", " + migrations + " migrations run"));
  }

  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      header = "Say whether the store can be reached and has this version's tables.")
  void check(@Mixin JdbcOptions jdbc) throws InputException, StoreException {
    StoreAddress address = jdbc.requiredAddress();
    Schema.check(address);
    out().println(address.display() + ": schema version " + Schema.VERSION + ", as expected");
  }

  @Command(
      name = "prune",
      mixinStandardHelpOptions = true,
      header = "Delete what is old, a batch at a time.")
  void prune(
      @Mixin JdbcOptions jdbc,
      @Option(
              names = "--older-than",
              paramLabel = "AGE",
              converter = AgeConverter.class,
              description =
                  "Windows that began so long ago, with minutes, evidence and notes: 400d, 36h.")
          Duration windowsOrNull,
      @Option(
              names = "--minutes-older-than",
              paramLabel = "AGE",
              converter = AgeConverter.class,
              description = "Minutes alone: their windows stay.")
          Duration minutesOrNull,
      @Option(
              names = "--notices-older-than",
              paramLabel = "AGE",
              converter = AgeConverter.class,
              description = "Notices of hours that began so long ago.")
          Duration noticesOrNull)
      throws InputException, StoreException {
    StoreAddress address = jdbc.requiredAddress();
    if (windowsOrNull == null && minutesOrNull == null && noticesOrNull == null) {
      throw new ParameterException(
          spec.commandLine(),
          "no age is given (expected: --older-than, --minutes-older-than or --notices-older-than)");
    }
    Instant now = Instant.now();
    Retention.Pruned pruned =
        Retention.prune(
            address,
            new Retention.Before(
                Optional.ofNullable(windowsOrNull).map(now::minus),
                Optional.ofNullable(minutesOrNull).map(now::minus),
                Optional.ofNullable(noticesOrNull).map(now::minus)));
    out()
        .printf(
            Locale.ROOT,
            "%s: deleted %,d windows with what belongs to them, %,d further minutes, %,d notices%n",
            address.display(),
            pruned.windows(),
            pruned.minutes(),
            pruned.notices());
  }

  static final class AgeConverter implements ITypeConverter<Duration> {

    private static final Pattern AGE = Pattern.compile("(\\d{1,6})(d|h)");

    @Override
    public Duration convert(String value) {
      Matcher matcher = AGE.matcher(value);
      if (!matcher.matches() || Integer.parseInt(matcher.group(1)) == 0) {
        throw new TypeConversionException(
            value + " (expected: days or hours, such as 400d or 36h)");
      }
      long amount = Long.parseLong(matcher.group(1));
      return matcher.group(2).equals("d") ? Duration.ofDays(amount) : Duration.ofHours(amount);
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
