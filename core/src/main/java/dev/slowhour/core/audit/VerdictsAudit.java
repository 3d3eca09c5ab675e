package dev.slowhour.core.audit;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Takes the elements of {@code verdicts.json} one after another and runs every check on each. */
final class VerdictsAudit {

  private final Recount recount;
  private final Findings findings;
  private final List<StatedCheck> statedChecks;
  private final List<RecountCheck> recountChecks;
  private final Set<WindowId> seen = new HashSet<>();
  private Optional<WindowId> previous = Optional.empty();
  private long position;

  VerdictsAudit(Recount recount, Findings findings) {
    this.recount = recount;
    this.findings = findings;
    EvidenceNamesCheck evidenceNames = new EvidenceNamesCheck();
    statedChecks =
        List.of(
            new EnumCheck(),
            new FieldCheck(),
            new RangeCheck(recount.zone()),
            new NullCheck(),
            evidenceNames,
            new SentenceCheck(recount.names()));
    recountChecks =
        List.of(
            new IdentityCheck(),
            new MissCheck(),
            new OnePercentCheck(),
            new ConcurrencyCheck(),
            new OverContractCheck(),
            new LongInputCheck(),
            new IsolationCheck(),
            new OtherTenantsCheck(),
            new EmptyMetricCheck(),
            evidenceNames,
            new EvidenceValuesCheck(),
            new EvidenceTenantsCheck(recount.names()));
  }

  /** Checks the next element. */
  void take(Object elementOrNull) {
    position++;
    if (!(elementOrNull instanceof Map<?, ?> fields)) {
      WindowLabel unknown =
          new WindowLabel(
              WindowLabel.UNKNOWN, WindowLabel.UNKNOWN, WindowLabel.UNKNOWN, WindowLabel.UNKNOWN);
      findings.of(Check.WINDOWS, unknown).fail("element " + position, elementOrNull, "an object");
      return;
    }
    StatedWindow stated = new StatedWindow(fields);
    statedChecks.forEach(check -> check.check(stated, findings));
    stated.id().ifPresent(id -> take(stated, id));
  }

  private void take(StatedWindow stated, WindowId id) {
    Findings.Window out = findings.of(Check.WINDOWS, stated.label());
    if (previous.isPresent() && previous.get().compareTo(id) > 0) {
      out.fail("element " + position, "here", "before the one above it");
    }
    previous = Optional.of(id);
    if (!seen.add(id)) {
      out.fail("element " + position, "once more", "once");
    }
    Optional<RecountedWindow> recounted = recount.window(id);
    if (recounted.isEmpty()) {
      out.fail("element " + position, "a window", "no rows call for it");
    } else {
      recountChecks.forEach(check -> check.check(stated, recounted.get(), findings));
    }
  }

  /** Fails the windows that no element was about. */
  void finish() {
    for (WindowId id : recount.windows()) {
      if (!seen.contains(id)) {
        WindowLabel label = recount.window(id).orElseThrow().label();
        findings.of(Check.WINDOWS, label).fail("window", "missing", "rows call for it");
      }
    }
  }
}
