package dev.slowhour.core.read;

import static dev.slowhour.core.read.Lines.contract;
import static dev.slowhour.core.read.Lines.gzip;
import static dev.slowhour.core.read.Lines.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ContractFilesTest {

  private static final ReportZone SEOUL = ReportZone.of("Asia/Seoul");
  private static final List<String> KEY = List.of("tenant_id", "endpoint_id", "valid_from");

  @TempDir private Path folder;

  private final List<InputFile> files = new ArrayList<>();

  private ContractFilesTest file(String name, byte[] content) throws IOException {
    Path path = Files.write(folder.resolve(name), content);
    files.add(new InputFile(Table.TENANT_CONTRACTS, path, name));
    return this;
  }

  private ContractFilesTest file(String name, String content) throws IOException {
    return file(name, utf8(content));
  }

  private ContractFiles.Contracts read() throws InputException {
    return ContractFiles.read(files, SEOUL);
  }

  private static Notice notice(
      Place place, NoticeCode code, List<String> fields, boolean hasIds, String rawLine) {
    return new Notice(
        Table.TENANT_CONTRACTS,
        place,
        code,
        fields,
        hasIds ? "tnt-a" : null,
        hasIds ? "ep-a" : null,
        null,
        rawLine);
  }

  private static String validFrom(String instant) {
    return contract("valid_from", "\"" + instant + "\"");
  }

  @Test
  void contractsComeFromLinesAndFromArrays() throws Exception {
    file("a.jsonl", contract("endpoint_id", "\"1\"") + "\n\n" + contract("endpoint_id", "\"2\""));
    file("b.json", "[\n" + contract("endpoint_id", "\"3\"") + "\n]");
    file("c.ndjson.gz", gzip("\uFEFF" + contract("endpoint_id", "\"4\"") + "\r\n"));
    file("d.json.gz", gzip("\uFEFF[" + contract("endpoint_id", "\"5\"") + "]"));
    ContractFiles.Contracts contracts = read();
    assertThat(contracts.inForce())
        .extracting(Contract::endpointId)
        .containsExactlyInAnyOrder("1", "2", "3", "4", "5");
    assertThat(contracts.notices()).isEmpty();
  }

  @Test
  void noFilesAreNoContracts() throws Exception {
    assertThat(read()).isEqualTo(new ContractFiles.Contracts(List.of(), List.of()));
    assertThat(file("a.json", "[]").file("b.jsonl", "\n").read())
        .isEqualTo(new ContractFiles.Contracts(List.of(), List.of()));
  }

  @Test
  void ofTwoEqualVersionsTheLaterLineStaysAndTheEarlierOneIsTold() throws Exception {
    String first = contract("max_concurrency", "1");
    String second = contract("max_concurrency", "2");
    String third = contract("max_concurrency", "3");
    ContractFiles.Contracts contracts =
        file("a.jsonl", first + "\n" + second + "\n").file("b.json", "[" + third + "]").read();
    assertThat(contracts.inForce()).extracting(Contract::maxConcurrency).containsExactly(3L);
    assertThat(contracts.notices())
        .containsExactly(
            notice(new Place(0, 1), NoticeCode.DUPLICATE_CONTRACT, KEY, true, first),
            notice(new Place(0, 2), NoticeCode.DUPLICATE_CONTRACT, KEY, true, second));
  }

  @Test
  void versionsAreEqualWhenTheirInstantsAre() throws Exception {
    ContractFiles.Contracts contracts =
        file(
                "a.jsonl",
                String.join(
                    "\n",
                    validFrom("2026-10-13T10:00+09:00"),
                    validFrom("2026-10-13T01:00:00.000Z"),
                    validFrom("2026-10-13T01:00:00.000000001Z"),
                    contract()))
            .read();
    assertThat(contracts.inForce()).hasSize(3);
    assertThat(contracts.notices())
        .extracting(Notice::place, Notice::code)
        .containsExactly(tuple(new Place(0, 1), NoticeCode.DUPLICATE_CONTRACT));
  }

  @Test
  void theSameEndpointOfAnotherTenantIsAnotherContract() throws Exception {
    ContractFiles.Contracts contracts =
        file("a.jsonl", contract() + "\n" + contract("tenant_id", "\"tnt-b\"")).read();
    assertThat(contracts.inForce()).hasSize(2);
    assertThat(contracts.notices()).isEmpty();
  }

  @Test
  void aContractWithAFaultReplacesNone() throws Exception {
    String wrong = contract("max_concurrency", "0");
    ContractFiles.Contracts contracts = file("a.jsonl", contract() + "\n" + wrong).read();
    assertThat(contracts.inForce()).extracting(Contract::maxConcurrency).containsExactly(8L);
    assertThat(contracts.notices())
        .containsExactly(
            notice(
                new Place(0, 2),
                NoticeCode.INVALID_FIELD,
                List.of("max_concurrency"),
                true,
                wrong));
  }

  @Test
  void aValidFromMayBeAbsentButNotNull() throws Exception {
    String wrong = contract("valid_from", "null");
    ContractFiles.Contracts contracts = file("a.json", "[" + wrong + "," + contract() + "]").read();
    assertThat(contracts.inForce()).extracting(Contract::validFrom).allMatch(v -> v.isEmpty());
    assertThat(contracts.inForce()).hasSize(1);
    assertThat(contracts.notices())
        .containsExactly(
            notice(new Place(0, 1), NoticeCode.INVALID_FIELD, List.of("valid_from"), true, wrong));
  }

  @Test
  void anElementThatIsNoContractDoesNotStopTheOthers() throws Exception {
    String tooDeep = "{\"a\":".repeat(501) + "0" + "}".repeat(501);
    String farTooDeep = "[".repeat(100_000) + "]".repeat(100_000);
    String deepEnough = contract("endpoint_id", "\"ep-b\"", "x", "[".repeat(499) + "]".repeat(499));
    String tooLong = contract("x", "\"" + "x".repeat(1_048_576) + "\"");
    String array =
        "["
            + String.join(
                ",\n", "5", "[1]", "null", tooDeep, farTooDeep, deepEnough, tooLong, contract())
            + "]";
    ContractFiles.Contracts contracts = file("a.json", array).read();
    assertThat(contracts.inForce())
        .extracting(Contract::endpointId)
        .containsExactlyInAnyOrder("ep-a", "ep-b");
    assertThat(contracts.notices())
        .extracting(Notice::code)
        .containsOnly(NoticeCode.MALFORMED_JSON);
    assertThat(contracts.notices())
        .extracting(notice -> notice.place().line())
        .containsExactly(1L, 2L, 3L, 4L, 5L, 7L);
    assertThat(contracts.notices())
        .extracting(Notice::rawLineOrNull)
        .containsExactly(
            "5",
            "[1]",
            "null",
            tooDeep.substring(0, 500),
            farTooDeep.substring(0, 500),
            tooLong.substring(0, 500));
  }

  @Test
  void anElementOfAMebibyteIsReadAndOneByteMoreIsNot() throws Exception {
    String good = contract("endpoint_id", "\"ep-b\"");
    String longest = good.replace("{", "{" + " ".repeat(1_048_576 - utf8(good).length));
    ContractFiles.Contracts contracts =
        file("a.json", "[" + longest + "," + longest.replace("ep-b", "ep-bb") + "]").read();
    assertThat(contracts.inForce()).extracting(Contract::endpointId).containsExactly("ep-b");
    assertThat(contracts.notices())
        .extracting(Notice::place, Notice::code)
        .containsExactly(tuple(new Place(0, 2), NoticeCode.MALFORMED_JSON));
  }

  @Test
  void aLineThatIsTooLongOrCutIsANotice() throws Exception {
    byte[] cut = gzip(contract() + "\n" + "x".repeat(2_000_000) + "\n" + contract() + "\n");
    ContractFiles.Contracts contracts =
        file("a.jsonl.gz", Arrays.copyOf(cut, cut.length - 8)).file("b.jsonl", "x").read();
    assertThat(contracts.notices())
        .containsExactlyInAnyOrder(
            notice(new Place(0, 2), NoticeCode.MALFORMED_JSON, List.of(), false, "x".repeat(500)),
            notice(new Place(0, 1), NoticeCode.DUPLICATE_CONTRACT, KEY, true, contract()),
            notice(new Place(0, 4), NoticeCode.TRUNCATED_INPUT, List.of(), false, ""),
            notice(new Place(1, 1), NoticeCode.MALFORMED_JSON, List.of(), false, "x"));
    assertThat(contracts.inForce()).hasSize(1);
  }

  @Test
  void aBrokenCompressedArrayEndsTheRun() throws Exception {
    byte[] whole = gzip("[" + contract() + "]");
    for (int cut = 0; cut < whole.length; cut++) {
      files.clear();
      file("a.json.gz", Arrays.copyOf(whole, cut));
      assertThatThrownBy(this::read)
          .isInstanceOf(InputException.class)
          .hasMessage(
              "a.json.gz: the gzip stream is broken (expected: a whole .json.gz; copy it again)");
    }
    files.clear();
    file("a.json.gz", Lines.concat(whole, utf8("\n")));
    assertThatThrownBy(this::read).hasMessageContaining("the gzip stream is broken");
  }

  @Test
  void aBrokenArrayEndsTheRunAndTellsWhere() throws Exception {
    file("a.json", "[\n" + contract() + "\n" + contract() + "\n]");
    assertThatThrownBy(this::read)
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("a.json: no JSON array at line 3, column 1 ");
  }

  @Test
  void aFileThatCannotBeReadEndsTheRun() {
    files.add(new InputFile(Table.TENANT_CONTRACTS, folder.resolve("no.json"), "no.json"));
    assertThatThrownBy(this::read)
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("no.json: cannot be read: ");
    files.clear();
    files.add(new InputFile(Table.TENANT_CONTRACTS, folder.resolve("no.jsonl"), "no.jsonl"));
    assertThatThrownBy(this::read)
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("no.jsonl: cannot be read: ");
  }

  @Test
  @Timeout(30)
  void contractsOfIdsWhoseHashesAreEqualAreToldApartAsFastAsOthers() throws Exception {
    int endpoints = 1 << 15;
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < endpoints; i++) {
      StringBuilder id = new StringBuilder();
      for (int bit = 0; bit < 15; bit++) {
        id.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      lines.append(contract().replace("ep-a", id)).append('\n');
    }

    assertThat(file("a.jsonl", lines.toString()).read().inForce()).hasSize(endpoints);
  }
}
