package dev.slowhour.job.show;

import static dev.slowhour.job.show.NumberWords.number;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.read.InputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A window as one HTML file that needs nothing else: no script, nothing loaded. All that comes from
 * files is escaped, and all that it holds is of this window: of other tenants at most how many
 * requests they sent, minute by minute for an isolation failure, in a note about the worst minute
 * where only the second reading is one.
 */
public final class WindowPage {

  private static final String TEMPLATE = "window.mustache";

  private WindowPage() {}

  /**
   * Writes the page; a file that is there is replaced.
   *
   * @param madeBy what stands at its end
   * @throws InputException when the place will not do
   * @throws IOException when the file cannot be written
   */
  public static void write(WindowView view, String madeBy, Path file)
      throws InputException, IOException {
    WholeFile.write("html", file, html(view, madeBy));
  }

  static String html(WindowView view, String madeBy) throws IOException {
    try (InputStream bytes = WindowPage.class.getResourceAsStream(TEMPLATE)) {
      if (bytes == null) {
        throw new FileNotFoundException(TEMPLATE);
      }
      Reader template = new InputStreamReader(bytes, StandardCharsets.UTF_8);
      return Mustache.compiler()
          .withEscaper(Escapers.HTML)
          .strictSections(true)
          .emptyStringIsFalse(true)
          .compile(template)
          .execute(page(view, madeBy));
    }
  }

  /** What the template speaks of; its names are the template's. */
  record Page(
      String label,
      String verdictStyle,
      String verdictInFull,
      List<SecondReading> secondReading,
      List<WindowWords.Line> names,
      String windowKey,
      String summary,
      List<WindowWords.Figure> figures,
      List<Pool> pool,
      PageChart.Picture chart,
      String chartDescription,
      String atSlo,
      String atSloMeans,
      boolean hasOver,
      List<String> gaps,
      boolean hasOthers,
      String othersNotShown,
      List<Minute> minutes,
      List<WindowWords.Evidence> evidence,
      List<String> notes,
      List<WindowWords.Line> leftOut,
      boolean hasNoLeftOut,
      List<Aside> beside,
      List<String> notSaid,
      String madeBy) {}

  record Aside(String heading, List<WindowWords.Line> lines) {}

  record SecondReading(String label, String style, String why) {}

  record Pool(String name, String atWorst, List<WindowWords.PoolFigure> figures) {}

  record Minute(
      String time,
      boolean isWorst,
      String requests,
      String sloMisses,
      String missesWithLongInput,
      String concurrency,
      boolean isOver,
      String concurrencyAtSlo,
      String kvCacheUtil,
      String queuedRequests,
      List<String> others) {}

  private static Page page(WindowView view, String madeBy) {
    WindowRow window = view.window();
    WindowWords words = new WindowWords(view);
    List<WindowWords.PoolFigure> pool = words.poolFigures();
    List<WindowWords.Line> leftOut = words.leftOut();
    return new Page(
        window.verdict().label(),
        style(window.verdict()),
        words.verdictInFull(),
        words.whyReadingsDiffer().stream()
            .map(
                why ->
                    new SecondReading(
                        window.verdictAtSlo().label(), style(window.verdictAtSlo()), why))
            .toList(),
        words.names(),
        window.windowKey(),
        window.summary(),
        words.figures(),
        pool.isEmpty()
            ? List.of()
            : List.of(new Pool(window.accelPool(), words.atWorstHeading(), pool)),
        PageChart.of(view),
        description(window),
        WindowWords.AT_SLO,
        WindowWords.AT_SLO_MEANS,
        view.minutes().stream().anyMatch(MinuteRow::overConcurrency),
        words.gaps().stream().toList(),
        window.isIsolationFailure(),
        WindowWords.OTHERS_NOT_SHOWN,
        view.minutes().stream().map(row -> minute(row, window)).toList(),
        words.evidence(),
        words.notes(),
        leftOut,
        leftOut.isEmpty(),
        words.beside().isEmpty()
            ? List.of()
            : List.of(new Aside(WindowWords.BESIDE, words.beside())),
        words.notSaid().stream().toList(),
        madeBy);
  }

  private static String style(Verdict verdict) {
    return switch (verdict) {
      case WITHIN_SLO -> "good";
      case OVER_CONCURRENCY, LONG_INPUT -> "customer";
      case ISOLATION_FAILURE -> "platform";
    };
  }

  /** The picture for those who do not see it; the table below has every minute. */
  private static String description(WindowRow window) {
    return "60분의 분별 값입니다. SLO 를 넘긴 요청은 모두 "
        + number(window.sloMissCount())
        + "건"
        + window
            .worstMinute()
            .map(worst -> "이고 " + worst.clock() + " 분에 " + number(worst.misses()) + "건으로 가장 많습니다. ")
            .orElse("입니다. ")
        + "동시 요청 수는 최대 "
        + number(window.asSent().peak())
        + "건, 계약은 "
        + number(window.maxConcurrency())
        + "건이고, 계약을 넘은 분은 "
        + number(window.asSent().overMinutes())
        + "분입니다. 모든 분의 값은 아래 표에 있습니다.";
  }

  private static Minute minute(MinuteRow row, WindowRow window) {
    return new Minute(
        row.clock(),
        window.worstMinute().filter(worst -> worst.minute().equals(row.minute())).isPresent(),
        number(row.requests()),
        number(row.sloMisses()),
        number(row.missesWithLongInput()),
        number(row.peakConcurrency()),
        row.overConcurrency(),
        number(row.peakConcurrencyAtSlo()),
        row.kvCacheUtil().map(NumberWords::number).orElse(NumberWords.NO_VALUE),
        row.queuedRequests().map(NumberWords::number).orElse(NumberWords.NO_VALUE),
        row.otherTenantRequests().stream().map(NumberWords::number).toList());
  }
}
