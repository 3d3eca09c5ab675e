package dev.slowhour.job.compare;

import dev.slowhour.core.compare.Comparison;
import dev.slowhour.core.compare.JudgedSide;
import dev.slowhour.core.compare.Score;
import dev.slowhour.core.compare.WindowFigures;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.batch.RunSettings;
import dev.slowhour.job.files.JudgedFiles;
import dev.slowhour.job.result.ComparisonResult;
import dev.slowhour.job.result.MinuteChanges;
import dev.slowhour.job.result.ScoreResult;
import dev.slowhour.job.show.JudgedFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Scores and compares judged outputs. */
public final class Comparing {

  private Comparing() {}

  /**
   * Scores verdicts against answers.
   *
   * @param verdicts a {@code verdicts.json}, or the folder that it is in
   * @throws InputException when one of the files cannot be read, or holds no window
   * @throws IOException when the disk fails
   */
  public static ScoreResult score(String name, Path verdicts, Path answers)
      throws InputException, IOException {
    Path file = Files.isDirectory(verdicts) ? verdicts.resolve(JudgedFiles.VERDICTS) : verdicts;
    List<WindowFigures> windows = JudgedFigures.windows(file);
    Score score = Score.of(AnswerFile.read(answers), windows);
    return new ScoreResult(name, zoneOf(file), score);
  }

  /** The zone that it was judged in; of verdicts that stand alone the usual one. */
  private static ReportZone zoneOf(Path verdicts) throws InputException {
    Path folder = verdicts.toAbsolutePath().getParent();
    return Files.exists(folder.resolve(JudgedFiles.RUN))
        ? RunSettings.of(folder).reportZone()
        : JudgeSettings.defaults().reportZone();
  }

  /**
   * Compares two judged folders.
   *
   * @param names of the comparison, and of the configurations before and after
   * @param shiftHours by how many hours the windows after are moved to stand beside those before
   * @throws InputException when one is no judged folder, they were judged with other settings, or
   *     they have no hour in common
   * @throws IOException when the disk fails
   */
  public static ComparisonResult compare(Names names, Path before, Path after, long shiftHours)
      throws InputException, IOException {
    JudgeSettings settings = RunSettings.of(before);
    requireSame(settings, RunSettings.of(after), before, after);
    JudgedSide left = JudgedFigures.side(before);
    JudgedSide right = JudgedFigures.side(after).later(Duration.ofHours(shiftHours));
    Comparison comparison = Comparison.of(left, right);
    ReportZone zone = settings.reportZone();
    if (comparison.hours().isEmpty()) {
      throw new InputException(
          before
              + " and "
              + after
              + " have no hour in common (they begin at "
              + first(left, zone)
              + " and "
              + first(right, zone)
              + "; expected: the same hours, or --shift HOURS to move those of the second)");
    }
    return new ComparisonResult(
        ComparisonResult.Kind.COMPARE,
        names.comparison(),
        names.before(),
        names.after(),
        shiftHours,
        zone,
        comparison,
        new MinuteChanges());
  }

  /** What a comparison and its two sides are called. */
  public record Names(String comparison, String before, String after) {}

  private static void requireSame(JudgeSettings left, JudgeSettings right, Path before, Path after)
      throws InputException {
    if (!left.zone().equals(right.zone())
        || !left.maxRequestDuration().equals(right.maxRequestDuration())) {
      throw new InputException(
          before
              + " and "
              + after
              + " were judged with other settings: zone "
              + left.zone()
              + " and "
              + right.zone()
              + ", max-request-duration "
              + left.maxRequestDuration()
              + " and "
              + right.maxRequestDuration()
              + " (expected: the same; judge one of them again)");
    }
  }

  private static String first(JudgedSide side, ReportZone zone) {
    return side.windows().stream()
        .map(window -> window.key().windowStart())
        .min(Instant::compareTo)
        .map(zone::minuteText)
        .orElse("no hour at all");
  }
}
