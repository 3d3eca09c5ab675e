package dev.slowhour.loadgen.tables;

import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.engine.Counters;
import dev.slowhour.loadgen.scenario.PoolPlan;
import dev.slowhour.loadgen.scenario.Scenario;
import dev.slowhour.loadgen.simulate.Scrapes;
import dev.slowhour.loadgen.simulate.Simulation;
import dev.slowhour.loadgen.traffic.ScenarioTraffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Simulates a scenario and writes its tables into a folder. */
public final class SimulatedHours {

  /**
   * What came of a run.
   *
   * @param answered requests, rows of request_logs
   * @param refused requests longer than max_model_len, rows of request_failures
   * @param steps of all engines
   * @param preemptions in all engines
   */
  public record Totals(long answered, long refused, long steps, long preemptions) {}

  private SimulatedHours() {}

  /**
   * Simulates and writes. The folder appears when all is written; a run that fails leaves none.
   *
   * @param seed the same one gives the same bytes
   * @param out a folder that does not exist yet, or is empty
   * @throws InputException where the folder is in use, or a trace cannot be read
   * @throws IOException where something cannot be written
   */
  public static Totals write(Scenario scenario, long seed, Path out)
      throws InputException, IOException {
    requireUnused(out);
    Path target = out.toAbsolutePath().normalize();
    Files.createDirectories(target.getParent());
    Path staged =
        target.resolveSibling("." + target.getFileName() + "-" + ProcessHandle.current().pid());
    Files.createDirectory(staged);
    try {
      Totals totals = writeInto(scenario, seed, staged);
      Files.deleteIfExists(target);
      Files.move(staged, target);
      return totals;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      delete(staged);
    }
  }

  private static void requireUnused(Path out) throws InputException, IOException {
    if (!Files.exists(out)) {
      return;
    }
    if (Files.isDirectory(out)) {
      try (Stream<Path> entries = Files.list(out)) {
        if (entries.findAny().isEmpty()) {
          return;
        }
      }
    }
    throw new InputException(
        out + ": exists already (expected: a folder that does not exist, or an empty one)");
  }

  private static Totals writeInto(Scenario scenario, long seed, Path folder)
      throws InputException, IOException {
    FixedTables.write(scenario, folder);
    long answered = 0;
    long refused = 0;
    long steps = 0;
    long preemptions = 0;
    List<PoolPlan> pools = scenario.pools();
    List<PoolMinutes> minutes = new ArrayList<>();
    for (int i = 0; i < pools.size(); i++) {
      minutes.add(new PoolMinutes(scenario.duration()));
      String suffix = pools.size() == 1 ? ".jsonl" : "-" + (i + 1) + ".jsonl";
      try (RequestTables tables = new RequestTables(scenario, minutes.get(i), folder, suffix)) {
        Counters counters = run(scenario, pools.get(i), seed, tables);
        answered += tables.answered();
        refused += tables.refused();
        steps += counters.steps();
        preemptions += counters.preemptions();
      }
    }
    try (JsonLines lines = new JsonLines(folder.resolve("pool_metrics.jsonl"))) {
      for (int i = 0; i < pools.size(); i++) {
        minutes.get(i).write(pools.get(i).pool().accelPool(), scenario.start(), lines);
      }
    }
    return new Totals(answered, refused, steps, preemptions);
  }

  private static Counters run(Scenario scenario, PoolPlan plan, long seed, RequestTables tables)
      throws InputException {
    Scrapes scrapes =
        new Scrapes(0, scenario.scrapeEvery().toNanos(), scenario.duration().toNanos());
    ScenarioTraffic traffic = ScenarioTraffic.of(scenario, plan.pool().accelPool(), seed);
    return new Simulation(plan.engine(), traffic, List.of(), scrapes, tables).run().counters();
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
