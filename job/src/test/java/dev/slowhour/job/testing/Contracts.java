package dev.slowhour.job.testing;

import dev.slowhour.core.data.Contract;
import java.time.Instant;

/** Contracts with a TTFT objective, one second per output token, and limits out of reach. */
public final class Contracts {

  private static final long TPOT_SLO_MS = 1_000;
  private static final long OUT_OF_REACH = 1_000_000;

  private Contracts() {}

  /** A contract since ever. */
  public static Contract of(String tenantId, String endpointId, long ttftSloMs) {
    return from(null, tenantId, endpointId, ttftSloMs);
  }

  /** A contract from then on; null: since ever. */
  public static Contract from(
      Instant validFromOrNull, String tenantId, String endpointId, long ttftSloMs) {
    return new Contract(
        tenantId,
        "Tenant",
        endpointId,
        "model",
        ttftSloMs,
        TPOT_SLO_MS,
        OUT_OF_REACH,
        OUT_OF_REACH,
        validFromOrNull);
  }

  /** As a line of {@code tenant_contracts}; its ids hold nothing that JSON escapes. */
  public static String json(Contract contract) {
    return "{\"tenant_id\":\""
        + contract.tenantId()
        + "\",\"tenant_name\":\""
        + contract.tenantName()
        + "\",\"endpoint_id\":\""
        + contract.endpointId()
        + "\",\"model\":\""
        + contract.model()
        + "\",\"ttft_slo_ms\":"
        + contract.ttftSloMs()
        + ",\"tpot_slo_ms\":"
        + contract.tpotSloMs()
        + ",\"max_concurrency\":"
        + contract.maxConcurrency()
        + ",\"max_input_tokens\":"
        + contract.maxInputTokens()
        + contract.validFrom().map(from -> ",\"valid_from\":\"" + from + "\"").orElse("")
        + "}";
  }
}
