package dev.slowhour.job.kafka;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.ContractKey;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.RawLine;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.ContractKeyText;
import dev.slowhour.core.read.ReadValue;
import dev.slowhour.core.read.ValueReader;
import dev.slowhour.job.workflow.ContractLine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Reads the topic of contracts, whose key names the version that a record is about. What comes out
 * must not hang on whether the topic has been compacted yet: a record takes the place of the
 * earlier one with its key whatever it says, also when it cannot be read.
 */
final class ContractRecords implements RecordReader<ContractLine> {

  private static final List<String> KEY_FIELDS = List.of("tenant_id", "endpoint_id", "valid_from");
  private static final byte[] NO_KEY = {};

  private final ValueReader<Contract> values;

  ContractRecords(ValueReader<Contract> values) {
    this.values = values;
  }

  @Override
  public TopicLine<ContractLine> read(ConsumerRecord<byte[], byte[]> record) {
    Place place = TopicLine.place(record);
    Optional<ContractKey> key =
        Optional.ofNullable(record.key())
            .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
            .flatMap(ContractKeyText::parse);
    if (record.value() == null) {
      return key.isPresent() ? removal(record, key, null) : removal(record, key, noKey(record));
    }
    ReadValue<Contract> read = values.read(place, record.value());
    if (read.row().isEmpty()) {
      return removal(record, key, read.noticeOrNull());
    }
    Contract contract = read.row().get();
    // A topic that is not compacted may have records without keys: there the value says it all.
    if (record.key() == null || key.equals(Optional.of(ContractKey.of(contract)))) {
      return TopicLine.of(record, new ContractLine(contract, null), null, null);
    }
    return removal(record, key, otherKey(record, contract, key));
  }

  /** What the workflow takes in. */
  static ContractLine line(TopicLine<ContractLine> line) {
    ContractLine said = line.rowOrNull();
    return said == null
        ? new ContractLine(null, line.noticeOrNull())
        : new ContractLine(said.contractOrNull(), line.noticeOrNull(), said.removedOrNull());
  }

  private static TopicLine<ContractLine> removal(
      ConsumerRecord<byte[], byte[]> record, Optional<ContractKey> key, Notice noticeOrNull) {
    return TopicLine.of(
        record,
        key.map(removed -> new ContractLine(null, null, removed)).orElse(null),
        noticeOrNull,
        null);
  }

  /** Nothing tells what is to be taken away. */
  private static Notice noKey(ConsumerRecord<byte[], byte[]> record) {
    byte[] key = record.key() == null ? NO_KEY : record.key();
    return notice(record, KEY_FIELDS, null, null, RawLine.of(key, 0, key.length));
  }

  private static Notice otherKey(
      ConsumerRecord<byte[], byte[]> record, Contract contract, Optional<ContractKey> key) {
    return notice(
        record,
        key.map(other -> differences(contract, other)).orElse(KEY_FIELDS),
        contract.tenantId(),
        contract.endpointId(),
        ValueReader.rawLine(record.value()));
  }

  private static List<String> differences(Contract contract, ContractKey key) {
    List<String> fields = new ArrayList<>();
    if (!contract.tenantId().equals(key.endpoint().tenantId())) {
      fields.add("tenant_id");
    }
    if (!contract.endpointId().equals(key.endpoint().endpointId())) {
      fields.add("endpoint_id");
    }
    if (!Objects.equals(contract.validFromOrNull(), key.validFromOrNull())) {
      fields.add("valid_from");
    }
    return fields;
  }

  private static Notice notice(
      ConsumerRecord<byte[], byte[]> record,
      List<String> fields,
      String tenantIdOrNull,
      String endpointIdOrNull,
      String rawLine) {
    return new Notice(
        Table.TENANT_CONTRACTS,
        TopicLine.place(record),
        NoticeCode.INVALID_FIELD,
        fields,
        tenantIdOrNull,
        endpointIdOrNull,
        null,
        rawLine);
  }
}
