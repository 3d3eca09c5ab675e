package dev.slowhour.core.doctor;

import dev.slowhour.core.data.CodePointOrder;
import dev.slowhour.core.data.EndpointId;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How often each name occurs, of at most {@link #MAX_NAMES} names: in damaged input each line may
 * have another.
 */
final class Tally<T> {

  static final int MAX_NAMES = 10_000;

  private final SortedMap<T, Long> counts;
  private boolean overflowed;

  private Tally(Comparator<T> order) {
    counts = new TreeMap<>(order);
  }

  static Tally<EndpointId> ofEndpoints() {
    return new Tally<EndpointId>(EndpointId::compareTo);
  }

  static Tally<String> ofPools() {
    return new Tally<String>(CodePointOrder::compare);
  }

  void add(T name) {
    add(name, 1);
  }

  void add(T name, long times) {
    if (counts.size() < MAX_NAMES || counts.containsKey(name)) {
      counts.merge(name, times, Long::sum);
    } else {
      overflowed = true;
    }
  }

  void addAll(Tally<T> other) {
    other.counts.forEach(this::add);
    overflowed |= other.overflowed;
  }

  boolean contains(T name) {
    return counts.containsKey(name);
  }

  /** Whether there were more names than are held. */
  boolean overflowed() {
    return overflowed;
  }

  /** The names in order, with how often each occurs. */
  Map<T, Long> counts() {
    return counts;
  }
}
