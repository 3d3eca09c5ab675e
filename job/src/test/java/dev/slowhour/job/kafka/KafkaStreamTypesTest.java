package dev.slowhour.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.ContractKey;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.Request;
import dev.slowhour.job.workflow.ContractLine;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.PojoTestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything of this package that travels between operators or is held in state. */
class KafkaStreamTypesTest {

  private static final Instant TEN = Instant.parse("2026-10-13T01:00:00.123456789Z");
  private static final Place PLACE = new Place(Integer.MAX_VALUE, Long.MAX_VALUE);
  private static final OriginalRecord ORIGINAL =
      new OriginalRecord(
          new byte[] {0, -1},
          null,
          Long.MIN_VALUE,
          List.of(new RecordHeader("이름", new byte[0]), new RecordHeader("", null)));
  private static final Notice NOTICE =
      new Notice(
          Table.TENANT_CONTRACTS,
          PLACE,
          NoticeCode.INVALID_FIELD,
          List.of("model"),
          null,
          "endpoint",
          null,
          "raw");

  @ParameterizedTest
  @ValueSource(
      classes = {
        OriginalRecord.class,
        RecordHeader.class,
        DeadLetter.class,
        SeenInstant.class,
        SeenOffset.class
      })
  void isSerializedFieldByField(Class<?> type) {
    PojoTestUtils.assertSerializedAsPojoWithoutKryo(type);
  }

  private static <T> void assertComesBack(TypeInformation<T> type, T value) throws IOException {
    SerializerConfigImpl noKryo = new SerializerConfigImpl();
    noKryo.setGenericTypes(false);
    TypeSerializer<T> serializer = type.createSerializer(noKryo);
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(value, out);

    assertThat(serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
        .usingRecursiveComparison()
        .isEqualTo(value);
  }

  @Test
  void linesOfEveryKindComeBackAsTheyWent() throws Exception {
    TypeInformation<TopicLine<RequestRow>> requests =
        TopicLine.type(TypeInformation.of(RequestRow.class));
    assertComesBack(requests, new TopicLine<>(Request.at(TEN).row(), null, PLACE, TEN, null, 9));
    assertComesBack(requests, new TopicLine<>(null, NOTICE, PLACE, null, ORIGINAL, 0));
    assertComesBack(requests, new TopicLine<>(null, null, PLACE, null, null, 1));

    TypeInformation<TopicLine<ContractLine>> contracts =
        TopicLine.type(TypeInformation.of(ContractLine.class));
    Contract contract = Contracts.from(TEN, "tenant", "endpoint", 800);
    ContractLine removal = new ContractLine(null, null, ContractKey.of(contract));
    assertComesBack(contracts, new TopicLine<>(removal, NOTICE, PLACE, null, ORIGINAL, 0));
    assertComesBack(
        contracts, new TopicLine<>(new ContractLine(contract, null), null, PLACE, null, null, 9));
  }

  @Test
  void deadLettersComeBackAsTheyWent() throws Exception {
    TypeInformation<DeadLetter> type = TypeInformation.of(DeadLetter.class);
    assertComesBack(type, DeadLetter.of("topic", ORIGINAL, NOTICE));
    assertComesBack(
        type, DeadLetter.of("", new OriginalRecord(null, new byte[9], 1, List.of()), NOTICE));
  }
}
