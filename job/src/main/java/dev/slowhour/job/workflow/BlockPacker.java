package dev.slowhour.job.workflow;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.core.judge.RequestBlockBuilder;
import dev.slowhour.core.time.ReportZone;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Packs rows of one endpoint and hour into blocks. Holds back rows until a block is full, too many
 * rows wait, or its owner wants them all.
 */
final class BlockPacker {

  /** So large that the cost of a block is small beside that of its lines. */
  static final int MAX_BLOCK_LINES = 2_048;

  /** Bounds memory when there are very many endpoints: about 10 MB. */
  private static final int MAX_WAITING_LINES = 65_536;

  private static final long NANOS_PER_MS = 1_000_000;

  private final ReportZone zone;
  private final Consumer<RequestBlock> target;
  private final Map<EndpointAndHour, RequestBlockBuilder> waiting = new HashMap<>();
  private int waitingLines;

  /**
   * A packer that holds nothing.
   *
   * @param target is given the blocks
   */
  BlockPacker(ReportZone zone, Consumer<RequestBlock> target) {
    this.zone = zone;
    this.target = target;
  }

  void add(RequestRow row) {
    EndpointAndHour key =
        new EndpointAndHour(
            new EndpointId(row.tenantId(), row.endpointId()), zone.hourOf(row.arrivedAt()));
    waiting(key).add(row);
    countWaiting(key);
  }

  /** A line that is no row still counts in the window that it belongs to, where that is known. */
  void add(Notice notice) {
    if (notice.tenantId().isPresent()
        && notice.endpointId().isPresent()
        && notice.windowStart().isPresent()) {
      EndpointAndHour key =
          new EndpointAndHour(
              new EndpointId(notice.tenantId().get(), notice.endpointId().get()),
              notice.windowStart().get());
      waiting(key).addLeftOut(notice.code());
      countWaiting(key);
    }
  }

  /** Lets go of everything. */
  void flush() {
    waiting.values().forEach(this::emit);
    waiting.clear();
  }

  private RequestBlockBuilder waiting(EndpointAndHour key) {
    return waiting.computeIfAbsent(
        key, missing -> new RequestBlockBuilder(missing.endpoint(), missing.hour()));
  }

  /** Counts a line that was just added, and lets go of what has become too much. */
  private void countWaiting(EndpointAndHour key) {
    waitingLines++;
    if (waitingLines == MAX_WAITING_LINES) {
      flush();
    } else if (waiting.get(key).lines() == MAX_BLOCK_LINES) {
      emit(waiting.remove(key));
    }
  }

  private void emit(RequestBlockBuilder builder) {
    waitingLines -= builder.lines();
    target.accept(builder.build());
  }

  /** When the last of the block's requests was answered, milliseconds since 1970 (UTC). */
  static long completionMs(RequestBlock block) {
    return block.hour().toEpochMilli() + Math.floorDiv(block.lastCompletionNanos(), NANOS_PER_MS);
  }
}
