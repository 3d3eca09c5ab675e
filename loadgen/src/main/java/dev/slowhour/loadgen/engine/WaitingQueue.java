package dev.slowhour.loadgen.engine;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
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

  /** Puts a new one in. */
  void add(Sequence sequence);

  /** Puts one in that ran before. */
  void putBack(Sequence sequence);

  boolean isEmpty();

  int size();

  /** The one to admit next; there must be one. */
  Sequence first();

  void removeFirst();

  boolean remove(Sequence sequence);

  record ByArrival(Deque<Sequence> sequences) implements WaitingQueue {

    @Override
    public void add(Sequence sequence) {
      sequences.addLast(sequence);
    }

    @Override
    public void putBack(Sequence sequence) {
      sequences.addFirst(sequence);
    }

    @Override
    public boolean isEmpty() {
      return sequences.isEmpty();
    }

    @Override
    public int size() {
      return sequences.size();
    }

    @Override
    public Sequence first() {
      return sequences.getFirst();
    }

    @Override
    public void removeFirst() {
      sequences.removeFirst();
    }

    @Override
    public boolean remove(Sequence sequence) {
      return sequences.remove(sequence);
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

    @Override
    public boolean isEmpty() {
      return sequences.isEmpty();
    }

    @Override
    public int size() {
      return sequences.size();
    }

    @Override
    public Sequence first() {
      return sequences.first();
    }

    @Override
    public void removeFirst() {
      sequences.pollFirst();
    }

    @Override
    public boolean remove(Sequence sequence) {
      return sequences.remove(sequence);
    }
  }
}
