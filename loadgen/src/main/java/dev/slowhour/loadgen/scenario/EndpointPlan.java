package dev.slowhour.loadgen.scenario;

import dev.slowhour.core.data.Contract;

/**
 * An endpoint: what was agreed on, and what it usually sends.
 *
 * @param accelPool the pool that serves it
 * @param priority of its requests; a smaller number is more important
 */
public record EndpointPlan(Contract contract, String accelPool, int priority, Source usual) {

  /** As scenarios name it: {@code tenant_id/endpoint_id}. */
  public String name() {
    return contract.tenantId() + "/" + contract.endpointId();
  }
}
