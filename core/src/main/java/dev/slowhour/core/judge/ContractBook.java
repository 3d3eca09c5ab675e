package dev.slowhour.core.judge;

import dev.slowhour.core.data.Contract;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Which version of a contract holds for an hour. */
public final class ContractBook {

  private ContractBook() {}

  /**
   * Of the versions of one endpoint's contract the one with the largest {@code valid_from} that is
   * not after the start of the hour; one without holds since ever.
   */
  public static Optional<Contract> inForce(Collection<Contract> versions, Instant hour) {
    return versions.stream()
        .filter(version -> version.validFrom().map(from -> !from.isAfter(hour)).orElse(true))
        .max(Comparator.comparing(version -> version.validFrom().orElse(Instant.MIN)));
  }
}
