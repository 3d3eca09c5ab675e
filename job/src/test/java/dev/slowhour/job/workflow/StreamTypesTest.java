package dev.slowhour.job.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.FailureHour;
import dev.slowhour.core.data.FailureKind;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RequestFailure;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.CarriedOver;
import dev.slowhour.core.judge.Concurrency;
import dev.slowhour.core.judge.EndpointHour;
import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.judge.Exemplar;
import dev.slowhour.core.judge.FailureCount;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.PoolLook;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.Request;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.PojoTestUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that travels between operators or is held in state. */
class StreamTypesTest {

  private static final Instant TEN = Instant.parse("2026-10-13T01:00:00.123456789Z");

  @ParameterizedTest
  @ValueSource(
      classes = {
        RequestLine.class,
        PoolMetricLine.class,
        ContractLine.class,
        RequestFailureLine.class,
        RequestFailure.class,
        FailureCount.Counted.class,
        FailureHour.class,
        EndpointAndHour.class,
        RequestBlock.class,
        EndpointHour.class,
        EndpointWindow.class,
        JudgedWindow.class,
        PoolInput.class,
        PoolAndHour.class,
        BlockId.class,
        HourLines.class,
        CarriedOver.class,
        Concurrency.class,
        PoolLook.class,
        EndpointId.class,
        Contract.class,
        PoolMetric.class,
        RequestRow.class,
        Place.class,
        Notice.class
      })
  void isSerializedFieldByField(Class<?> type) {
    PojoTestUtils.assertSerializedAsPojoWithoutKryo(type);
  }

