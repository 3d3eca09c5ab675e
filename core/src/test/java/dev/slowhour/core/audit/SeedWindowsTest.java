package dev.slowhour.core.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The evidence lists of the source document, written by hand, on the day that it is about. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SeedWindowsTest {

  private final List<Map<?, ?>> windows = new ArrayList<>();
  private Recount recount;

  @BeforeAll
  void read() throws Exception {
    recount =
        Recount.of(InputFiles.find(List.of("../examples/seed-day")), JudgeSettings.defaults());
    JsonValues.readArray(
        Path.of("src/test/resources/audit/seed-windows.json"),
        window -> windows.add((Map<?, ?>) window));
  }

  @Test
  void allItemsRecountOnceTheInstantOfTheMaximumMayBeCutToTheSecond() {
    assertThat(windows).hasSize(6);
    assertThat(windows.stream().mapToInt(window -> ((List<?>) window.get("evidence")).size()).sum())
        .isEqualTo(78);

    assertThat(failures(new EvidenceValuesCheck(true))).isEmpty();
  }

  @Test
  void justTheTwoInstantsThatAreCutToTheSecondFailOtherwise() {
    assertThat(failures(new EvidenceValuesCheck()))
        .extracting(Failure::stands, Failure::recounted)
        .containsExactly(
            tuple(
                "10:17:12 에 진행 중이던 tnt-c03·ep-c-chat-01 요청(이 시간대 최대)",
                "10:17:12.345 에 진행 중이던 tnt-c03·ep-c-chat-01 요청(이 시간대 최대)"),
            tuple(
                "10:16:58 에 진행 중이던 tnt-f06·ep-f-batch-01 요청(이 시간대 최대)",
                "10:16:58.102 에 진행 중이던 tnt-f06·ep-f-batch-01 요청(이 시간대 최대)"));
  }

  @Test
  void everyItemNamesRealTablesAndColumns() {
    for (Map<?, ?> window : windows) {
      assertThat(StatedEvidence.of(new StatedWindow(window)).orElseThrow().isReadable()).isTrue();
    }
  }

  private List<Failure> failures(EvidenceValuesCheck check) {
    Findings findings = new Findings();
    for (Map<?, ?> window : windows) {
      StatedWindow stated = new StatedWindow(window);
      check.check(stated, recount.window(stated.id().orElseThrow()).orElseThrow(), findings);
    }
    return findings.results().stream().flatMap(result -> result.failures().stream()).toList();
  }
}
