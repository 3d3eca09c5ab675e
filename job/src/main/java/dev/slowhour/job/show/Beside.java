package dev.slowhour.job.show;

import dev.slowhour.core.data.FailureHour;
import java.util.List;
import java.util.Optional;

/**
 * What is shown beside a window and decides nothing of it.
 *
 * @param failures its requests that were not answered; empty when the input had no such table
 * @param events what happened to its pool, in the order of time; empty when the input had no such
 *     table
 */
public record Beside(Optional<FailureHour> failures, Optional<List<PoolEvent>> events) {}
