package dev.slowhour.core.audit;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which version of an endpoint's contract an hour is judged by. */
final class ContractVersions {

  private final Map<EndpointId, List<Contract>> versions = new HashMap<>();

  ContractVersions(List<Contract> contracts) {
    for (Contract contract : contracts) {
      versions.computeIfAbsent(contract.endpoint(), e -> new ArrayList<>()).add(contract);
    }
  }

  /** The version with the largest {@code valid_from} not after the start of the hour. */
  Optional<Contract> inForce(EndpointId endpoint, Instant hour) {
    Contract newest = null;
    for (Contract version : versions.getOrDefault(endpoint, List.of())) {
      Instant from = version.validFrom().orElse(Instant.MIN);
      boolean holds = !from.isAfter(hour);
      if (holds && (newest == null || from.isAfter(newest.validFrom().orElse(Instant.MIN)))) {
        newest = version;
      }
    }
    return Optional.ofNullable(newest);
  }

  /** All versions of an endpoint's contract. */
  List<Contract> of(EndpointId endpoint) {
    return List.copyOf(versions.getOrDefault(endpoint, List.of()));
  }
}
