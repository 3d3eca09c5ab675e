package dev.slowhour.core.audit;

/**
 * One thing in a judged output that a check does not confirm. Texts, since what stands may be
 * anything; shortened, and harmless to print.
 *
 * @param windowKey the window's label as it stands, or as it should for a window that is left out
 * @param tenantId likewise
 * @param endpointId likewise
 * @param windowStart likewise
 * @param item the field, for example {@code slo_miss_count} or {@code evidence[3].value}
 * @param stands what the output says
 * @param recounted what the raw rows say
 */
public record Failure(
    String windowKey,
    String tenantId,
    String endpointId,
    String windowStart,
    String item,
    String stands,
    String recounted) {}
