package dev.slowhour.job.show;

import java.util.Optional;

/**
 * One item of a window's evidence, as the file has it.
 *
 * @param row the row's key; empty for a figure over rows
 * @param value the cell or the figure as written; empty where there is none
 * @param agg {@code count} or {@code avg}; empty for a cell
 * @param filter which rows were counted or averaged; empty for a cell
 */
public record EvidenceRow(
    String table,
    Optional<String> row,
    String field,
    Optional<String> value,
    Optional<String> agg,
    Optional<String> filter) {}
