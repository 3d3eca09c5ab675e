package dev.slowhour.job.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.read.InputException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JudgedFolderTest {

  private static final String NINE = "2026-10-13T09:00+09:00";
  private static final String TEN = "2026-10-13T10:00+09:00";
  private static final String ELEVEN = "2026-10-13T11:00+09:00";

  @TempDir private Path folder;

  private JudgedFolder.Found find(String name) throws Exception {
    return JudgedFolder.at(folder).find(WindowName.parse(name));
  }

  private WindowView view(String name) throws Exception {
    return JudgedFolder.at(folder).view(find(name).window());
  }

  @Test
  void oneWindowOfManyIsReadWithItsMinutesAlone() throws Exception {
    HandMadeFolder.Window window = new HandMadeFolder.Window("tnt-b", "ep-chat", TEN);
    window.misses[17] = 5;
    window.kvCacheUtil[3] = null;
    window.queued[3] = null;
    window.kvCacheUtil[4] = "0.9882";
    new HandMadeFolder()
        .with("tnt-a", "ep-chat", NINE, ELEVEN)
        .with("tnt-b", "ep-chat", NINE)
        .with(window)
        .with("tnt-b", "ep-chat", ELEVEN)
        .with("tnt-b", "ep-sum", TEN)
        .writeTo(folder);

    WindowView view = view("ep-chat/2026-10-13T10");

    assertThat(view.window().endpoint()).isEqualTo(new EndpointId("tnt-b", "ep-chat"));
    assertThat(view.window().sloMissCount()).isEqualTo(5);
    assertThat(view.minutes()).hasSize(60);
    assertThat(view.minutes()).extracting(MinuteRow::clock).startsWith("10:00").endsWith("10:59");
    assertThat(view.minutes().get(17).sloMisses()).isEqualTo(5);
    assertThat(view.minutes().get(3).kvCacheUtil()).isEmpty();
    assertThat(view.minutes().get(3).queuedRequests()).isEmpty();
    assertThat(view.minutes().get(4).kvCacheUtil()).contains(new BigDecimal("0.9882"));
  }

  @Test
  void theFirstAndTheLastWindowOfTheFilesAreFound() throws Exception {
    new HandMadeFolder().with("a", "ep", NINE).with("b", "ep", TEN).writeTo(folder);

    assertThat(view("ep/2026-10-13T09").minutes().get(59).clock()).isEqualTo("09:59");
    assertThat(view("ep/2026-10-13T10").minutes().get(0).clock()).isEqualTo("10:00");
  }

  @Test
  void otherTenantsRequestsAreReadOnlyOfAnIsolationFailure() throws Exception {
    HandMadeFolder.Window failure = new HandMadeFolder.Window("tnt-a", "ep", TEN);
    failure.verdict = Verdict.ISOLATION_FAILURE;
    failure.verdictAtSlo = Verdict.ISOLATION_FAILURE;
    failure.worst = 0;
    new HandMadeFolder().with("tnt-a", "ep", NINE).with(failure).writeTo(folder);

    assertThat(view("ep/2026-10-13T09").minutes())
        .allSatisfy(minute -> assertThat(minute.otherTenantRequests()).isEmpty());
    assertThat(view("ep/2026-10-13T10").minutes())
        .allSatisfy(minute -> assertThat(minute.otherTenantRequests()).contains(new BigDecimal(3)));
  }

  @Test
  void linesLeftOutAreCountedByCodeForTheWindowAlone() throws Exception {
    new HandMadeFolder()
        .with("tnt-a", "ep", TEN)
        .withNotice("invalid_field", "tnt-a", "ep", TEN)
        .withNotice("invalid_field", "tnt-a", "ep", TEN)
        .withNotice("stray_pool", "tnt-a", "ep", TEN)
        .withNotice("stray_pool", "tnt-a", "ep", NINE)
        .withNotice("stray_pool", "tnt-b", "ep", TEN)
        .withNotice("stray_pool", "tnt-a", "ep-2", TEN)
        .withNotice("malformed_json", null, null, TEN)
        .withNotice("invalid_field", "tnt-a", "ep", null)
        .writeTo(folder);

    assertThat(view("ep/2026-10-13T10").leftOut())
        .containsExactly(entry(NoticeCode.INVALID_FIELD, 2L), entry(NoticeCode.STRAY_POOL, 1L));
  }

  @Test
  void aKeyThatSeveralTenantsHaveIsAnsweredWithTheFullNames() throws Exception {
    new HandMadeFolder()
        .with("tnt-a", "ep", TEN)
        .with("tnt-b", "ep", NINE, TEN)
        .with("tnt-c", "ep-2", TEN)
        .writeTo(folder);

    assertThatThrownBy(() -> find("ep/2026-10-13T10"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "WINDOW: ep/2026-10-13T10 names 2 windows (choose one: tnt-a/ep/2026-10-13T10,"
                + " tnt-b/ep/2026-10-13T10)");
    assertThat(find("tnt-b/ep/2026-10-13T10").window().endpoint().tenantId()).isEqualTo("tnt-b");
  }

  @Test
  void ofVeryManyWindowsOfOneKeyTwentyAreNamed() throws Exception {
    HandMadeFolder many = new HandMadeFolder();
    for (int tenant = 0; tenant < 23; tenant++) {
      many.with("tnt-" + tenant, "ep", TEN);
    }
    many.writeTo(folder);

    assertThatThrownBy(() -> find("ep/2026-10-13T10"))
        .hasMessageContaining("names 23 windows")
        .hasMessageContaining("tnt-19/ep/2026-10-13T10 and 3 more)");
    assertThat(find("tnt-22/ep/2026-10-13T10").window().endpoint().tenantId()).isEqualTo("tnt-22");
  }

  @Test
  void anEndpointIdMayHoldSlashes() throws Exception {
    new HandMadeFolder().with("tnt-a", "team/ep/v1", TEN).writeTo(folder);

    assertThat(find("team/ep/v1/2026-10-13T10").window().endpoint().endpointId())
        .isEqualTo("team/ep/v1");
    assertThat(find("tnt-a/team/ep/v1/2026-10-13T10").window().endpoint().endpointId())
        .isEqualTo("team/ep/v1");
  }

  @Test
  void aFullNameComesBeforeAKeyThatReadsTheSameAndTheOtherIsNamed() throws Exception {
    new HandMadeFolder().with("tnt-a", "ep", TEN).with("tnt-b", "tnt-a/ep", TEN).writeTo(folder);

    JudgedFolder.Found found = find("tnt-a/ep/2026-10-13T10");

    assertThat(found.window().endpoint()).isEqualTo(new EndpointId("tnt-a", "ep"));
    assertThat(found.alsoKeyed()).containsExactly("tnt-b/tnt-a/ep/2026-10-13T10");
    assertThat(find("tnt-b/tnt-a/ep/2026-10-13T10").alsoKeyed()).isEmpty();
  }

  @Test
  void anHourThatTheClockShowsTwiceIsToldApartByItsOffset() throws Exception {
    HandMadeFolder.Window second =
        new HandMadeFolder.Window("tnt-a", "ep", "2026-10-25T02:00+01:00");
    second.misses[1] = 1;
    new HandMadeFolder().with("tnt-a", "ep", "2026-10-25T02:00+02:00").with(second).writeTo(folder);

    assertThatThrownBy(() -> find("ep/2026-10-25T02"))
        .hasMessageContaining(
            "(choose one: tnt-a/ep/2026-10-25T02:00+02:00, tnt-a/ep/2026-10-25T02:00+01:00)");
    assertThat(view("tnt-a/ep/2026-10-25T02:00+01:00").minutes().get(1).sloMisses()).isEqualTo(1);
    assertThat(view("ep/2026-10-25T02:00+02:00").minutes().get(1).sloMisses()).isZero();
  }

  @Test
  void anUnknownWindowIsAnsweredWithTheCountAndAtMostFiveThatAreClose() throws Exception {
    new HandMadeFolder()
        .with("tnt-a", "ep-chat", NINE, TEN, ELEVEN, "2026-10-13T15:00+09:00")
        .with("tnt-b", "ep-char", "2026-10-13T12:00+09:00")
        .with("tnt-c", "zz", "2026-10-13T12:00+09:00")
        .with("tnt-c", "zz", TEN)
        .writeTo(folder);

    assertThatThrownBy(() -> find("ep-chat/2026-10-13T12"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "WINDOW: no ep-chat/2026-10-13T12 among the 7 windows of "
                + folder
                + " (close: tnt-a/ep-chat/2026-10-13T11, tnt-a/ep-chat/2026-10-13T10,"
                + " tnt-a/ep-chat/2026-10-13T09, tnt-a/ep-chat/2026-10-13T15,"
                + " tnt-b/ep-char/2026-10-13T12)");
    assertThatThrownBy(() -> find("tnt-wrong/ep-chat/2026-10-13T15"))
        .hasMessageContaining("(close: tnt-a/ep-chat/2026-10-13T15, ");
    assertThatThrownBy(() -> find("nothing/2026-10-14T12"))
        .hasMessageEndingWith("(none has that endpoint or hour)");
    assertThatThrownBy(() -> find("zz/2026-13-32T99"))
        .hasMessageContaining("close: tnt-c/zz/2026-10-13T12, tnt-c/zz/2026-10-13T10");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ep", "ep/2026-10-13", "/2026-10-13T10", "2026-10-13T10", "ep/10:00"})
  void aNameOfAnotherFormIsRefusedWithAnExample(String name) {
    assertThatThrownBy(() -> WindowName.parse(name))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("WINDOW: " + name + " (expected: a window_key such as");
  }

  @Test
  void aFolderThatJudgeDidNotWriteIsRefused() throws Exception {
    assertThatThrownBy(() -> JudgedFolder.at(folder))
        .isInstanceOf(InputException.class)
        .hasMessage("out: " + folder + " has no run.json (expected: a folder that judge wrote)");
    Path nowhere = folder.resolve("nowhere");
    assertThatThrownBy(() -> JudgedFolder.at(nowhere))
        .isInstanceOf(InputException.class)
        .hasMessage("out: " + nowhere + " is no folder (expected: a folder that judge wrote)");
  }

  @Test
  void damageIsSaidInOneLine() throws Exception {
    new HandMadeFolder().with("tnt-a", "ep", TEN).writeTo(folder);
    Path minutes = folder.resolve("minutes.jsonl");
    List<String> lines = Files.readAllLines(minutes);
    Files.write(minutes, lines.subList(0, 59));
    assertThatThrownBy(() -> view("ep/2026-10-13T10"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            minutes
                + ": 59 minutes of tnt-a/ep/2026-10-13T10:00+09:00 (expected: 60, in a file that"
                + " judge wrote)");

    Files.writeString(minutes, "{\"tenant_id\": oops}");
    assertThatThrownBy(() -> view("ep/2026-10-13T10"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(minutes + ": no JSON at line 1, column ");

    Path verdicts = folder.resolve("verdicts.json");
    String whole = Files.readString(verdicts);
    Files.writeString(verdicts, whole.replace("\"accel_pool\":\"gpu-1\",", ""));
    assertThatThrownBy(() -> find("ep/2026-10-13T10"))
        .hasMessage(verdicts + ": accel_pool: missing (expected: a file that judge wrote)");

    Files.writeString(verdicts, whole.substring(0, whole.length() - 1));
    assertThatThrownBy(() -> find("ep/2026-10-13T10"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(verdicts + ": no JSON at line ");

    Files.delete(verdicts);
    assertThatThrownBy(() -> find("ep/2026-10-13T10"))
        .isInstanceOf(InputException.class)
        .hasMessage(verdicts + " is not there (expected: a folder that judge wrote)");
  }

  @Test
  void aFolderWithoutWindowsSaysSo() throws Exception {
    new HandMadeFolder().writeTo(folder);

    assertThatThrownBy(() -> find("ep/2026-10-13T10"))
        .hasMessageContaining("among the 0 windows of");
  }

  @ParameterizedTest
  @CsvSource({
    "verdicts.json, slo_miss_pct, \"abc\"",
    "verdicts.json, slo_miss_pct, 1e-999999999",
    "verdicts.json, max_concurrency, 0",
    "verdicts.json, max_concurrency, 1.5",
    "verdicts.json, request_count, -1",
    "verdicts.json, queued_prev_hour_avg, \"x\"",
    "verdicts.json, evidence, [1]",
    "verdicts.json, worst_minute, \"2026-10-13T11:00+09:00\"",
    "minutes.jsonl, queued_requests, 1e999999999",
    "minutes.jsonl, kv_cache_util, -0.5",
    "minutes.jsonl, slo_misses, 99999999999999999999",
  })
  void aFigureThatJudgeDoesNotWriteIsDamage(String file, String field, String value)
      throws Exception {
    HandMadeFolder.Window failure = new HandMadeFolder.Window("tnt-a", "ep", TEN);
    failure.verdict = Verdict.ISOLATION_FAILURE;
    failure.verdictAtSlo = Verdict.ISOLATION_FAILURE;
    failure.worst = 0;
    new HandMadeFolder().with(failure).writeTo(folder);
    Path damaged = folder.resolve(file);
    String whole = Files.readString(damaged);
    String other =
        whole.replaceAll(
            "\"" + field + "\":(\\[[^]]*]|\"[^\"]*\"|[^,}]*)", "\"" + field + "\":" + value);
    assertThat(other).isNotEqualTo(whole);
    Files.writeString(damaged, other);

    assertThatThrownBy(() -> view("ep/2026-10-13T10"))
        .isInstanceOf(InputException.class)
        .hasMessageMatching("(?s)" + Pattern.quote(folder.toString()) + "/.*\\(expected: .*");
  }
}
