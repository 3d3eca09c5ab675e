package dev.slowhour.core.read;

import static dev.slowhour.core.read.Lines.contract;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Table;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContractReaderTest {

  private static final LineReader<Contract> READER = new ContractReader();

  static final List<String> REQUIRED = Table.TENANT_CONTRACTS.columns().subList(0, 8);
  static final List<String> NAMES = List.of("tenant_name", "model");
  static final List<String> INTEGERS = REQUIRED.subList(4, 8);

  private static String outcome(String line) {
    return Lines.outcome(Lines.read(READER, line));
  }

  @Test
  void aGoodLineIsAContract() {
    Contract contract =
        new Contract("tnt-a", "가나다 은행", "ep-a", "model-8b", 1500, 40, 8, 4096, null);
    assertThat(Lines.row(READER, contract())).isEqualTo(contract);
    assertThat(contract.validFrom()).isEmpty();
  }

  @Test
  void aContractMayTellFromWhenOnItHolds() {
    assertThat(Lines.row(READER, contract("valid_from", "\"2026-10-13T10:30+09:00\"")).validFrom())
        .contains(Instant.parse("2026-10-13T01:30:00Z"));
  }

  @ParameterizedTest
  @FieldSource("REQUIRED")
  void everyOtherFieldIsRequired(String column) {
    assertThat(outcome(contract(column, null))).isEqualTo("invalid_field[" + column + "]");
    assertThat(outcome(contract(column, "null"))).isEqualTo("invalid_field[" + column + "]");
    assertThat(outcome(contract(column, "true"))).isEqualTo("invalid_field[" + column + "]");
    assertThat(outcome(contract(column, "\"\""))).isEqualTo("invalid_field[" + column + "]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "\"\"", "\"-\"", "0", "[]", "\"2026-10-13\"", "true"})
  void whatTellsNoInstantIsAFaultOfValidFrom(String json) {
    assertThat(outcome(contract("valid_from", json))).isEqualTo("invalid_field[valid_from]");
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void aNameMayHoldWhatAnIdMayNot(String column) {
    assertThat(outcome(contract(column, "\" a·b/c \""))).isEqualTo("row");
    assertThat(outcome(contract(column, "\" \""))).isEqualTo("row");
    assertThat(outcome(contract(column, "\"" + "😀".repeat(200) + "\""))).isEqualTo("row");
    String refused = "invalid_field[" + column + "]";
    assertThat(outcome(contract(column, "\"" + "😀".repeat(201) + "\""))).isEqualTo(refused);
    assertThat(outcome(contract(column, "\"a\\nb\""))).isEqualTo(refused);
    assertThat(outcome(contract(column, "\"a\\u009fb\""))).isEqualTo(refused);
    assertThat(outcome(contract(column, "\"a\\udfffb\""))).isEqualTo(refused);
    assertThat(outcome(contract(column, "8"))).isEqualTo(refused);
  }

  @ParameterizedTest
  @FieldSource("INTEGERS")
  void anObjectiveIsAnIntegerOfAtLeastOne(String column) {
    assertThat(outcome(contract(column, "1"))).isEqualTo("row");
    assertThat(outcome(contract(column, "9007199254740991"))).isEqualTo("row");
    String refused = "invalid_field[" + column + "]";
    for (String json : List.of("0", "-0", "-1", "1.0", "1e3", "\"8\"", "9007199254740992")) {
      assertThat(outcome(contract(column, json))).as(json).isEqualTo(refused);
    }
  }

  @Test
  void allFieldsAtFaultAreNamedInSchemaOrder() {
    assertThat(outcome("{\"valid_from\": null}"))
        .isEqualTo("invalid_field" + Table.TENANT_CONTRACTS.columns());
    assertThat(outcome("{}")).isEqualTo("invalid_field" + REQUIRED);
    assertThat(outcome(contract("tenant_id", "\"a/b\"", "endpoint_id", "\"a/b\"")))
        .isEqualTo("invalid_field[tenant_id]");
  }

  @Test
  void aFaultKeepsItsIdsAndHasNoTime() {
    Reading.Fault<Contract> fault =
        Lines.fault(READER, contract("model", "5", "valid_from", "\"2026-10-13T10:30+09:00\""));
    assertThat(fault.tenantId()).contains("tnt-a");
    assertThat(fault.endpointId()).contains("ep-a");
    assertThat(fault.instant()).isEmpty();
  }
}
