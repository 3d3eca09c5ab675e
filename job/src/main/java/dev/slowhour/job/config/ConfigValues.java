package dev.slowhour.job.config;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.job.config.StreamConfig.Backend;
import dev.slowhour.job.config.StreamConfig.State;
import dev.slowhour.job.config.StreamConfig.Time;
import dev.slowhour.job.store.StoreAddress;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What texts say: each value of a configuration, or why it is none. */
final class ConfigValues {

  private static final int MAX_PORT = 65_535;
  private static final int MAX_PARALLELISM = 128;
  private static final Duration ZERO = Duration.ZERO;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Pattern PORTS = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");

  private final EffectiveConfig given;

  ConfigValues(EffectiveConfig given) {
    this.given = given;
  }

  StreamConfig config() throws InputException {
    return new StreamConfig(
        new KafkaValues(given).settings(),
        store().orElse(null),
        judge(),
        new Time(
            duration(Setting.ALLOWED_DISORDER, ZERO, DAY),
            duration(Setting.SILENCE, Duration.ofMillis(1), DAY),
            duration(Setting.OPEN_REFRESH, SECOND, HOUR)),
        new State(
            backend(),
            given.get(Setting.CHECKPOINT_DIR).isPresent() ? text(Setting.CHECKPOINT_DIR) : null,
            given.get(Setting.SAVEPOINT_DIR).isPresent() ? text(Setting.SAVEPOINT_DIR) : null,
            duration(Setting.CHECKPOINT_INTERVAL, Duration.ofMillis(100), HOUR)),
        ports().orElse(null),
        given.get(Setting.WEB_PORT).isPresent() ? number(Setting.WEB_PORT, 0, MAX_PORT) : null,
        parallelism());
  }

  private Optional<StoreAddress> store() throws InputException {
    Optional<Given> url = given.get(Setting.STORE_JDBC);
    if (url.isEmpty()) {
      for (Setting useless : new Setting[] {Setting.STORE_USER, Setting.STORE_PASSWORD_FILE}) {
        if (given.get(useless).isPresent()) {
          throw wrong(useless, "there is no " + Setting.STORE_JDBC.path(), "both");
        }
      }
      return Optional.empty();
    }
    try {
      return Optional.of(StoreAddress.of(url.get().value(), user(), passwordFile()));
    } catch (InputException e) {
      throw new InputException(url.get().origin() + ": store." + e.getMessage(), e);
    }
  }

  /** Who logs in, in the words of the environment that the address looks at. */
  private Map<String, String> user() throws InputException {
    return given.get(Setting.STORE_USER).isPresent()
        ? Map.of("PGUSER", text(Setting.STORE_USER))
        : given.environment();
  }

  private Optional<Path> passwordFile() throws InputException {
    if (given.get(Setting.STORE_PASSWORD_FILE).isEmpty()) {
      return Optional.empty();
    }
    String path = text(Setting.STORE_PASSWORD_FILE);
    try {
      return Optional.of(Path.of(path));
    } catch (InvalidPathException e) {
      throw wrong(Setting.STORE_PASSWORD_FILE, path, "a file");
    }
  }

  private JudgeSettings judge() throws InputException {
    String zone = text(Setting.ZONE);
    Duration bound = duration(Setting.MAX_REQUEST_DURATION);
    try {
      return new JudgeSettings(zone, bound, null, null);
    } catch (IllegalArgumentException e) {
      Setting wrong =
          e.getMessage().startsWith("zone") ? Setting.ZONE : Setting.MAX_REQUEST_DURATION;
      throw new InputException(origin(wrong) + ": judge." + e.getMessage(), e);
    }
  }

  private Backend backend() throws InputException {
    String text = text(Setting.STATE_BACKEND);
    for (Backend backend : Backend.values()) {
      if (backend.text().equals(text)) {
        return backend;
      }
    }
    throw wrong(Setting.STATE_BACKEND, text, "rocksdb or heap");
  }

  private Optional<String> ports() throws InputException {
    if (given.get(Setting.PROMETHEUS_PORTS).isEmpty()) {
      return Optional.empty();
    }
    String text = text(Setting.PROMETHEUS_PORTS);
    Matcher matcher = PORTS.matcher(text);
    if (matcher.matches()) {
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      if (1 <= first && first <= last && last <= MAX_PORT) {
        return Optional.of(text);
      }
    }
    throw wrong(Setting.PROMETHEUS_PORTS, text, "a port, or a range such as 9250-9260");
  }

  private int parallelism() throws InputException {
    return given.get(Setting.PARALLELISM).isPresent()
        ? number(Setting.PARALLELISM, 1, MAX_PARALLELISM)
        : Math.min(MAX_PARALLELISM, Runtime.getRuntime().availableProcessors());
  }

  private int number(Setting setting, int least, int most) throws InputException {
    String text = text(setting);
    if (text.matches("\\d{1,9}")) {
      int number = Integer.parseInt(text);
      if (least <= number && number <= most) {
        return number;
      }
    }
    throw wrong(setting, text, least + " to " + most);
  }

  private Duration duration(Setting setting) throws InputException {
    String text = text(setting);
    return DurationText.parse(text).orElseThrow(() -> wrong(setting, text, DurationText.EXPECTED));
  }

  private Duration duration(Setting setting, Duration least, Duration most) throws InputException {
    Duration duration = duration(setting);
    if (duration.compareTo(least) < 0
        || duration.compareTo(most) > 0
        || !duration.equals(duration.truncatedTo(ChronoUnit.MILLIS))) {
      throw wrong(
          setting,
          text(setting),
          "whole milliseconds, from " + words(least) + " to " + words(most));
    }
    return duration;
  }

  private static String words(Duration duration) {
    if (duration.toMillis() % 1_000 != 0) {
      return duration.toMillis() + " ms";
    }
    return duration.toSeconds() % 3_600 != 0 || duration.isZero()
        ? duration.toSeconds() + " s"
        : duration.toHours() + " h";
  }

  private String text(Setting setting) throws InputException {
    String text = given.get(setting).orElseThrow().value();
    if (text.isBlank()) {
      throw wrong(setting, "empty", "a value; leave it out to leave it unset");
    }
    return text;
  }

  private String origin(Setting setting) {
    return given.get(setting).orElseThrow().origin();
  }

  private InputException wrong(Setting setting, String what, String expected) {
    return new InputException(
        origin(setting)
            + ": "
            + setting.path()
            + ": "
            + Secrets.shown(setting.path(), what)
            + " (expected: "
            + expected
            + ")");
  }
}
