package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.show.HandMadeFolder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShowCommandTest {

  private static final String TEN = "2026-10-13T10:00+09:00";

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void judged() throws Exception {
    new HandMadeFolder()
        .with("tnt-a", "ep", TEN)
        .with("tnt-b", "ep", TEN)
        .with("tnt-b", "ep-only", TEN)
        .with("tnt-c", "tnt-a/ep", TEN)
        .writeTo(folder);
  }

  private int run(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "show";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Main.run(all, new PrintWriter(out, true), new PrintWriter(err, true), folder);
  }

  @Test
  void aWindowIsPrinted() {
    assertThat(run("ep-only/2026-10-13T10", "--out", folder.toString())).isZero();
    assertThat(out.toString()).contains("window_key  ep-only/2026-10-13T10");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void thePageIsWrittenBesides() {
    Path page = folder.resolve("page.html");

    int exitCode =
        run("ep-only/2026-10-13T10", "--out", folder.toString(), "--html", page.toString());

    assertThat(exitCode).isZero();
    assertThat(page).content().contains("<footer>slowhour ").doesNotContain("tnt-a", "tnt-c");
    assertThat(out.toString()).contains("window_key  ep-only/2026-10-13T10");
    assertThat(err.toString()).isEqualTo("written to " + page + System.lineSeparator());
  }

  @Test
  void severalWindowsOfOneKeyAreOneLineAndExitCodeTwo() {
    assertFailsWith(
        "slowhour: WINDOW: ep/2026-10-13T10 names 2 windows (choose one: tnt-a/ep/2026-10-13T10,"
            + " tnt-b/ep/2026-10-13T10)",
        "ep/2026-10-13T10",
        "--out",
        folder.toString());
  }

  @Test
  void anUnknownWindowIsOneLineAndExitCodeTwo() {
    assertFailsWith(
        "slowhour: WINDOW: no ep-only/2026-10-13T11 among the 4 windows of "
            + folder
            + " (close: tnt-b/ep-only/2026-10-13T10)",
        "ep-only/2026-10-13T11",
        "--out",
        folder.toString());
  }

  @Test
  void aFolderThatJudgeDidNotWriteIsOneLineAndExitCodeTwo() throws Exception {
    Files.delete(folder.resolve("run.json"));
    assertFailsWith(
        "slowhour: out: " + folder + " has no run.json (expected: a folder that judge wrote)",
        "ep-only/2026-10-13T10",
        "--out",
        folder.toString());
  }

  @Test
  void aPageWithoutItsFolderIsOneLineAndExitCodeTwo() {
    assertFailsWith(
        "slowhour: html: "
            + folder.resolve("no/page.html")
            + ": no folder "
            + folder.resolve("no")
            + " (expected: one that is there)",
        "ep-only/2026-10-13T10",
        "--out",
        folder.toString(),
        "--html",
        folder.resolve("no/page.html").toString());
  }

  @Test
  void aWidthThatNoChartFitsIsRefused() {
    assertThat(run("ep/2026-10-13T10", "--out", folder.toString(), "--width", "71")).isEqualTo(2);
    assertThat(err.toString()).startsWith("slowhour: --width: 71 (expected: 72 to 400)");
  }

  @Test
  void aKeyOfAnotherTenantThatReadsLikeTheFullNameIsMentioned() {
    assertThat(run("tnt-a/ep/2026-10-13T10", "--out", folder.toString())).isZero();
    assertThat(out.toString()).contains("테넌트      tnt-a");
    assertThat(err.toString())
        .isEqualTo(
            "slowhour: tnt-a/ep/2026-10-13T10 is also the window_key of"
                + " tnt-c/tnt-a/ep/2026-10-13T10"
                + System.lineSeparator());
  }

  private void assertFailsWith(String line, String... arguments) {
    assertThat(run(arguments)).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).isEqualTo(line + System.lineSeparator());
  }
}
