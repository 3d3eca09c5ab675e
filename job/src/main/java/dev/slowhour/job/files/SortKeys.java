package dev.slowhour.job.files;

import dev.slowhour.core.data.CodePointOrder;
import org.apache.flink.api.common.operators.Order;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Sorting by keys of one string: of a key with several fields Flink's partition sort compares the
 * first alone.
 */
final class SortKeys {

  /** Before everything that can stand in an id, so that a prefix comes first. */
  private static final char SEPARATOR = '\0';

  private static final int DIGITS = 19;

  private SortKeys() {}

  /** The rows in one stream, sorted by Flink's external sort: memory does not grow with them. */
  static <T> DataStream<T> sorted(DataStream<T> rows, KeySelector<T, String> order, String name) {
    return rows.fullWindowPartition()
        .sortPartition(order, Order.ASCENDING)
        .setParallelism(1)
        .name("sort " + name)
        .uid("sort-" + name);
  }

  /** Orders by the first text, then the second, both by code point, then the number, ≥ 0. */
  static String of(String first, String second, long number) {
    String digits = Long.toString(number);
    return CodePointOrder.sortKey(first)
        + SEPARATOR
        + CodePointOrder.sortKey(second)
        + SEPARATOR
        + "0".repeat(DIGITS - digits.length())
        + digits;
  }
}
