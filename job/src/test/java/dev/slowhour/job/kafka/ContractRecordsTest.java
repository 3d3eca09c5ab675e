package dev.slowhour.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.ContractKey;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.ValueReader;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.workflow.ContractLine;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContractRecordsTest {

  private static final Instant MIDNIGHT = Instant.parse("2026-10-12T15:00:00Z");
  private static final Contract VERSION = Contracts.from(MIDNIGHT, "tenant", "org/ep", 800);
  private static final String KEY = "tenant/org/ep/2026-10-12T15:00Z";
  private static final ContractKey REMOVED =
      new ContractKey(new EndpointId("tenant", "org/ep"), MIDNIGHT);
  private static final List<String> ALL = List.of("tenant_id", "endpoint_id", "valid_from");

  private final ContractRecords records =
      new ContractRecords(ValueReader.ofContracts(ReportZone.of("Asia/Seoul")));

  private static byte[] bytesOrNull(String textOrNull) {
    return textOrNull == null ? null : textOrNull.getBytes(StandardCharsets.UTF_8);
  }

  private TopicLine<ContractLine> read(String keyOrNull, String valueOrNull) {
    return records.read(
        new ConsumerRecord<>("contracts", 2, 7, bytesOrNull(keyOrNull), bytesOrNull(valueOrNull)));
  }

  private ContractLine line(String keyOrNull, String valueOrNull) {
    return ContractRecords.line(read(keyOrNull, valueOrNull));
  }

  private static Notice notice(
      List<String> fields, String tenantIdOrNull, String endpointIdOrNull, String rawLine) {
    return new Notice(
        Table.TENANT_CONTRACTS,
        new Place(2, 7),
        NoticeCode.INVALID_FIELD,
        fields,
        tenantIdOrNull,
        endpointIdOrNull,
        null,
        rawLine);
  }

  @Test
  void aContractUnderItsKeyHolds() {
    assertThat(line(KEY, Contracts.json(VERSION))).isEqualTo(new ContractLine(VERSION, null));
  }

  @Test
  void aContractWithoutAKeyHolds() {
    assertThat(line(null, Contracts.json(VERSION))).isEqualTo(new ContractLine(VERSION, null));
  }

  @Test
  void aTombstoneTakesItsVersionAway() {
    assertThat(line(KEY, null)).isEqualTo(new ContractLine(null, null, REMOVED));
    assertThat(line("tenant/org/ep/-", null).removedOrNull())
        .isEqualTo(new ContractKey(new EndpointId("tenant", "org/ep"), null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tenant", "tenant/ep", "tenant/ep/2026-10-13", "tenant/ep/null", ""})
  void aTombstoneWithAnotherKeyIsANotice(String key) {
    assertThat(line(key, null)).isEqualTo(new ContractLine(null, notice(ALL, null, null, key)));
  }

  @Test
  void aRecordWithoutKeyAndValueIsANotice() {
    assertThat(line(null, null)).isEqualTo(new ContractLine(null, notice(ALL, null, null, "")));
  }

  @Test
  void whatCannotBeReadTakesThePlaceOfItsVersionAllTheSame() {
    // With compaction it does, sooner or later; the outcome must not hang on when.
    ContractLine line = line(KEY, "{");

    assertThat(line.contractOrNull()).isNull();
    assertThat(line.noticeOrNull().code()).isEqualTo(NoticeCode.MALFORMED_JSON);
    assertThat(line.removedOrNull()).isEqualTo(REMOVED);
    assertThat(line(KEY, " ")).isEqualTo(new ContractLine(null, null, REMOVED));
  }

  @Test
  void whatCannotBeReadUnderNoKeyIsANoticeAlone() {
    ContractLine line = line("key", "{");

    assertThat(line.noticeOrNull().code()).isEqualTo(NoticeCode.MALFORMED_JSON);
    assertThat(line.removedOrNull()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "other/org/ep/2026-10-12T15:00Z, tenant_id",
    "tenant/ep/2026-10-12T15:00Z, endpoint_id",
    "tenant/org/ep/2026-10-12T16:00Z, valid_from",
    "tenant/org/ep/-, valid_from",
    "other/ep/-, tenant_id endpoint_id valid_from"
  })
  void aContractUnderTheKeyOfAnotherVersionDoesNotHoldAndTakesThatAway(
      String key, String differences) {
    ContractLine line = line(key, Contracts.json(VERSION));

    assertThat(line.contractOrNull()).isNull();
    assertThat(line.noticeOrNull())
        .isEqualTo(
            notice(List.of(differences.split(" ")), "tenant", "org/ep", Contracts.json(VERSION)));
    assertThat(line.removedOrNull()).isNotNull().isNotEqualTo(REMOVED);
  }

  @Test
  void aContractUnderAKeyThatIsNoneDoesNotHold() {
    // The instant is not in the shortest form: compaction would take it for another version.
    assertThat(line("tenant/org/ep/2026-10-12T15:00:00Z", Contracts.json(VERSION)))
        .isEqualTo(
            new ContractLine(null, notice(ALL, "tenant", "org/ep", Contracts.json(VERSION))));
  }

  @Test
  void theRecordIsKeptWhereThereIsANotice() {
    assertThat(read(KEY, Contracts.json(VERSION)).originalOrNull()).isNull();
    assertThat(read(KEY, null).originalOrNull()).isNull();
    assertThat(read("key", null).originalOrNull().keyOrNull()).isEqualTo(bytesOrNull("key"));
    assertThat(read(KEY, "{").originalOrNull().valueOrNull()).isEqualTo(bytesOrNull("{"));
  }
}