  static Stream<Record> records() {
    Notice bareNotice =
        new Notice(
            Table.POOL_METRICS,
            new Place(0, 1),
            NoticeCode.TRUNCATED_INPUT,
            List.of(),
            null,
            null,
            null,
            null);
    Notice fullNotice =
        new Notice(
            Table.REQUEST_LOGS,
            new Place(Integer.MAX_VALUE, Long.MAX_VALUE),
            NoticeCode.INVALID_FIELD,
            List.of("ttft_ms", "tpot_ms"),
            "고객사 😀",
            "엔드포인트 \uFFFD",
            TEN,
            "{\"raw\": 1}");
    PoolMetric bareMetric = new PoolMetric("pool", TEN, null, null);
    PoolMetric fullMetric =
        new PoolMetric("pool", TEN, new BigDecimal("0.500"), 9_007_199_254_740_991L);
    Contract always = Contracts.of("tenant", "endpoint", 800);
    Contract versioned = Contracts.from(TEN, "tenant", "endpoint", 800);
    RequestRow row = Request.at(TEN).tpot("0.123456789012345678901234567890").row();
    EndpointWindow window =
        new EndpointWindow(
            TEN,
            "pool",
            versioned,
            new int[60],
            new int[] {1, -1, Integer.MAX_VALUE},
            new int[0],
            new Concurrency(new int[60], 0),
            new Concurrency(new int[60], Long.MAX_VALUE),
            new Exemplar("req", TEN, 1, 2, new BigDecimal("0.50")),
            3,
            Map.of(NoticeCode.INVALID_FIELD, 4));
    EndpointWindow bareWindow =
        new EndpointWindow(
            TEN,
            "pool",
            always,
            new int[60],
            new int[60],
            new int[60],
            new Concurrency(new int[60], 0),
            new Concurrency(new int[60], 0),
            null,
            0,
            Map.of());
    EndpointHour withWindow = new EndpointHour("t", "e", TEN, "pool", new int[60], window, 3, 2, 1);
    EndpointHour withoutWindow =
        new EndpointHour("t", "e", TEN, "pool", new int[60], null, 3, 0, 0);
    PoolLook bareLook =
        new PoolLook(
            null,
            BigDecimal.ZERO,
            0,
            null,
            0,
            0,
            0,
            0,
            new PoolLook.MinuteMetrics(null, null),
            new PoolLook.MinuteMetrics(null, 1L),
            0);
    PoolLook fullLook =
        new PoolLook(
            BigDecimal.ONE,
            new BigDecimal("12.50"),
            60,
            3L,
            9,
            8,
            7,
            6,
            new PoolLook.MinuteMetrics(BigDecimal.ONE, 2L),
            new PoolLook.MinuteMetrics(BigDecimal.TEN, null),
            5);
    EndpointAndHour endpointAndHour = new EndpointAndHour(new EndpointId("t", "e"), TEN);
    Positions positions = new Positions(2, List.of(new PartitionTime(3, 4, false)));
    return Stream.of(
        new RequestLine(row, null, 1, 2),
        new RequestLine(null, fullNotice, 1, 2),
        new RequestLine(null, null, Long.MAX_VALUE, 0),
        new PoolMetricLine(fullMetric, null, 1, 2),
        new PoolMetricLine(null, bareNotice, 1, 2),
        new PoolMetricLine(null, null, 0, 0),
        new RequestFailureLine(
            new RequestFailure("r", "t", "e", null, TEN, FailureKind.TIMEOUT, null), null, 1, 2),
        new RequestFailureLine(
            new RequestFailure("r", "t", "e", "p", TEN, FailureKind.ERROR, 503L), null, 1, 2),
        new RequestFailureLine(null, fullNotice, 1, 2),
        new RequestFailureLine(null, null, 0, 0),
        new FailureCount.Counted(TEN, FailureKind.CANCELLED),
        new FailureHour("t", "e", TEN, 1, 2, 3, Long.MAX_VALUE),
        new EndpointAndHour(new EndpointId("tenant", "endpoint"), TEN),
        new ContractLine(always, null),
        new ContractLine(null, bareNotice),
        bareNotice,
        fullNotice,
        bareMetric,
        fullMetric,
        always,
        versioned,
        row,
        new EndpointId("tenant", "endpoint"),
        new BlockId(-32_400, 0),
        new HourLines(-32_400, 1),
        bareWindow,
        CarriedOver.none(TEN),
        new CarriedOver(TEN, new long[] {1, Long.MAX_VALUE}, new long[0]),
        Blocks.of(Request.at(TEN)),
        Blocks.of(Request.at(TEN).tpot("1"), Request.at(TEN).tpot("1.234567890123456789012345678")),
        withWindow,
        withoutWindow,
        new JudgedWindow(bareWindow, new BigDecimal[60], new Long[60], new long[60], null, 0, 7),
        new JudgedWindow(
            window,
            new BigDecimal[] {null, new BigDecimal("0.10"), null},
            new Long[] {null, 0L, Long.MAX_VALUE},
            new long[] {1},
            fullLook,
            2,
            Long.MAX_VALUE),
        bareLook,
        fullLook,
        new PoolAndHour("pool", TEN),
        PoolInput.of(withWindow, TEN),
        PoolInput.of(bareMetric, TEN),
        PoolInput.moved("pool", TEN, endpointAndHour),
        endpointAndHour,
        new OpenHour(3, 2, true, "pool"),
        OpenHour.NEW,
        new PartitionTime(3, Long.MIN_VALUE, true),
        positions,
        new Positions(0, List.of()),
        TimedBlock.of(Blocks.of(Request.at(TEN))),
        TimedBlock.of(fullNotice),
        TimedBlock.of(positions),
        new WithdrawnWindow(new EndpointId("t", "e"), TEN));
  }

  @ParameterizedTest
  @MethodSource("records")
  void comesBackAsItWent(Record record) throws IOException {
    assertThat(thereAndBack(record)).usingRecursiveComparison().isEqualTo(record);
  }

  private static <T> T thereAndBack(T value) throws IOException {
    @SuppressWarnings("unchecked")
    Class<T> type = (Class<T>) value.getClass();
    SerializerConfigImpl noKryo = new SerializerConfigImpl();
    noKryo.setGenericTypes(false);
    TypeSerializer<T> serializer = TypeInformation.of(type).createSerializer(noKryo);
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(value, out);
    return serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
  }
}
