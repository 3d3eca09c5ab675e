package dev.slowhour.loadgen.scenario;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.serialization.NodeReader;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.read.FileFailure;
import dev.slowhour.core.read.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads scenarios. */
public final class ScenarioReader {

  private static final Duration SCRAPE_EVERY = Duration.ofSeconds(5);
  private static final long MAX_HOURS = 24L * 366;

  private ScenarioReader() {}

  /**
   * Reads a scenario.
   *
   * @throws InputException where it cannot be read, is no YAML, does not have the form of a
   *     scenario or contradicts itself; with file and line
   */
  public static Scenario read(Path file) throws InputException {
    YamlNode top = new YamlNode(file.toString(), "", parsed(file));
    checkForm(top);
    Path folder = file.toAbsolutePath().getParent();
    PlanReader plans = new PlanReader(folder);
    List<PoolPlan> pools = new ArrayList<>();
    for (YamlNode pool : top.items("pools")) {
      pools.add(plans.pool(pool));
      requireNew(pool.get("accel_pool"), pools.stream().map(p -> p.pool().accelPool()).toList());
    }
    List<EndpointPlan> endpoints = new ArrayList<>();
    for (YamlNode endpoint : top.items("endpoints")) {
      endpoints.add(plans.endpoint(endpoint, pools));
      requireNew(endpoint.get("endpoint_id"), endpoints.stream().map(EndpointPlan::name).toList());
    }
    Duration duration = wholeHours(top.get("duration"));
    return new Scenario(
        top.text("scenario"),
        fullHour(top.get("start")),
        duration,
        scrapeEvery(top),
        pools,
        endpoints,
        planted(top, duration, new ChangeReader(plans, pools, endpoints)),
        folder);
  }

  private static JsonNode parsed(Path file) throws InputException {
    try (InputStream in = Files.newInputStream(file)) {
      JsonNode json = NodeReader.builder().locationAware().build().readTree(in, InputFormat.YAML);
      if (json == null || !json.isObject()) {
        throw new InputException(file + ": holds no fields (expected: a scenario in YAML)");
      }
      return json;
    } catch (IllegalArgumentException e) {
      // What the reader makes of a fault of the text.
      throw noYaml(file, e);
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + FileFailure.reason(e), e);
    }
  }

  private static InputException noYaml(Path file, IllegalArgumentException failure) {
    if (failure.getCause() instanceof JacksonException cause && cause.getLocation() != null) {
      String reason = cause.getOriginalMessage().lines().findFirst().orElse("");
      return new InputException(
          file + ":" + cause.getLocation().getLineNr() + ": no YAML: " + reason, failure);
    }
    return new InputException(file + ": no YAML: " + failure.getMessage(), failure);
  }

  private static void checkForm(YamlNode top) throws InputException {
    List<Error> errors = schema().validate(top.json());
    if (errors.isEmpty()) {
      return;
    }
    Error first = errors.get(0);
    JsonNode at = first.getInstanceNode() == null ? top.json() : first.getInstanceNode();
    String others = errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more faults)";
    throw new InputException(
        YamlNode.place(top.file(), at)
            + ": "
            + first.getInstanceLocation().toString().replaceFirst("^/", "").replace('/', '.')
            + ": "
            + first.getMessage()
            + others);
  }

  private static Schema schema() {
    try (InputStream in = ScenarioReader.class.getResourceAsStream("scenario.schema.json")) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(in, InputFormat.JSON);
    } catch (IOException e) {
      throw new UncheckedIOException("scenario.schema.json cannot be read from the jar", e);
    }
  }

  private static void requireNew(YamlNode node, List<String> names) throws InputException {
    Set<String> distinct = new HashSet<>(names);
    if (distinct.size() < names.size()) {
      throw node.fault(names.get(names.size() - 1) + " (expected: a name that is not taken)");
    }
  }

  private static OffsetDateTime fullHour(YamlNode node) throws InputException {
    try {
      OffsetDateTime time = OffsetDateTime.parse(node.text());
      if (time.equals(time.truncatedTo(ChronoUnit.HOURS))) {
        return time;
      }
    } catch (DateTimeParseException e) {
      // Told below.
    }
    throw node.fault(
        node.text() + " (expected: a full hour with its offset, 2026-10-13T00:00+09:00)");
  }

  private static Duration wholeHours(YamlNode node) throws InputException {
    Duration duration = node.duration();
    long hours = duration.toHours();
    if (hours < 1 || hours > MAX_HOURS || !duration.equals(Duration.ofHours(hours))) {
      throw node.fault(node.text() + " (expected: whole hours, 1h to " + MAX_HOURS + "h)");
    }
    return duration;
  }

  private static Duration scrapeEvery(YamlNode top) throws InputException {
    Duration every = top.duration("scrape_every", SCRAPE_EVERY);
    if (every.isZero() || every.compareTo(Duration.ofMinutes(1)) > 0) {
      YamlNode node = top.get("scrape_every");
      throw node.fault(node.text() + " (expected: more than nothing, at most 1m)");
    }
    return every;
  }

  private static List<PlantedHour> planted(YamlNode top, Duration duration, ChangeReader changes)
      throws InputException {
    List<PlantedHour> planted = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (YamlNode node : top.items("planted")) {
      PlantedHour hour = changes.planted(node);
      EndpointId target = hour.target();
      if (hour.hour() >= duration.toHours()) {
        throw node.get("hour")
            .fault(
                hour.hour() + " (expected: less than the duration's " + duration.toHours() + ")");
      }
      if (!taken.add(hour.hour() + "/" + target.tenantId() + "/" + target.endpointId())) {
        throw node.fault("hour " + hour.hour() + " of this target is planted already");
      }
      planted.add(hour);
    }
    return planted.stream()
        .sorted(Comparator.comparingInt(PlantedHour::hour))
        .collect(Collectors.toUnmodifiableList());
  }
}
