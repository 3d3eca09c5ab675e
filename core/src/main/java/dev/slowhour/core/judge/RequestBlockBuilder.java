package dev.slowhour.core.judge;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.RequestRow;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** Collects requests of one endpoint and hour, row by row or block by block. */
public final class RequestBlockBuilder {

  private static final int INITIAL_ROWS = 16;
  private static final int MAX_LONG_DIGITS = 18;

  /** So many are searched as fast as looked up. */
  private static final int FEW_POOLS = 8;

  private final EndpointId endpoint;
  private final Instant hour;
  private final List<String> pools = new ArrayList<>(1);
  private final Map<String, Integer> indexOfPool = new HashMap<>(2);
  private int size;
  private long[] arrivedNanos = new long[INITIAL_ROWS];
  private long[] durationNanos = new long[INITIAL_ROWS];
  private long[] inputTokens = new long[INITIAL_ROWS];
  private long[] outputTokens = new long[INITIAL_ROWS];
  private long[] ttftMs = new long[INITIAL_ROWS];
  private long[] tpotUnscaled = new long[INITIAL_ROWS];
  private byte[] tpotScale = new byte[INITIAL_ROWS];
  private String[] wideTpotMsOrNull;
  private int[] pool = new int[INITIAL_ROWS];
  private byte[] requestIds = new byte[INITIAL_ROWS * 32];
  private int[] requestIdEnds = new int[INITIAL_ROWS];
  private int[] sources = new int[INITIAL_ROWS];
  private long[] lines = new long[INITIAL_ROWS];
  private final Map<NoticeCode, Integer> leftOut = new EnumMap<>(NoticeCode.class);
  private int leftOutLines;

  /** An empty block of that endpoint and hour. */
  public RequestBlockBuilder(EndpointId endpoint, Instant hour) {
    this.endpoint = endpoint;
    this.hour = hour;
  }

  /** One block that holds the rows of all, which are of one endpoint and hour. */
  public static RequestBlock concat(List<RequestBlock> blocks) {
    if (blocks.size() == 1) {
      return blocks.get(0);
    }
    RequestBlockBuilder all =
        new RequestBlockBuilder(blocks.get(0).endpoint(), blocks.get(0).hour());
    all.reserve(blocks.stream().mapToInt(RequestBlock::size).sum());
    blocks.forEach(all::add);
    return all.build();
  }

  /** How many lines there are so far: rows, and lines that are none. */
  public int lines() {
    return size + leftOutLines;
  }

  /** Counts a line of this endpoint and hour that is no row. */
  public void addLeftOut(NoticeCode code) {
    leftOut.merge(code, 1, Integer::sum);
    leftOutLines++;
  }

  /** Adds a row that arrived in this hour. */
  public void add(RequestRow row) {
    reserve(size + 1);
    arrivedNanos[size] = Duration.between(hour, row.arrivedAt()).toNanos();
    durationNanos[size] = row.durationNanos();
    inputTokens[size] = row.inputTokens();
    outputTokens[size] = row.outputTokens();
    ttftMs[size] = row.ttftMs();
    setTpot(row.tpotMs());
    pool[size] = poolIndex(row.accelPool());
    byte[] requestId = row.requestId().getBytes(StandardCharsets.UTF_8);
    appendRequestId(requestId, 0, requestId.length);
    sources[size] = row.place().source();
    lines[size] = row.place().line();
    size++;
  }

  /** Adds those rows of a block of this endpoint and hour, and all its lines that were no rows. */
  void addWhere(RequestBlock block, IntPredicate condition) {
    for (int row = 0; row < block.size(); row++) {
      if (condition.test(row)) {
        addRow(block, row);
      }
    }
    addLeftOut(block);
  }

  private void addRow(RequestBlock block, int row) {
    reserve(size + 1);
    arrivedNanos[size] = block.arrivedNanos()[row];
    durationNanos[size] = block.durationNanos()[row];
    inputTokens[size] = block.inputTokens()[row];
    outputTokens[size] = block.outputTokens()[row];
    ttftMs[size] = block.ttftMs()[row];
    tpotUnscaled[size] = block.tpotUnscaled()[row];
    tpotScale[size] = block.tpotScale()[row];
    if (block.tpotScale()[row] == RequestBlock.WIDE) {
      wideTpots()[size] = block.tpotMs(row).toPlainString();
    }
    pool[size] = poolIndex(block.accelPool(row));
    int from = row == 0 ? 0 : block.requestIdEnds()[row - 1];
    appendRequestId(block.requestIds(), from, block.requestIdEnds()[row] - from);
    sources[size] = block.sources()[row];
    lines[size] = block.lines()[row];
    size++;
  }

  private void addLeftOut(RequestBlock block) {
    block
        .leftOut()
        .forEach(
            (code, number) -> {
              leftOut.merge(code, number, Integer::sum);
              leftOutLines += number;
            });
  }

