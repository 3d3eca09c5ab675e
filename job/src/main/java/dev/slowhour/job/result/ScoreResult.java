package dev.slowhour.job.result;

import dev.slowhour.core.compare.Score;
import dev.slowhour.core.time.ReportZone;

/**
 * A score, and what it is called.
 *
 * @param name what the user calls it; the same again replaces it in the store
 * @param zone the zone in which times are written
 */
public record ScoreResult(String name, ReportZone zone, Score score) {}
