package dev.slowhour.job.kafka;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.time.ReportZone;
import java.time.Instant;
import java.util.Arrays;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Gives a notice without a time of its own the hour of the nearest earlier record of its partition
 * that has one. Chained to the source, so that it sees the records of a partition in their order.
 *
 * <p>Partitions move between subtasks at a restart: each restores what all knew, of several the
 * newest, and keeps it, whether or not it reads that partition now.
 *
 * @param <R> the table's row
 */
final class NearestHours<R> extends ProcessFunction<TopicLine<R>, TopicLine<R>>
    implements CheckpointedFunction {

  private static final long serialVersionUID = 1L;

  private static final ListStateDescriptor<SeenInstant> NEAREST =
      new ListStateDescriptor<>("nearest-instants", TypeInformation.of(SeenInstant.class));

  private final String zoneName;
  private transient ReportZone zone;

  /** By partition: the newest record with a time, and that time; null where there is none yet. */
  private transient long[] offsets;

  private transient Instant[] instants;
  private transient ListState<SeenInstant> state;

  NearestHours(String zoneName) {
    this.zoneName = zoneName;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    offsets = new long[0];
    instants = new Instant[0];
    state = context.getOperatorStateStore().getUnionListState(NEAREST);
    for (SeenInstant seen : state.get()) {
      makeRoomFor(seen.partition());
      if (instants[seen.partition()] == null || offsets[seen.partition()] < seen.offset()) {
        offsets[seen.partition()] = seen.offset();
        instants[seen.partition()] = seen.instant();
      }
    }
  }

  @Override
  public void open(OpenContext context) {
    zone = ReportZone.of(zoneName);
  }

  @Override
  public void processElement(TopicLine<R> line, Context context, Collector<TopicLine<R>> out) {
    int partition = line.place().source();
    if (line.instantOrNull() != null) {
      makeRoomFor(partition);
      offsets[partition] = line.place().line();
      instants[partition] = line.instantOrNull();
    }
    Notice notice = line.noticeOrNull();
    boolean isFilledIn =
        notice != null
            && notice.windowStartOrNull() == null
            && partition < instants.length
            && instants[partition] != null;
    out.collect(isFilledIn ? line.with(in(zone.hourOf(instants[partition]), notice)) : line);
  }

  private void makeRoomFor(int partition) {
    if (partition >= instants.length) {
      int length = Math.max(partition + 1, 2 * instants.length);
      offsets = Arrays.copyOf(offsets, length);
      instants = Arrays.copyOf(instants, length);
    }
  }

  private static Notice in(Instant hour, Notice notice) {
    return new Notice(
        notice.table(),
        notice.place(),
        notice.code(),
        notice.fields(),
        notice.tenantIdOrNull(),
        notice.endpointIdOrNull(),
        hour,
        notice.rawLineOrNull());
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    state.clear();
    for (int partition = 0; partition < instants.length; partition++) {
      if (instants[partition] != null) {
        state.add(new SeenInstant(partition, offsets[partition], instants[partition]));
      }
    }
  }
}
