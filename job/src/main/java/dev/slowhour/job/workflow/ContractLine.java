package dev.slowhour.job.workflow;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Notice;

/**
 * What a source read of {@code tenant_contracts}: a contract, a notice, or neither.
 *
 * @param contractOrNull the contract; a version replaces an earlier one with the same {@code
 *     valid_from}
 * @param noticeOrNull the notice
 */
public record ContractLine(Contract contractOrNull, Notice noticeOrNull) {}
