package dev.slowhour.job.store;

import java.time.Instant;
import java.util.Optional;

/**
 * How much a batch run read and made.
 *
 * @param requestRows readable lines of {@code request_logs}
 * @param requestUnreadableLines its lines that are no rows
 * @param metricRows readable lines of {@code pool_metrics}
 * @param metricUnreadableLines its lines that are no rows
 * @param contractsInForce versions of contracts
 * @param windows windows judged
 * @param notices notices made
 * @param newestCompletion when the last request of the input was answered, in whole milliseconds
 */
public record RunTotals(
    long requestRows,
    long requestUnreadableLines,
    long metricRows,
    long metricUnreadableLines,
    long contractsInForce,
    long windows,
    long notices,
    Optional<Instant> newestCompletion) {}
