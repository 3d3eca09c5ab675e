package dev.slowhour.job.workflow;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.ContractKey;
import dev.slowhour.core.data.Notice;

/**
 * What a source read of {@code tenant_contracts}: a contract, a notice, a version that is taken
 * away, or nothing of that. With a notice a version may be taken away too: the one that the line
 * takes the place of.
 *
 * @param contractOrNull the contract; a version replaces an earlier one with the same {@code
 *     valid_from}
 * @param noticeOrNull the notice
 * @param removedOrNull the version that does not hold any more
 */
public record ContractLine(
    Contract contractOrNull, Notice noticeOrNull, ContractKey removedOrNull) {

  /** A line that takes nothing away. */
  public ContractLine(Contract contractOrNull, Notice noticeOrNull) {
    this(contractOrNull, noticeOrNull, null);
  }
}
