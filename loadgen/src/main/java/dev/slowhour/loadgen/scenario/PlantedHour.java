package dev.slowhour.loadgen.scenario;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.judge.Verdict;
import java.util.List;

/**
 * An hour of one endpoint whose cause is known.
 *
 * @param hour from 0, of the scenario
 * @param target whose hour it is
 * @param planted the verdict that is right
 * @param cause in words, for the answer key
 * @param changes what is different in this hour; none where nothing is
 */
public record PlantedHour(
    int hour, EndpointId target, Verdict planted, String cause, List<Change> changes) {

  public PlantedHour {
    changes = List.copyOf(changes);
  }
}
