package dev.slowhour.core.data;

import java.time.Instant;
import java.util.Optional;

/**
 * What tells one version of a contract from all others.
 *
 * @param endpoint whose contract it is
 * @param validFromOrNull from when on the version holds; null: since ever
 */
public record ContractKey(EndpointId endpoint, Instant validFromOrNull) {

  /** The key of a version. */
  public static ContractKey of(Contract contract) {
    return new ContractKey(contract.endpoint(), contract.validFromOrNull());
  }

  /** From when on the version holds; empty: since ever. */
  public Optional<Instant> validFrom() {
    return Optional.ofNullable(validFromOrNull);
  }
}
