package dev.slowhour.loadgen.engine;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.TreeSet;

/** Sequences that do not run, in the order in which they are admitted. */
sealed interface WaitingQueue {

  /** Lower priorities first, then by arrival: who comes last is preempted first. */
  Comparator<Sequence> BY_PRIORITY =
      Comparator.<Sequence>comparingInt(sequence -> sequence.request.priority())
          .thenComparingLong(sequence -> sequence.submittedAt)
          .thenComparingLong(sequence -> sequence.number);

  static WaitingQueue of(SchedulingPolicy policy) {
    return switch (policy) {
      case FCFS -> new ByArrival(new ArrayDeque<>());
      case PRIORITY -> new ByPriority(new TreeSet<>(BY_PRIORITY));
    };
  }

  /** Those that wait, the one to admit next first. */
  Collection<Sequence> sequences();

  /** Puts a new one in. */
  void add(Sequence sequence);

  /** Puts one in that ran before. */
  void putBack(Sequence sequence);

  default boolean isEmpty() {
    return sequences().isEmpty();
  }

  default int size() {
    return sequences().size();
  }

  /** The one to admit next; there must be one. */
  default Sequence first() {
    return sequences().iterator().next();
  }

  default void removeFirst() {
    Iterator<Sequence> inOrder = sequences().iterator();
    inOrder.next();
    inOrder.remove();
  }

  default boolean remove(Sequence sequence) {
    return sequences().remove(sequence);
  }

  record ByArrival(Deque<Sequence> sequences) implements WaitingQueue {

    @Override
    public void add(Sequence sequence) {
      sequences.addLast(sequence);
    }

    @Override
    public void putBack(Sequence sequence) {
      sequences.addFirst(sequence);
    }
  }

  record ByPriority(TreeSet<Sequence> sequences) implements WaitingQueue {

    @Override
    public void add(Sequence sequence) {
      sequences.add(sequence);
    }

    @Override
    public void putBack(Sequence sequence) {
      sequences.add(sequence);
    }
  }
}
