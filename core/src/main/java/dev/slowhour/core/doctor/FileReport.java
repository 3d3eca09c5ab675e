package dev.slowhour.core.doctor;

import dev.slowhour.core.read.InputFile;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What one file holds.
 *
 * @param file the file
 * @param failure why it could not be read to its end; empty when it could
 * @param lines lines in it, the header of a CSV file included; empty for a table that is held
 *     (contracts, pools)
 * @param rows lines that can be read; of a JSON array elements
 * @param unreadable lines that became a notice, and breaks of the file
 * @param blankLines blank lines; empty for a table that is held
 * @param faults the notices by code
 * @param first the earliest time of a readable line, if any
 * @param last the latest
 * @param order the order of completion of requests
 * @param endpoints whom the rows are about, as {@code tenant_id/endpoint_id}; empty for metrics
 * @param pools the pools of the rows; empty for contracts
 * @param suspicions values that are readable and look wrong, or look readable in another unit
 */
public record FileReport(
    InputFile file,
    Optional<String> failure,
    Optional<Long> lines,
    long rows,
    long unreadable,
    Optional<Long> blankLines,
    List<Faults> faults,
    Optional<Instant> first,
    Optional<Instant> last,
    Optional<CompletionOrder> order,
    Optional<Names> endpoints,
    Optional<Names> pools,
    List<String> suspicions) {}
