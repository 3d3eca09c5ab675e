package dev.slowhour.core.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NoticeTextTest {

  private static String message(Table table, NoticeCode code, List<String> fields) {
    return NoticeText.message(
        new Notice(table, new Place(0, 1), code, fields, "tnt-secret", "ep-secret", null, "raw"));
  }

  @ParameterizedTest
  @EnumSource(NoticeCode.class)
  void everySentenceEndsPolitelyAndNamesNoTenant(NoticeCode code) {
    for (Table table : Table.values()) {
      List<String> fields = code == NoticeCode.INVALID_FIELD ? table.columns() : List.of();
      assertThat(message(table, code, fields))
          .endsWith("니다.")
          .doesNotContain("secret", "raw", "(null)", "\n");
    }
  }

  @ParameterizedTest
  @EnumSource(Table.class)
  void everyColumnAtFaultIsNamedWithWhatItExpects(Table table) {
    for (String column : table.columns()) {
      assertThat(message(table, NoticeCode.INVALID_FIELD, List.of(column)))
          .startsWith("형식에 맞지 않는 값이 있습니다: " + column + "(")
          .doesNotContain("(null)", "()");
    }
  }

  /**
   * {@code output/notices.txt}: every sentence on one page, to be read as a whole by someone whose
   * language it is.
   */
  @Test
  void thePageHoldsEverySentenceAsItIsWritten() throws IOException {
    StringBuilder page = new StringBuilder();
    for (NoticeCode code : NoticeCode.values()) {
      if (code != NoticeCode.INVALID_FIELD) {
        page.append(message(Table.REQUEST_LOGS, code, List.of())).append('\n');
      }
    }
    for (Table table : Table.values()) {
      page.append(message(table, NoticeCode.INVALID_FIELD, table.columns())).append('\n');
    }

    try (InputStream expected = NoticeTextTest.class.getResourceAsStream("/output/notices.txt")) {
      assertThat(page).hasToString(new String(expected.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void severalColumnsAreNamedInTheirOrder() {
    assertThat(message(Table.REQUEST_LOGS, NoticeCode.INVALID_FIELD, List.of("ttft_ms", "tpot_ms")))
        .isEqualTo(
            "형식에 맞지 않는 값이 있습니다: ttft_ms(1 이상의 정수), tpot_ms(0 이상의 수, 소수점 앞 15자리"
                + " 뒤 30자리까지). 이 줄은 세지 않았습니다.");
  }

  @Test
  void aContractAtFaultIsNotInForce() {
    assertThat(message(Table.TENANT_CONTRACTS, NoticeCode.INVALID_FIELD, List.of("model")))
        .isEqualTo("형식에 맞지 않는 값이 있습니다: model(1~200자, 제어 문자 없이). 이 계약은 적용하지 않았습니다.");
  }
}
