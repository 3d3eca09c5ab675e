package dev.slowhour.core.audit;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFiles;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Recounts a judged output from the raw rows: the fifteen checks of spec/verdict.md. All request
 * rows are held in memory, about 150 bytes each.
 */
public final class Audit {

  private Audit() {}

  /**
   * Audits the verdicts.
   *
   * @param files the input that was judged
   * @param verdictsJson the judged output, {@code verdicts.json}
   * @param settings those that the output was judged with
   * @throws InputException when the input cannot be judged, or the output is not one JSON array
   * @throws IOException when a file cannot be read
   */
  public static AuditReport run(InputFiles files, Path verdictsJson, JudgeSettings settings)
      throws InputException, IOException {
    return run(verdictsJson, Recount.of(files, settings), new Findings());
  }

  /**
   * Audits the verdicts and the minutes.
   *
   * @param files the input that was judged
   * @param verdictsJson the judged output, {@code verdicts.json}
   * @param minutesJsonl its minutes, {@code minutes.jsonl}
   * @param settings those that the output was judged with
   * @throws InputException when the input cannot be judged, or the output is not JSON
   * @throws IOException when a file cannot be read
   */
  public static AuditReport run(
      InputFiles files, Path verdictsJson, Path minutesJsonl, JudgeSettings settings)
      throws InputException, IOException {
    Recount recount = Recount.of(files, settings);
    Findings findings = new Findings();
    MinutesAudit minutes = new MinutesAudit(recount, findings);
    JsonValues.readLines(minutesJsonl, minutes::take);
    minutes.finish();
    return run(verdictsJson, recount, findings);
  }

  /** Audits the verdicts against rows that are read already. */
  static AuditReport run(Path verdictsJson, Recount recount, Findings findings)
      throws InputException, IOException {
    VerdictsAudit verdicts = new VerdictsAudit(recount, findings);
    JsonValues.readArray(verdictsJson, verdicts::take);
    verdicts.finish();
    return new AuditReport(findings.results(), recount.windows().size());
  }
}
