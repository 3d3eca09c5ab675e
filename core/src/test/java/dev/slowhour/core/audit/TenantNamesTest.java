package dev.slowhour.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Contract;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TenantNamesTest {

  @ParameterizedTest
  @CsvSource({
    "other, other",
    "an other one, other",
    "(other), other",
    "other., other",
    "'other,', other",
    "another, ",
    "others, ",
    "other-1, ",
    "_other, ",
    "other1, ",
    "other은, ",
    "other 은, other",
    "éother, ",
    "other\uD835\uDFD8, ",
    "\uD83D\uDE00other\uD83D\uDE00, other",
    "others other, other",
    "own, ",
    "다른 상사, 다른 상사",
    "다른  상사, ",
    "같은 이름, ",
    "a+b (주), a+b (주)",
    "a+b (주)식, "
  })
  void aForeignNameIsFoundWhereItStandsAlone(String text, String nameOrNull) {
    TenantNames names = new TenantNames();
    names.add(contract("own", "같은 이름"));
    names.add(contract("other", "다른 상사"));
    names.add(contract("other", "같은 이름"));
    names.add("a+b (주)");

    assertThat(names.foreignIn(text, "own").orElse(null)).isEqualTo(nameOrNull);
  }

  private static Contract contract(String tenant, String name) {
    return new Contract(tenant, name, "e", "m", 1, 1, 1, 1, null);
  }
}
