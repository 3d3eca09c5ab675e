package dev.slowhour.core.audit;

/** How a failure names a window: texts as they stand, {@code ?} where there is none. */
record WindowLabel(String windowKey, String tenantId, String endpointId, String windowStart) {

  static final String UNKNOWN = "?";
}
