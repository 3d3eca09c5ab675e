package dev.slowhour.core.audit;

import java.util.List;

/**
 * What an audit found.
 *
 * @param checks the fifteen checks in order
 * @param windows how many windows the rows call for
 */
public record AuditReport(List<CheckResult> checks, long windows) {

  /** Whether every check passed. */
  public boolean passed() {
    return checks.stream().allMatch(CheckResult::passed);
  }
}
