package dev.slowhour.job.workflow;

/**
 * What {@link EndpointHours} keeps of an hour that is not final, beside its blocks.
 *
 * @param blocks how many blocks there are
 * @param fullBlocks how many of them, from the first, are as large as blocks get
 * @param provisional whether a provisional window was sent
 * @param poolOrNull the pool that the hour was last sent to; null while it was not
 */
public record OpenHour(int blocks, int fullBlocks, boolean provisional, String poolOrNull) {

  static final OpenHour NEW = new OpenHour(0, 0, false, null);

  OpenHour withBlocks(int number, int full) {
    return new OpenHour(number, full, provisional, poolOrNull);
  }

  OpenHour sentTo(String pool, boolean asProvisional) {
    return new OpenHour(blocks, fullBlocks, asProvisional, pool);
  }
}
