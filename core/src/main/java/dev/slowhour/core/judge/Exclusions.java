package dev.slowhour.core.judge;

import dev.slowhour.core.data.CodePointOrder;
import dev.slowhour.core.data.NoticeCode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which rows of one endpoint's hour count: first duplicates are left out, then rows of another pool
 * than the endpoint's.
 *
 * @param kept the rows that count
 * @param accelPool the endpoint's pool in this hour
 * @param excluded the rows that do not, each with the first code that fits
 */
record Exclusions(BitSet kept, String accelPool, List<Excluded> excluded) {

  static Exclusions of(RequestBlock rows) {
    List<Excluded> excluded = new ArrayList<>();
    BitSet kept = leaveOutDuplicates(rows, excluded);
    int pool = vote(rows, kept);
    for (int row = kept.nextSetBit(0); row >= 0; row = kept.nextSetBit(row + 1)) {
      if (rows.pool()[row] != pool) {
        kept.clear(row);
        excluded.add(new Excluded(row, NoticeCode.STRAY_POOL));
      }
    }
    return new Exclusions(kept, rows.pools()[pool], List.copyOf(excluded));
  }

  private static BitSet leaveOutDuplicates(RequestBlock rows, List<Excluded> excluded) {
    BitSet kept = new BitSet(rows.size());
    Map<String, Integer> stays = new HashMap<>(2 * rows.size());
    for (int row = 0; row < rows.size(); row++) {
      Integer other = stays.putIfAbsent(rows.requestId(row), row);
      if (other == null) {
        kept.set(row);
      } else if (compareDuplicates(rows, row, other) < 0) {
        stays.put(rows.requestId(row), row);
        kept.set(row);
        kept.clear(other);
        excluded.add(new Excluded(other, NoticeCode.DUPLICATE_REQUEST_ID));
      } else {
        excluded.add(new Excluded(row, NoticeCode.DUPLICATE_REQUEST_ID));
      }
    }
    return kept;
  }

  /** The smaller of two rows with one request id is the one that stays. */
  private static int compareDuplicates(RequestBlock rows, int left, int right) {
    int order = Long.compare(rows.arrivedNanos()[left], rows.arrivedNanos()[right]);
    if (order == 0) {
      order = CodePointOrder.compare(rows.accelPool(left), rows.accelPool(right));
    }
    if (order == 0) {
      order = Long.compare(rows.inputTokens()[left], rows.inputTokens()[right]);
    }
    if (order == 0) {
      order = Long.compare(rows.outputTokens()[left], rows.outputTokens()[right]);
    }
    if (order == 0) {
      order = Long.compare(rows.ttftMs()[left], rows.ttftMs()[right]);
    }
    if (order == 0) {
      order = rows.tpotMs(left).compareTo(rows.tpotMs(right));
    }
    return order != 0 ? order : rows.place(left).compareTo(rows.place(right));
  }

  /** The index of the pool with most rows; on a tie of the one with the smallest first row. */
  private static int vote(RequestBlock rows, BitSet kept) {
    int[] votes = new int[rows.pools().length];
    int[] firstRow = new int[rows.pools().length];
    for (int row = kept.nextSetBit(0); row >= 0; row = kept.nextSetBit(row + 1)) {
      int pool = rows.pool()[row];
      if (votes[pool] == 0 || compareArrivals(rows, row, firstRow[pool]) < 0) {
        firstRow[pool] = row;
      }
      votes[pool]++;
    }
    int winner = 0;
    for (int pool = 1; pool < votes.length; pool++) {
      if (votes[pool] > votes[winner]
          || (votes[pool] == votes[winner]
              && compareArrivals(rows, firstRow[pool], firstRow[winner]) < 0)) {
        winner = pool;
      }
    }
    return winner;
  }

  private static int compareArrivals(RequestBlock rows, int left, int right) {
    int byInstant = Long.compare(rows.arrivedNanos()[left], rows.arrivedNanos()[right]);
    return byInstant != 0
        ? byInstant
        : CodePointOrder.compare(rows.requestId(left), rows.requestId(right));
  }
}
