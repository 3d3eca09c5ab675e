package dev.slowhour.core.read;

import dev.slowhour.core.data.ContractKey;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.time.UtcText;
import java.time.Instant;
import java.util.Optional;

/**
 * The one way to write a {@link ContractKey} as the key of a record: {@code
 * tenant_id/endpoint_id/valid_from}, the instant in UTC in the shortest form, {@code -} when there
 * is none. A tenant_id has no slash and an instant has none, so an endpoint_id may.
 */
public final class ContractKeyText {

  private static final char SEPARATOR = '/';
  private static final String SINCE_EVER = "-";

  private ContractKeyText() {}

  /** For example {@code tnt-a/org/model-7b/2026-10-13T00:00Z}, {@code tnt-a/ep-1/-}. */
  public static String of(ContractKey key) {
    return key.endpoint().tenantId()
        + SEPARATOR
        + key.endpoint().endpointId()
        + SEPARATOR
        + key.validFrom().map(UtcText::shortest).orElse(SINCE_EVER);
  }

  /**
   * The key that a text writes; empty when it writes none, or not in this way: of two texts for one
   * version compaction would keep both.
   */
  public static Optional<ContractKey> parse(String text) {
    int first = text.indexOf(SEPARATOR);
    int last = text.lastIndexOf(SEPARATOR);
    if (first == last) {
      return Optional.empty();
    }
    String tenantId = text.substring(0, first);
    String endpointId = text.substring(first + 1, last);
    String validFrom = text.substring(last + 1);
    Instant validFromOrNull = InstantText.parseOrNull(validFrom);
    if (!IdText.isTenantId(tenantId)
        || !IdText.isId(endpointId)
        || (validFromOrNull == null && !validFrom.equals(SINCE_EVER))) {
      return Optional.empty();
    }
    ContractKey key = new ContractKey(new EndpointId(tenantId, endpointId), validFromOrNull);
    return Optional.of(key).filter(parsed -> of(parsed).equals(text));
  }
}
