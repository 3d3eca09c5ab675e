package dev.slowhour.job.workflow;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.ContractKey;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.judge.CarriedOver;
import dev.slowhour.core.judge.ContractBook;
import dev.slowhour.core.judge.EndpointHour;
import dev.slowhour.core.judge.EndpointJudge;
import dev.slowhour.core.judge.Excluded;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.core.time.ReportZone;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Judges the hours of one endpoint, one after the other: for good once no request of it can come
 * any more, when time has passed its end + B; in STREAMING also before, by what is known.
 *
 * <p>What tells the time differs. In STREAMING it is the watermark. In BATCH there is none while a
 * key's blocks are processed, and timers fire only after the last; but blocks come in the order of
 * their timestamps, so a block tells that every earlier one has come. Either way a key holds the
 * hours that a request can reach into and no more.
 */
class EndpointHours
    extends KeyedBroadcastProcessFunction<EndpointId, RequestBlock, ContractLine, EndpointHour> {

  private static final long serialVersionUID = 1L;

  /** Rows that do not count, or that no window is made for. */
  static final OutputTag<Notice> NOTICES =
      new OutputTag<>("endpoint-hour-notices", TypeInformation.of(Notice.class));

  /** Hours that were sent to a pool and are another one's now. */
  static final OutputTag<PoolInput> MOVED =
      new OutputTag<>("moved-endpoint-hours", TypeInformation.of(PoolInput.class));

  /** All versions of the contracts, by endpoint and by the instant from which each holds. */
  static final MapStateDescriptor<EndpointId, Map<Instant, Contract>> CONTRACTS =
      new MapStateDescriptor<>(
          "contracts",
          TypeInformation.of(EndpointId.class),
          Types.MAP(Types.INSTANT, TypeInformation.of(Contract.class)));

  private static final long MINUTE_MS = 60_000;

  private static final Instant SINCE_EVER = Instant.MIN;

  private final JudgeSettings settings;
  private final TimeSettings timeOrNull;

  private transient HourBlocks hours;
  private transient ValueState<CarriedOver> carriedOver;

  /** The lines of the hour that was closed last: the next one rests on them too. */
  private transient ValueState<HourLines> lastHourLines;

  /** The minute as of which hours that are not final were judged last, in milliseconds. */
  private transient ValueState<Long> refreshedAsOf;

  private transient RefreshBudget budget;
  private transient Counter lateRows;
  private transient Counter skippedRefreshes;

  /**
   * A function for either mode.
   *
   * @param timeOrNull how time is told in STREAMING; null in BATCH, where a key's blocks come in
   *     the order of their timestamps
   */
  EndpointHours(JudgeSettings settings, TimeSettings timeOrNull) {
    this.settings = settings;
    this.timeOrNull = timeOrNull;
  }

  @Override
  public void open(OpenContext context) {
    hours = HourBlocks.register(getRuntimeContext());
    carriedOver =
        getRuntimeContext()
            .getState(
                new ValueStateDescriptor<>("carried-over", TypeInformation.of(CarriedOver.class)));
    lastHourLines =
        getRuntimeContext()
            .getState(
                new ValueStateDescriptor<>("last-hour-lines", TypeInformation.of(HourLines.class)));
    refreshedAsOf =
        getRuntimeContext().getState(new ValueStateDescriptor<>("refreshed-as-of", Types.LONG));
    budget = RefreshBudget.byThisMachine();
    lateRows = JobMetrics.group(getRuntimeContext()).counter(JobMetrics.LATE_ROWS);
    skippedRefreshes = JobMetrics.group(getRuntimeContext()).counter(JobMetrics.SKIPPED_REFRESHES);
  }

  private boolean isStreaming() {
    return timeOrNull != null;
  }

  @Override
  public void processBroadcastElement(
      ContractLine line, Context context, Collector<EndpointHour> out) throws Exception {
    BroadcastState<EndpointId, Map<Instant, Contract>> contracts =
        context.getBroadcastState(CONTRACTS);
    if (line.removedOrNull() != null) {
      remove(line.removedOrNull(), contracts);
    }
    if (line.contractOrNull() != null) {
      // Changed in place: broadcast state is on the heap, and an endpoint may have many versions.
      Contract contract = line.contractOrNull();
      Map<Instant, Contract> versions =
          Optional.ofNullable(contracts.get(contract.endpoint())).orElseGet(HashMap::new);
      versions.put(contract.validFrom().orElse(SINCE_EVER), contract);
      contracts.put(contract.endpoint(), versions);
    }
  }

  private static void remove(
      ContractKey version, BroadcastState<EndpointId, Map<Instant, Contract>> contracts)
      throws Exception {
    Map<Instant, Contract> versions = contracts.get(version.endpoint());
    if (versions != null) {
      versions.remove(version.validFrom().orElse(SINCE_EVER));
      if (versions.isEmpty()) {
        contracts.remove(version.endpoint());
      }
    }
  }

  @Override
  public void processElement(
      RequestBlock block, ReadOnlyContext context, Collector<EndpointHour> out) throws Exception {
    long hour = block.hour().getEpochSecond();
    if (!isStreaming()) {
      judgeHoursClosedAt(context.timestamp(), context, out);
    } else if (isClosed(hour, context.currentWatermark())) {
      leaveOut(block, context);
      return;
    } else {
      context
          .timerService()
          .registerEventTimeTimer(refreshAfter(Math.max(context.currentWatermark(), hour * 1_000)));
      context.timerService().registerEventTimeTimer(endOf(hour));
    }
    hours.add(block);
    askToBeClosed(hour, context.timerService());
  }

  /** BATCH drops timers that are registered while one fires: ask when a block comes. */
  void askToBeClosed(long hour, TimerService timers) {
    timers.registerEventTimeTimer(closesAt(hour));
    timers.registerEventTimeTimer(forgottenAt(hour));
  }

  /** By state too: after a restart the watermark may take a moment to be known. */
  private boolean isClosed(long hour, long watermark) throws Exception {
    HourLines last = lastHourLines.value();
    return closesAt(hour) <= watermark || (last != null && hour <= last.hour());
  }

  private void leaveOut(RequestBlock block, ReadOnlyContext context) {
    for (int row = 0; row < block.size(); row++) {
      context.output(NOTICES, RowNotices.late(block, row));
      lateRows.inc();
    }
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<EndpointHour> out)
      throws Exception {
    judgeHoursClosedAt(timestamp, context, out);
    forgetCarriedOver(timestamp);
    forgetLastHourLines(timestamp);
    if (isStreaming()) {
      refresh(timestamp, context, out);
    }
  }

  static long endOf(long hour) {
    return (hour + ReportZone.HOUR_SECONDS) * 1_000;
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

  private long refreshAfter(long timestamp) {
    long refreshMs = timeOrNull.refresh().toMillis();
    return (Math.floorDiv(timestamp, refreshMs) + 1) * refreshMs;
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
    for (long hour : hours.hours().keySet()) {
      if (closesAt(hour) <= timestamp) {
        judgeForGood(hour, context, out);
      }
    }
  }

  private void judgeForGood(long hourSecond, ReadOnlyContext context, Collector<EndpointHour> out)
      throws Exception {
    SortedMap<Long, OpenHour> open = hours.hours();
    String sentToOrNull = open.get(hourSecond).poolOrNull();
    RequestBlock rows = hours.remove(hourSecond);
    if (open.size() == 1) {
      refreshedAsOf.clear();
    }
    long linesHourBefore = linesSeen(lastHourLines.value(), hourSecond);
    lastHourLines.update(new HourLines(hourSecond, rows.linesSeen()));
    if (rows.size() == 0) {
      // Only lines that are no rows: an hour without a request has no window to tell of them.
      return;
    }
    Collection<Contract> versions = versions(context, rows.endpoint());
    EndpointJudge.Judged judged =
        EndpointJudge.judge(
            rows, ContractBook.inForce(versions, rows.hour()), carriedOverAt(rows.hour()));
    send(
        judged.endpointHour().restingOn(linesHourBefore, versions.size()),
        sentToOrNull,
        context,
        out);
    for (Excluded excluded : judged.excluded()) {
      context.output(NOTICES, RowNotices.of(rows, excluded));
    }
    if (judged.carriedOver().isEmpty()) {
      carriedOver.clear();
    } else {
      carriedOver.update(judged.carriedOver());
    }
  }

  /**
   * Judges the hours that are not final by what is known, and asks to do it again. When time jumps
   * only the newest minute is told.
   */
  private void refresh(long timestamp, OnTimerContext context, Collector<EndpointHour> out)
      throws Exception {
    SortedMap<Long, OpenHour> open = hours.hours();
    long now = Math.max(timestamp, context.currentWatermark());
    // Hours that time has passed are judged for good by timers that are about to fire.
    if (open.isEmpty() || closesAt(open.lastKey()) <= now) {
      return;
    }
    context.timerService().registerEventTimeTimer(refreshAfter(now));
    long asOf = Math.floorDiv(now, MINUTE_MS) * MINUTE_MS;
    Long before = refreshedAsOf.value();
    if (before != null && asOf <= before) {
      return;
    }
    boolean endsAnHour =
        open.entrySet().stream()
            .anyMatch(
                hour ->
                    endOf(hour.getKey()) <= asOf
                        && closesAt(hour.getKey()) > now
                        && !hour.getValue().provisional());
    if (endsAnHour || budget.allows()) {
      long started = budget.start();
      judgeAsOf(asOf, now, open, context, out);
      budget.stop(started);
      refreshedAsOf.update(asOf);
    } else {
      skippedRefreshes.inc();
    }
  }

  private void judgeAsOf(
      long asOf,
      long now,
      SortedMap<Long, OpenHour> open,
      OnTimerContext context,
      Collector<EndpointHour> out)
      throws Exception {
    CarriedOver carried = carriedOver.value();
    HourLines before = lastHourLines.value();
    for (Map.Entry<Long, OpenHour> entry : open.entrySet()) {
      long hour = entry.getKey();
      long passedMs = asOf - hour * 1_000;
      WindowProgress progress =
          endOf(hour) <= asOf
              ? WindowProgress.PROVISIONAL
              : WindowProgress.open((int) Math.max(0, Math.floorDiv(passedMs, MINUTE_MS)));
      RequestBlock rows = hours.rows(hour).arrivedWithin(progress.passedMinutes());
      if (rows.size() > 0) {
        Instant start = rows.hour();
        Collection<Contract> versions = versions(context, rows.endpoint());
        CarriedOver carriedIn = carried == null ? CarriedOver.none(start) : carried.at(start);
        EndpointJudge.Judged judged =
            EndpointJudge.judge(rows, ContractBook.inForce(versions, start), carriedIn, progress);
        EndpointHour judgedHour =
            judged.endpointHour().restingOn(linesSeen(before, hour), versions.size());
        boolean isAboutToBeFinal = closesAt(hour) <= now;
        if (!isAboutToBeFinal) {
          send(judgedHour, entry.getValue().poolOrNull(), context, out);
          hours.sent(hour, judgedHour.accelPool(), !progress.isOpen());
        }
        carried = judged.carriedOver();
      }
      before = new HourLines(hour, rows.linesSeen());
    }
  }

  /** Sends an hour to its pool, and takes it back from another one that it was sent to before. */
  private static void send(
      EndpointHour judged,
      String sentToOrNull,
      ReadOnlyContext context,
      Collector<EndpointHour> out) {
    if (sentToOrNull != null && !sentToOrNull.equals(judged.accelPool())) {
      EndpointAndHour moved = new EndpointAndHour(judged.endpoint(), judged.hour());
      context.output(MOVED, PoolInput.moved(sentToOrNull, judged.hour(), moved));
      Instant nextHour = judged.hour().plusSeconds(ReportZone.HOUR_SECONDS);
      context.output(MOVED, PoolInput.moved(sentToOrNull, nextHour, moved));
    }
    out.collect(judged);
  }

  private static long linesSeen(HourLines lastOrNull, long hourSecond) {
    return lastOrNull != null && lastOrNull.hour() == hourSecond - ReportZone.HOUR_SECONDS
        ? lastOrNull.lines()
        : 0;
  }

  private static Collection<Contract> versions(ReadOnlyContext context, EndpointId endpoint)
      throws Exception {
    return Optional.ofNullable(context.getBroadcastState(CONTRACTS).get(endpoint))
        .map(Map::values)
        .orElseGet(List::of);
  }

  private CarriedOver carriedOverAt(Instant hour) throws Exception {
    return Optional.ofNullable(carriedOver.value())
        .map(carried -> carried.at(hour))
        .orElseGet(() -> CarriedOver.none(hour));
  }
}
