package dev.slowhour.job.workflow;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.CarriedOver;
import dev.slowhour.core.judge.ContractBook;
import dev.slowhour.core.judge.EndpointHour;
import dev.slowhour.core.judge.EndpointJudge;
import dev.slowhour.core.judge.Excluded;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.core.judge.RequestBlockBuilder;
import dev.slowhour.core.time.ReportZone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReadOnlyBroadcastState;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Judges the hours of one endpoint, one after the other, each once no request of it can come any
 * more: when time has passed its end + B.
 *
 * <p>What tells the time differs. In STREAMING it is the watermark. In BATCH there is none while a
 * key's blocks are processed, and timers fire only after the last; but blocks come in the order of
 * their timestamps, so a block tells that every earlier one has come. Either way a key holds the
 * hours that a request can reach into and no more.
 */
final class EndpointHours
    extends KeyedBroadcastProcessFunction<EndpointId, RequestBlock, Contract, EndpointHour> {

  private static final long serialVersionUID = 1L;

  /** Rows that do not count, or that no window is made for. */
  static final OutputTag<Notice> NOTICES =
      new OutputTag<>("endpoint-hour-notices", TypeInformation.of(Notice.class));

  /** All versions of the contracts, by endpoint. */
  static final MapStateDescriptor<EndpointId, List<Contract>> CONTRACTS =
      new MapStateDescriptor<>(
          "contracts",
          TypeInformation.of(EndpointId.class),
          Types.LIST(TypeInformation.of(Contract.class)));

  private final JudgeSettings settings;
  private final boolean blocksComeInOrder;

  /** How many blocks each open hour has, by its start in seconds since 1970 (UTC). */
  private transient MapState<Long, Integer> openHours;

  private transient MapState<BlockId, RequestBlock> blocks;
  private transient ValueState<CarriedOver> carriedOver;

  /** The lines of the hour that was closed last: the next one rests on them too. */
  private transient ValueState<HourLines> lastHourLines;

  /**
   * A function for either mode.
   *
   * @param blocksComeInOrder whether a key's blocks come in the order of their timestamps, as BATCH
   *     has it
   */
  EndpointHours(JudgeSettings settings, boolean blocksComeInOrder) {
    this.settings = settings;
    this.blocksComeInOrder = blocksComeInOrder;
  }

  @Override
  public void open(OpenContext context) {
    openHours =
        getRuntimeContext()
            .getMapState(new MapStateDescriptor<>("open-hours", Types.LONG, Types.INT));
    blocks =
        getRuntimeContext()
            .getMapState(
                new MapStateDescriptor<>(
                    "blocks",
                    TypeInformation.of(BlockId.class),
                    TypeInformation.of(RequestBlock.class)));
    carriedOver =
        getRuntimeContext()
            .getState(
                new ValueStateDescriptor<>("carried-over", TypeInformation.of(CarriedOver.class)));
    lastHourLines =
        getRuntimeContext()
            .getState(
                new ValueStateDescriptor<>("last-hour-lines", TypeInformation.of(HourLines.class)));
  }

  @Override
  public void processBroadcastElement(
      Contract contract, Context context, Collector<EndpointHour> out) throws Exception {
    List<Contract> versions =
        Optional.ofNullable(context.getBroadcastState(CONTRACTS).get(contract.endpoint()))
            .map(ArrayList::new)
            .orElseGet(ArrayList::new);
    versions.removeIf(
        version -> Objects.equals(version.validFromOrNull(), contract.validFromOrNull()));
    versions.add(contract);
    context.getBroadcastState(CONTRACTS).put(contract.endpoint(), versions);
  }

  @Override
  public void processElement(
      RequestBlock block, ReadOnlyContext context, Collector<EndpointHour> out) throws Exception {
    if (blocksComeInOrder) {
      judgeHoursClosedAt(context.timestamp(), context, out);
    }
    long hour = block.hour().getEpochSecond();
    int number = Optional.ofNullable(openHours.get(hour)).orElse(0);
    openHours.put(hour, number + 1);
    blocks.put(new BlockId(hour, number), block);
    // BATCH drops timers that are registered while one fires: both belong here.
    context.timerService().registerEventTimeTimer(closesAt(hour));
    context.timerService().registerEventTimeTimer(forgottenAt(hour));
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<EndpointHour> out)
      throws Exception {
    judgeHoursClosedAt(timestamp, context, out);
    forgetCarriedOver(timestamp);
    forgetLastHourLines(timestamp);
  }

  /** The millisecond from which on no block of the hour can come. */
  private long closesAt(long hour) {
    return hour * 1_000 + openMillis();
  }

  /** The millisecond from which on no hour is open that a request of the hour can reach into. */
  private long forgottenAt(long hour) {
    return closesAt(hour) + openMillis();
  }

  private long openMillis() {
    return ReportZone.HOUR_SECONDS * 1_000 + settings.maxRequestDuration().toMillis();
  }

  /** Endpoints come and go: what the last hour of one handed on must not stay. */
  private void forgetCarriedOver(long timestamp) throws Exception {
    CarriedOver carried = carriedOver.value();
    Instant beforeOpenHours = Instant.ofEpochMilli(timestamp - openMillis());
    // In BATCH the timers of an endpoint's first hours fire when its last ones are judged.
    boolean isEarlier = carried != null && !carried.hour().isAfter(beforeOpenHours);
    if (isEarlier && carried.at(beforeOpenHours).isEmpty()) {
      carriedOver.clear();
    }
  }

  private void forgetLastHourLines(long timestamp) throws Exception {
    HourLines last = lastHourLines.value();
    if (last != null && forgottenAt(last.hour()) <= timestamp) {
      lastHourLines.clear();
    }
  }

  private void judgeHoursClosedAt(
      long timestamp, ReadOnlyContext context, Collector<EndpointHour> out) throws Exception {
    TreeMap<Long, Integer> closed = new TreeMap<>();
    for (Map.Entry<Long, Integer> open : openHours.entries()) {
      if (closesAt(open.getKey()) <= timestamp) {
        closed.put(open.getKey(), open.getValue());
      }
    }
    for (Map.Entry<Long, Integer> hour : closed.entrySet()) {
      judge(hour.getKey(), hour.getValue(), context, out);
    }
  }

  private void judge(
      long hourSecond, int blockCount, ReadOnlyContext context, Collector<EndpointHour> out)
      throws Exception {
    List<RequestBlock> hourBlocks = new ArrayList<>(blockCount);
    for (int number = 0; number < blockCount; number++) {
      BlockId id = new BlockId(hourSecond, number);
      hourBlocks.add(blocks.get(id));
      blocks.remove(id);
    }
    openHours.remove(hourSecond);

    RequestBlock rows = RequestBlockBuilder.concat(hourBlocks);
    long linesHourBefore = linesSeen(hourSecond - ReportZone.HOUR_SECONDS);
    lastHourLines.update(new HourLines(hourSecond, rows.linesSeen()));
    if (rows.size() == 0) {
      // Only lines that are no rows: an hour without a request has no window to tell of them.
      return;
    }
    Instant hour = rows.hour();
    List<Contract> versions = versions(context.getBroadcastState(CONTRACTS), rows.endpoint());
    EndpointJudge.Judged judged =
        EndpointJudge.judge(rows, ContractBook.inForce(versions, hour), carriedOverAt(hour));
    out.collect(judged.endpointHour().restingOn(linesHourBefore, versions.size()));
    for (Excluded excluded : judged.excluded()) {
      context.output(NOTICES, notice(rows, excluded));
    }
    if (judged.carriedOver().isEmpty()) {
      carriedOver.clear();
    } else {
      carriedOver.update(judged.carriedOver());
    }
  }

  private long linesSeen(long hourSecond) throws Exception {
    HourLines last = lastHourLines.value();
    return last != null && last.hour() == hourSecond ? last.lines() : 0;
  }

  private static List<Contract> versions(
      ReadOnlyBroadcastState<EndpointId, List<Contract>> contracts, EndpointId endpoint)
      throws Exception {
    return Optional.ofNullable(contracts.get(endpoint)).orElseGet(List::of);
  }

  private CarriedOver carriedOverAt(Instant hour) throws Exception {
    return Optional.ofNullable(carriedOver.value())
        .map(carried -> carried.at(hour))
        .orElseGet(() -> CarriedOver.none(hour));
  }

  private static Notice notice(RequestBlock rows, Excluded excluded) {
    return new Notice(
        Table.REQUEST_LOGS,
        rows.place(excluded.row()),
        excluded.code(),
        fields(excluded.code()),
        rows.tenantId(),
        rows.endpointId(),
        rows.hour(),
        null);
  }

  private static List<String> fields(NoticeCode code) {
    return switch (code) {
      case DUPLICATE_REQUEST_ID -> List.of("request_id");
      case STRAY_POOL -> List.of("accel_pool");
      case NO_CONTRACT -> List.of("tenant_id", "endpoint_id");
      default -> throw new IllegalArgumentException("code: " + code);
    };
  }
}
