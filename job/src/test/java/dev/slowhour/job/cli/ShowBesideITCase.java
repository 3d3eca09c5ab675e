package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands beside a window when it is shown. */
class ShowBesideITCase {

  @TempDir private Path folder;
  private JudgedInputs inputs;

  @BeforeEach
  void inputs() {
    inputs = new JudgedInputs(folder);
  }

  @Test
  void showTellsOfFailedRequestsAndEventsOfItsHourAndPool() throws Exception {
    Path input = inputs.load("in", Duration.ZERO, 0, 1_234);
    Files.writeString(
        input.resolve("platform_events.jsonl"),
        """
        {"at":"2026-10-13T10:17:05+09:00","accel_pool":"pool","kind":"restart","text":"secret text"}
        {"at":"2026-10-13T10:18:05+09:00","accel_pool":"other","kind":"xid","text":"secret text"}
        {"at":"2026-10-13T11:00+09:00","accel_pool":"pool","kind":"deploy","text":"secret text"}
        """);
    String out = inputs.judged(input, "out");
    Path page = folder.resolve("page.html");

    Cli run = Cli.run("show", "endpoint/2026-10-13T10", "--out", out, "--html", page.toString());

    assertThat(run.out())
        .contains(
            """
            함께 볼 것
            - 응답 없이 끝난 요청: 1,234건 (거절 1,234, 시간 초과 0, 취소 0, 오류 0). 판정에는 세지 않습니다.
            - 이 풀의 이벤트: 10:17 restart
            """)
        .doesNotContain("secret", "xid", "deploy");
    assertThat(page)
        .content()
        .contains("<h2>함께 볼 것</h2>", "<li>이 풀의 이벤트: 10:17 restart</li>")
        .doesNotContain("secret", "xid", "deploy");
  }

  @Test
  void showSaysNothingOfTablesThatTheInputDoesNotHave() throws Exception {
    String out = inputs.judged(inputs.small("in", 900), "out");

    assertThat(Cli.run("show", "endpoint/2026-10-13T10", "--out", out).out())
        .doesNotContain("함께 볼 것");
  }
}