  /** Adds all that a block of this endpoint and hour holds. */
  public void add(RequestBlock block) {
    int rows = block.size();
    reserve(size + rows);
    System.arraycopy(block.arrivedNanos(), 0, arrivedNanos, size, rows);
    System.arraycopy(block.durationNanos(), 0, durationNanos, size, rows);
    System.arraycopy(block.inputTokens(), 0, inputTokens, size, rows);
    System.arraycopy(block.outputTokens(), 0, outputTokens, size, rows);
    System.arraycopy(block.ttftMs(), 0, ttftMs, size, rows);
    System.arraycopy(block.tpotUnscaled(), 0, tpotUnscaled, size, rows);
    System.arraycopy(block.tpotScale(), 0, tpotScale, size, rows);
    System.arraycopy(block.sources(), 0, sources, size, rows);
    System.arraycopy(block.lines(), 0, lines, size, rows);
    if (block.wideTpotMsOrNull() != null) {
      System.arraycopy(block.wideTpotMsOrNull(), 0, wideTpots(), size, rows);
    }
    int[] poolIndexes = Arrays.stream(block.pools()).mapToInt(this::poolIndex).toArray();
    int shift = idBytes();
    requestIds = withRoom(requestIds, shift + block.requestIds().length);
    System.arraycopy(block.requestIds(), 0, requestIds, shift, block.requestIds().length);
    for (int row = 0; row < rows; row++) {
      pool[size + row] = poolIndexes[block.pool()[row]];
      requestIdEnds[size + row] = shift + block.requestIdEnds()[row];
    }
    size += rows;
    addLeftOut(block);
  }

  /** The block of all rows so far. */
  public RequestBlock build() {
    return new RequestBlock(
        endpoint.tenantId(),
        endpoint.endpointId(),
        hour,
        Arrays.copyOf(arrivedNanos, size),
        Arrays.copyOf(durationNanos, size),
        Arrays.copyOf(inputTokens, size),
        Arrays.copyOf(outputTokens, size),
        Arrays.copyOf(ttftMs, size),
        Arrays.copyOf(tpotUnscaled, size),
        Arrays.copyOf(tpotScale, size),
        wideTpotMsOrNull == null ? null : Arrays.copyOf(wideTpotMsOrNull, size),
        pools.toArray(String[]::new),
        Arrays.copyOf(pool, size),
        Arrays.copyOf(requestIds, idBytes()),
        Arrays.copyOf(requestIdEnds, size),
        Arrays.copyOf(sources, size),
        Arrays.copyOf(lines, size),
        Map.copyOf(leftOut));
  }

  private void setTpot(BigDecimal written) {
    BigDecimal tpotMs = written.scale() < 0 ? written.setScale(0) : written;
    if (tpotMs.precision() <= MAX_LONG_DIGITS) {
      tpotUnscaled[size] = tpotMs.unscaledValue().longValue();
      tpotScale[size] = (byte) tpotMs.scale();
    } else {
      tpotScale[size] = RequestBlock.WIDE;
      wideTpots()[size] = tpotMs.toPlainString();
    }
  }

  private String[] wideTpots() {
    if (wideTpotMsOrNull == null) {
      wideTpotMsOrNull = new String[arrivedNanos.length];
    }
    return wideTpotMsOrNull;
  }

  private int poolIndex(String accelPool) {
    // An endpoint is served by one pool but for strays: a search from the front is the fastest.
    int index =
        pools.size() <= FEW_POOLS
            ? pools.indexOf(accelPool)
            : indexOfPool.getOrDefault(accelPool, -1);
    if (index < 0) {
      index = pools.size();
      pools.add(accelPool);
      indexOfPool.put(accelPool, index);
    }
    return index;
  }

  private int idBytes() {
    return size == 0 ? 0 : requestIdEnds[size - 1];
  }

  private void appendRequestId(byte[] bytes, int from, int length) {
    int start = idBytes();
    requestIds = withRoom(requestIds, start + length);
    System.arraycopy(bytes, from, requestIds, start, length);
    requestIdEnds[size] = start + length;
  }

  private static byte[] withRoom(byte[] bytes, int needed) {
    return needed <= bytes.length
        ? bytes
        : Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
  }

  private void reserve(int rows) {
    if (rows <= arrivedNanos.length) {
      return;
    }
    int capacity = Math.max(rows, 2 * arrivedNanos.length);
    arrivedNanos = Arrays.copyOf(arrivedNanos, capacity);
    durationNanos = Arrays.copyOf(durationNanos, capacity);
    inputTokens = Arrays.copyOf(inputTokens, capacity);
    outputTokens = Arrays.copyOf(outputTokens, capacity);
    ttftMs = Arrays.copyOf(ttftMs, capacity);
    tpotUnscaled = Arrays.copyOf(tpotUnscaled, capacity);
    tpotScale = Arrays.copyOf(tpotScale, capacity);
    if (wideTpotMsOrNull != null) {
      wideTpotMsOrNull = Arrays.copyOf(wideTpotMsOrNull, capacity);
    }
    pool = Arrays.copyOf(pool, capacity);
    requestIdEnds = Arrays.copyOf(requestIdEnds, capacity);
    sources = Arrays.copyOf(sources, capacity);
    lines = Arrays.copyOf(lines, capacity);
  }
}
