package dev.slowhour.loadgen.traffic;

import dev.slowhour.loadgen.scenario.Arrivals;
import java.util.PriorityQueue;

/** Workers that send, wait for the answer, think, and send again. */
final class WorkerLoop implements Sender {

  private final long thinkNanos;
  private final Window window;
  private final Drafts drafts;

  /** When the workers that do not wait send. */
  private final PriorityQueue<Long> ready = new PriorityQueue<>();

  WorkerLoop(Arrivals.Workers workers, Window window, Drafts drafts) {
    this.thinkNanos = workers.think().toNanos();
    this.window = window;
    this.drafts = drafts;
    for (int i = 0; i < workers.workers(); i++) {
      ready.add(window.endOfSilence(window.startNanos()));
    }
  }

  @Override
  public long nextNanos() {
    return ready.isEmpty() || ready.peek() >= window.endNanos() ? NOTHING : ready.peek();
  }

  @Override
  public Draft next() {
    ready.remove();
    return drafts.draw();
  }

  @Override
  public void answered(long atNanos) {
    ready.add(window.endOfSilence(atNanos + thinkNanos));
  }
}
