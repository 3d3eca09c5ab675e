package dev.slowhour.job.workflow;

import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.core.judge.RequestBlockBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/** The blocks of one endpoint's hours that are not final, in keyed state. */
final class HourBlocks {

  /** So many small blocks cost more to read than to pack anew. */
  private static final int MANY_SMALL_BLOCKS = 16;

  /** By the start of the hour in seconds since 1970 (UTC). */
  private final MapState<Long, OpenHour> openHours;

  private final MapState<BlockId, RequestBlock> blocks;

  private HourBlocks(MapState<Long, OpenHour> openHours, MapState<BlockId, RequestBlock> blocks) {
    this.openHours = openHours;
    this.blocks = blocks;
  }

  static HourBlocks register(RuntimeContext context) {
    return new HourBlocks(
        context.getMapState(
            new MapStateDescriptor<>("open-hours", Types.LONG, TypeInformation.of(OpenHour.class))),
        context.getMapState(
            new MapStateDescriptor<>(
                "blocks",
                TypeInformation.of(BlockId.class),
                TypeInformation.of(RequestBlock.class))));
  }

  void add(RequestBlock block) throws Exception {
    long hour = block.hour().getEpochSecond();
    OpenHour open = Optional.ofNullable(openHours.get(hour)).orElse(OpenHour.NEW);
    blocks.put(new BlockId(hour, open.blocks()), block);
    openHours.put(hour, open.withBlocks(open.blocks() + 1, open.fullBlocks()));
  }

  /** The hours that have blocks, by their start. */
  SortedMap<Long, OpenHour> hours() throws Exception {
    SortedMap<Long, OpenHour> hours = new TreeMap<>();
    for (Map.Entry<Long, OpenHour> open : openHours.entries()) {
      hours.put(open.getKey(), open.getValue());
    }
    return hours;
  }

  /** Notes that an hour was sent on. */
  void sent(long hour, String pool, boolean asProvisional) throws Exception {
    openHours.put(hour, openHours.get(hour).sentTo(pool, asProvisional));
  }

  /** The rows of an hour, which stay. */
  RequestBlock rows(long hour) throws Exception {
    OpenHour open = openHours.get(hour);
    List<RequestBlock> hourBlocks = blocks(hour, open);
    if (open.blocks() - open.fullBlocks() > MANY_SMALL_BLOCKS) {
      packSmallBlocks(hour, open, hourBlocks.subList(open.fullBlocks(), open.blocks()));
    }
    return RequestBlockBuilder.concat(hourBlocks);
  }

  /** The rows of an hour, which is forgotten. */
  RequestBlock remove(long hour) throws Exception {
    OpenHour open = openHours.get(hour);
    RequestBlock rows = RequestBlockBuilder.concat(blocks(hour, open));
    for (int number = 0; number < open.blocks(); number++) {
      blocks.remove(new BlockId(hour, number));
    }
    openHours.remove(hour);
    return rows;
  }

  private List<RequestBlock> blocks(long hour, OpenHour open) throws Exception {
    List<RequestBlock> hourBlocks = new ArrayList<>(open.blocks());
    for (int number = 0; number < open.blocks(); number++) {
      hourBlocks.add(blocks.get(new BlockId(hour, number)));
    }
    return hourBlocks;
  }

  /** Streams bring a few rows at a time: what was read anyway is written back in large blocks. */
  private void packSmallBlocks(long hour, OpenHour open, List<RequestBlock> small)
      throws Exception {
    List<RequestBlock> packed = new ArrayList<>();
    int full = open.fullBlocks();
    RequestBlockBuilder builder = null;
    for (RequestBlock block : small) {
      if (builder == null) {
        builder = new RequestBlockBuilder(block.endpoint(), block.hour());
      }
      builder.add(block);
      if (builder.lines() >= BlockPacker.MAX_BLOCK_LINES) {
        packed.add(builder.build());
        full++;
        builder = null;
      }
    }
    if (builder != null) {
      packed.add(builder.build());
    }
    int number = open.fullBlocks();
    for (RequestBlock block : packed) {
      blocks.put(new BlockId(hour, number++), block);
    }
    for (int gone = number; gone < open.blocks(); gone++) {
      blocks.remove(new BlockId(hour, gone));
    }
    openHours.put(hour, open.withBlocks(number, full));
  }
}
