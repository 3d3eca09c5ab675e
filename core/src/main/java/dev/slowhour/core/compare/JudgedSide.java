package dev.slowhour.core.compare;

import dev.slowhour.core.data.FailureHour;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What was judged of one configuration.
 *
 * @param windows its windows, each once
 * @param failures its requests that were not answered, an endpoint and hour once; empty when the
 *     input did not tell of any such requests, also not that there were none
 */
public record JudgedSide(List<WindowFigures> windows, Optional<List<FailureHour>> failures) {

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
        failures.map(hours -> hours.stream().map(hour -> later(hour, by)).toList()));
  }

  private static FailureHour later(FailureHour hour, Duration by) {
    return new FailureHour(
        hour.tenantId(),
        hour.endpointId(),
        hour.windowStart().plus(by),
        hour.refused(),
        hour.timeouts(),
        hour.cancelled(),
        hour.errors());
  }
}
