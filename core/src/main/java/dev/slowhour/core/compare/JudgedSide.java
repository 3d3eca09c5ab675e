package dev.slowhour.core.compare;

import dev.slowhour.core.data.FailureHour;
import java.time.Duration;
import java.util.List;

/**
 * What was judged of one configuration.
 *
 * @param windows its windows, each once
 * @param failures its requests that were not answered, an endpoint and hour once
 */
public record JudgedSide(List<WindowFigures> windows, List<FailureHour> failures) {

  /** The same, so much later. */
  public JudgedSide later(Duration by) {
    return new JudgedSide(
        windows.stream()
            .map(
                window ->
                    window.as(
                        new WindowKey(
                            window.key().endpoint(), window.key().windowStart().plus(by))))
            .toList(),
        failures.stream()
            .map(
                hour ->
                    new FailureHour(
                        hour.tenantId(),
                        hour.endpointId(),
                        hour.windowStart().plus(by),
                        hour.refused(),
                        hour.timeouts(),
                        hour.cancelled(),
                        hour.errors()))
            .toList());
  }
}
