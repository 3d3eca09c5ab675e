package dev.slowhour.job.store;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import java.time.Instant;
import java.util.Optional;

/**
 * A version of a contract that has come, or gone.
 *
 * @param endpoint whose contract it is
 * @param validFromOrNull from when on the version holds; null: since ever
 * @param contractOrNull the version; null when it is taken away
 */
public record ContractChange(
    EndpointId endpoint, Instant validFromOrNull, Contract contractOrNull) {

  /** A version that holds, in place of an earlier one with the same time. */
  public static ContractChange put(Contract contract) {
    return new ContractChange(contract.endpoint(), contract.validFromOrNull(), contract);
  }

  /** A version that is taken away. */
  public static ContractChange removed(EndpointId endpoint, Instant validFromOrNull) {
    return new ContractChange(endpoint, validFromOrNull, null);
  }

  /** From when on the version holds; empty: since ever. */
  public Optional<Instant> validFrom() {
    return Optional.ofNullable(validFromOrNull);
  }

  /** The version; empty when it is taken away. */
  public Optional<Contract> contract() {
    return Optional.ofNullable(contractOrNull);
  }
}
