package dev.slowhour.job.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.compare.Counts;
import dev.slowhour.core.compare.JudgedSide;
import dev.slowhour.core.compare.MinuteChange;
import dev.slowhour.core.compare.VerdictReading;
import dev.slowhour.core.compare.WindowFigures;
import dev.slowhour.core.data.FailureHour;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.time.ReportZone;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgedFiguresTest {

  private static final String TEN = "2026-10-13T10:00+09:00";
  private static final ReportZone SEOUL = ReportZone.of("Asia/Seoul");

  @TempDir private Path folder;

  private static HandMadeFolder.Window pushedAside() {
    HandMadeFolder.Window window = new HandMadeFolder.Window("tnt-a", "ep", TEN);
    window.verdict = Verdict.OVER_CONCURRENCY;
    window.verdictAtSlo = Verdict.ISOLATION_FAILURE;
    window.worst = 5;
    window.misses[5] = 10;
    window.concurrency[5] = 9;
    return window;
  }

  @Test
  void theFiguresOfEveryWindowAreReadWithBothReadings() throws Exception {
    new HandMadeFolder().with(pushedAside()).with("tnt-b", "ep", TEN).writeTo(folder);

    JudgedSide side = JudgedFigures.side(folder);

    assertThat(side.windows()).hasSize(2);
    WindowFigures window = side.windows().get(0);
    assertThat(window.key().windowStart()).isEqualTo(Instant.parse("2026-10-13T01:00:00Z"));
    assertThat(window.asSent()).isEqualTo(new Counts(600, 10, 10, 0));
    assertThat(window.atSlo()).isEqualTo(new Counts(600, 10, 0, 0));
    assertThat(window.verdict(VerdictReading.AT_SLO)).isEqualTo(Verdict.ISOLATION_FAILURE);
    assertThat(side.failures()).isEmpty();
  }

  @Test
  void aFileOfFailuresThatIsEmptySaysThatThereWereNone() throws Exception {
    new HandMadeFolder().with("tnt-b", "ep", TEN).writeTo(folder);
    Path failures = folder.resolve("failures.jsonl");
    Files.writeString(failures, "");
    assertThat(JudgedFigures.side(folder).failures()).contains(List.of());

    Files.writeString(
        failures,
        "{\"endpoint_id\":\"ep\",\"tenant_id\":\"tnt-b\",\"window_start\":\""
            + TEN
            + "\",\"refused\":4,\"timeout\":3,\"cancelled\":2,\"error\":1}\n");
    assertThat(JudgedFigures.side(folder).failures())
        .contains(
            List.of(
                new FailureHour("tnt-b", "ep", Instant.parse("2026-10-13T01:00:00Z"), 4, 3, 2, 1)));
  }

  @ParameterizedTest
  @CsvSource({
    "verdict, \"SLO 안에서 처리됨\"",
    "verdict_at_slo, \"SLO 안에서 처리됨\"",
    "verdict, \"정상\"",
    "request_count, 0",
    "request_count, 9007199254740992",
    "slo_miss_count, 601",
    "misses_in_over_concurrency, 11",
    "misses_with_long_input, -1",
    "window_start, \"10:00\"",
    "tenant_id, null"
  })
  void aFigureThatJudgeDoesNotWriteIsDamage(String field, String value) throws Exception {
    new HandMadeFolder().with(pushedAside()).writeTo(folder);
    Path file = folder.resolve("verdicts.json");
    Files.writeString(
        file,
        Files.readString(file)
            .replaceFirst("\"" + field + "\":(\"[^\"]*\"|[^,}]*)", "\"" + field + "\":" + value));

    assertThatThrownBy(() -> JudgedFigures.side(folder))
        .isInstanceOf(InputException.class)
        .hasMessageMatching("(?s)" + Pattern.quote(file.toString()) + ": .*\\(expected: .*");
  }

  @Test
  void aWindowThatStandsThereTwiceIsDamage() throws Exception {
    new HandMadeFolder().with("tnt-b", "ep", TEN).with("tnt-b", "ep", TEN).writeTo(folder);

    assertThatThrownBy(() -> JudgedFigures.side(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("two windows");
  }

  @Test
  void minutesOfTheSameWindowsComeSideBySide() throws Exception {
    Path before = Files.createDirectory(folder.resolve("before"));
    Path after = Files.createDirectory(folder.resolve("after"));
    new HandMadeFolder().with(pushedAside()).writeTo(before);
    HandMadeFolder.Window other = pushedAside();
    other.concurrency[5] = 3;
    new HandMadeFolder().with(other).writeTo(after);

    List<MinuteChange> minutes = new ArrayList<>();
    JudgedFigures.minutes(before, after, SEOUL, minutes::add);

    assertThat(minutes).hasSize(60);
    MinuteChange fifth = minutes.get(5);
    assertThat(fifth.minute()).isEqualTo(Instant.parse("2026-10-13T01:05:00Z"));
    assertThat(fifth.window().windowStart()).isEqualTo(Instant.parse("2026-10-13T01:00:00Z"));
    assertThat(fifth.before()).isEqualTo(new MinuteChange.Peaks(9, 2));
    assertThat(fifth.after()).isEqualTo(new MinuteChange.Peaks(3, 2));
    assertThat(minutes).filteredOn(m -> m.changes(VerdictReading.BY_RULE)).containsExactly(fifth);
  }

  @Test
  void minutesOfOtherWindowsAreNotHeldAgainstEachOther() throws Exception {
    Path before = Files.createDirectory(folder.resolve("before"));
    Path after = Files.createDirectory(folder.resolve("after"));
    new HandMadeFolder().with("tnt-a", "ep", TEN).writeTo(before);
    new HandMadeFolder().with("tnt-b", "ep", TEN).writeTo(after);
    assertDiffer(before, after);

    new HandMadeFolder().with("tnt-a", "ep", TEN).with("tnt-b", "ep", TEN).writeTo(after);
    assertDiffer(before, after);
    assertDiffer(after, before);
  }

  private static void assertDiffer(Path before, Path after) {
    assertThatThrownBy(() -> JudgedFigures.minutes(before, after, SEOUL, minute -> {}))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("are not of the same windows");
  }
}
