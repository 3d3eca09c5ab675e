package dev.slowhour.loadgen.scenario;

import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;

/**
 * What is sent to which engines, and what was planted.
 *
 * @param name letters, digits and hyphens
 * @param start when the first hour begins; times are written with its offset
 * @param duration whole hours, ≥ 1: nothing is sent afterwards
 * @param scrapeEvery how often the pools' gauges are looked at
 * @param pools at least one
 * @param endpoints at least one; each in one of the pools
 * @param planted at most one for an endpoint and hour, in the order of hours
 * @param folder where the scenario stands: what paths of traces are relative to
 */
public record Scenario(
    String name,
    OffsetDateTime start,
    Duration duration,
    Duration scrapeEvery,
    List<PoolPlan> pools,
    List<EndpointPlan> endpoints,
    List<PlantedHour> planted,
    Path folder) {

  public Scenario {
    pools = List.copyOf(pools);
    endpoints = List.copyOf(endpoints);
    planted = List.copyOf(planted);
  }
}
