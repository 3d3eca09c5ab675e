package dev.slowhour.core.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever an output holds, the audit says what is wrong and does not break. */
class AuditRobustnessTest {

  private static final List<Object> ODD_VALUES =
      Arrays.asList(
          null,
          true,
          "",
          "x",
          "2026-10-13T10:05+09:00",
          "2026-13-99T99:99+99:99",
          "\uD800",
          "같은 말 · 같은 말",
          new BigDecimal("-1"),
          new BigDecimal("0.5"),
          new BigDecimal("1e999999"),
          new BigDecimal("1e-999999"),
          new BigDecimal("99999999999999999999999999"),
          List.of(),
          Arrays.asList(1, null, List.of()),
          Map.of(),
          Map.of("table", 1));

  @TempDir Path temporary;
  private SmallDay day;
  private Recount recount;

  @BeforeEach
  void write() throws Exception {
    day =
        new SmallDay(temporary)
            .contract("t", "이름", "e")
            .request("1", "t", "e", "10:05:00", 1500)
            .request("2", "t", "e", "10:05:00", 1500)
            .request("3", "t", "e", "10:06:00", 10)
            .metric("10:05", "0.5", "1");
    recount = day.recount();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | line 1, column 1",
        "{} | line 1, column 1",
        "1 | line 1, column 1",
        "[ | line 1, column 2",
        "[{} | line 1, column 4",
        "[{},] | line 1, column 5",
        "[{\"a\":1e}] | line 1, column 9",
        "[NaN] | line 1, column 5",
        "[] [] | line 1, column 4",
        "[{'a':1}] | line 1, column 3"
      })
  void whatIsNoJsonArrayIsRefusedWithItsPosition(String text, String position) throws Exception {
    Path file = Files.writeString(temporary.resolve("verdicts.json"), text);
    assertThatThrownBy(() -> Audit.run(day.input(), file, JudgeSettings.defaults()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + ": not as expected at line ")
        .hasMessageContaining(position);
  }

  @Test
  void bytesThatAreNoUtf8AreRefused() throws Exception {
    Path file = temporary.resolve("verdicts.json");
    Files.write(file, new byte[] {'[', '"', (byte) 0xFF, '"', ']'});
    assertThatThrownBy(() -> Audit.run(day.input(), file, JudgeSettings.defaults()))
        .isInstanceOf(InputException.class);
    Files.write(file, "[1]".getBytes(StandardCharsets.UTF_16));
    assertThat(Audit.run(day.input(), file, JudgeSettings.defaults()).passed()).isFalse();
  }

  @Test
  void nestingWithoutEndIsRefused() throws Exception {
    Path file = Files.writeString(temporary.resolve("verdicts.json"), "[".repeat(100_000));
    assertThatThrownBy(() -> Audit.run(day.input(), file, JudgeSettings.defaults()))
        .isInstanceOf(InputException.class);
  }

  @Test
  void aFileThatIsNotThereIsAnError() {
    assertThatThrownBy(
            () -> Audit.run(day.input(), temporary.resolve("none.json"), JudgeSettings.defaults()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void minutesThatAreNoJsonAreRefusedWithTheirPosition() throws Exception {
    Path verdicts = Files.writeString(temporary.resolve("verdicts.json"), "[]");
    Path minutes = Files.writeString(temporary.resolve("minutes.jsonl"), "{}\n{]\n");
    assertThatThrownBy(() -> Audit.run(day.input(), verdicts, minutes, JudgeSettings.defaults()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("line 2, column 2");
  }

  @ParameterizedTest
  @EnumSource
  void anyValueInAnyFieldIsAFailureAndNoError(Field field) throws Exception {
    for (Object odd : ODD_VALUES) {
      Map<String, Object> window = good();
      window.put(field.fieldName(), odd);
      boolean isGoodAsWell =
          isSame(good().get(field.fieldName()), odd)
              || (field == Field.NOTES && List.of().equals(odd));
      assertThat(audit(window).passed()).as(field + " = " + odd).isEqualTo(isGoodAsWell);
    }
    Map<String, Object> window = good();
    window.remove(field.fieldName());
    assertThat(audit(window).passed()).isFalse();
  }

  @Test
  void anyValueInAnyPartOfTheEvidenceIsAFailureAndNoError() throws Exception {
    int items = ((List<?>) good().get("evidence")).size();
    for (int i = 0; i < items; i++) {
      for (String part : List.of("table", "row", "field", "value", "agg", "filter")) {
        for (Object odd : ODD_VALUES) {
          Map<String, Object> window = good();
          List<Object> evidence = new ArrayList<>((List<?>) window.get("evidence"));
          Map<Object, Object> item = new LinkedHashMap<>((Map<?, ?>) evidence.get(i));
          boolean had = item.containsKey(part);
          Object before = item.put(part, odd);
          evidence.set(i, item);
          window.put("evidence", evidence);
          boolean isGoodAsWell = had && isSame(before, odd);
          assertThat(audit(window).passed())
              .as("evidence[" + i + "]." + part + " = " + odd)
              .isEqualTo(isGoodAsWell);
        }
      }
      for (Object odd : ODD_VALUES) {
        Map<String, Object> window = good();
        List<Object> evidence = new ArrayList<>((List<?>) window.get("evidence"));
        evidence.set(i, odd);
        window.put("evidence", evidence);
        assertThat(audit(window).passed()).isFalse();
      }
    }
  }

  @Test
  void theNameOfAFieldThatNoWindowHasIsHarmlessToPrint() throws Exception {
    Map<String, Object> window = good();
    window.put("\u001B[2J" + "x".repeat(1_000), 1);

    assertThat(audit(window).checks().get(1).failures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.item()).startsWith("\uFFFD[2Jx").hasSize(500));
  }

  @Test
  void allFailuresAreCountedAndTheFirstOnesKept() throws Exception {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      elements.add(i);
    }
    AuditReport report = Audit.run(PlainOutput.write(temporary, elements), recount, new Findings());
    CheckResult windows = report.checks().get(1);
    assertThat(windows.number()).isEqualTo(2);
    assertThat(windows.failures()).hasSize(20);
    assertThat(windows.failureCount()).isEqualTo(31);
    assertThat(windows.passed()).isFalse();
    assertThat(report.checks()).filteredOn(CheckResult::passed).hasSize(14);
  }

  @Test
  void hoursOutsideFromAndToHaveNoWindow() throws Exception {
    day.request("4", "t", "e", "11:05:00", 10);
    Instant eleven = Instant.parse("2026-10-13T02:00:00Z");
    JudgeSettings from = new JudgeSettings("Asia/Seoul", Duration.ofHours(1), eleven, null);
    JudgeSettings to = new JudgeSettings("Asia/Seoul", Duration.ofHours(1), null, eleven);
    assertThat(Recount.of(day.input(), from).windows())
        .extracting(WindowId::start)
        .containsExactly(eleven);
    assertThat(Recount.of(day.input(), to).windows())
        .extracting(WindowId::start)
        .containsExactly(eleven.minusSeconds(3_600));
    Path verdicts = PlainOutput.write(temporary, List.of(good()));
    assertThat(Audit.run(day.input(), verdicts, to).passed()).isTrue();
    assertThat(Audit.run(day.input(), verdicts, from).checks().get(1).failureCount()).isEqualTo(2);
  }

  private static boolean isSame(Object before, Object odd) {
    if (before instanceof BigDecimal number && odd instanceof BigDecimal other) {
      return number.compareTo(other) == 0;
    }
    boolean isInstantOfTheExemplar =
        "2026-10-13T01:05:00Z".equals(before) && "2026-10-13T10:05+09:00".equals(odd);
    return isInstantOfTheExemplar || Objects.equals(before, odd);
  }

  private Map<String, Object> good() {
    RecountedWindow window = SmallDay.window(recount, "t", "e", "10:00").orElseThrow();
    Map<String, Object> good = PlainOutput.withEvidence(PlainOutput.figures(window), window);
    good.replaceAll(
        (name, value) -> value instanceof Long number ? BigDecimal.valueOf(number) : value);
    return good;
  }

  private AuditReport audit(Map<String, Object> window) throws Exception {
    Findings findings = new Findings();
    VerdictsAudit audit = new VerdictsAudit(recount, findings);
    audit.take(window);
    audit.finish();
    return new AuditReport(findings.results(), 1);
  }
}
