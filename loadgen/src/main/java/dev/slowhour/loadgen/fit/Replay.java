package dev.slowhour.loadgen.fit;

import dev.slowhour.loadgen.engine.EngineConfig;
import dev.slowhour.loadgen.engine.EngineRequest;
import dev.slowhour.loadgen.engine.Gauges;
import dev.slowhour.loadgen.simulate.Answer;
import dev.slowhour.loadgen.simulate.Call;
import dev.slowhour.loadgen.simulate.Observer;
import dev.slowhour.loadgen.simulate.Pause;
import dev.slowhour.loadgen.simulate.Scrapes;
import dev.slowhour.loadgen.simulate.Simulation;
import dev.slowhour.loadgen.simulate.Traffic;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** Sends a recording's requests through the engine model. */
public final class Replay {

  private static final long NANOS_PER_MINUTE = 60_000_000_000L;
  private static final long SCRAPE_EVERY_NANOS = 5_000_000_000L;

  private final Recording recording;
  private final int[] before;
  private final List<Pause> pauses;

  /**
   * @param before for each request the one whose answer it waits for ({@link ClosedLoops})
   * @param pauses of the engine, in the recording's time
   */
  public Replay(Recording recording, int[] before, List<Pause> pauses) {
    this.recording = recording;
    this.before = before.clone();
    this.pauses = List.copyOf(pauses);
  }

  /** What is replayed. */
  public Recording recording() {
    return recording;
  }

  /**
   * What the model says of the requests that were sent in a part of the recording, with nothing
   * before it.
   *
   * @param toNanos where it ends; no longer in it
   * @throws IllegalArgumentException where a request does not fit the engine
   */
  public Prediction run(EngineConfig config, long fromNanos, long toNanos) {
    Sent sent = new Sent(fromNanos, toNanos);
    Prediction prediction = new Prediction(recording.requests().size(), minutesUntil(toNanos));
    Scrapes scrapes = new Scrapes(0, SCRAPE_EVERY_NANOS, minutesUntil(toNanos) * NANOS_PER_MINUTE);
    new Simulation(config, sent, pauses, scrapes, prediction).run();
    return prediction;
  }

  private int minutesUntil(long toNanos) {
    List<Recording.Request> requests = recording.requests();
    long last = Math.min(toNanos, requests.get(requests.size() - 1).sentNanos() + 1);
    return (int) Math.max(0, (last + NANOS_PER_MINUTE - 1) / NANOS_PER_MINUTE);
  }

  private record Due(long atNanos, int index) {

    static final Comparator<Due> IN_ORDER =
        Comparator.comparingLong(Due::atNanos).thenComparingInt(Due::index);
  }

  private final class Sent implements Traffic {

    private final PriorityQueue<Due> due = new PriorityQueue<>(Due.IN_ORDER);
    private final Map<Integer, Integer> waitsFor = new HashMap<>();

    Sent(long fromNanos, long toNanos) {
      List<Recording.Request> requests = recording.requests();
      for (int i = 0; i < requests.size(); i++) {
        long at = requests.get(i).sentNanos();
        if (at < fromNanos || at >= toNanos) {
          continue;
        }
        if (before[i] != ClosedLoops.NOBODY && requests.get(before[i]).sentNanos() >= fromNanos) {
          waitsFor.put(before[i], i);
        } else {
          due.add(new Due(at, i));
        }
      }
    }

    @Override
    public long nextNanos() {
      return due.isEmpty() ? NOTHING : due.peek().atNanos();
    }

    @Override
    public Call next() {
      Due next = due.remove();
      Recording.Request request = recording.requests().get(next.index());
      return new Call(
          next.atNanos(),
          next.index(),
          EngineRequest.of("r" + next.index(), request.promptTokens(), request.outputTokens()));
    }

    @Override
    public void answered(Answer answer) {
      Integer next = waitsFor.remove(answer.call().stream());
      if (next != null) {
        due.add(new Due(answer.lastNanos(), next));
      }
    }
  }

  /** What the model says: of each request, and of each minute the largest that scrapes show. */
  public static final class Prediction implements Observer {

    private final double[] ttftMs;
    private final double[] tpotMs;
    private final double[] kvUsage;
    private final int[] waiting;

    Prediction(int requests, int minutes) {
      ttftMs = new double[requests];
      tpotMs = new double[requests];
      Arrays.fill(ttftMs, Double.NaN);
      kvUsage = new double[minutes];
      waiting = new int[minutes];
    }

    /** TTFT of a request in milliseconds; NaN where it was not replayed. */
    public double ttftMs(int request) {
      return ttftMs[request];
    }

    /** TPOT of a request in milliseconds. */
    public double tpotMs(int request) {
      return tpotMs[request];
    }

    /** Minutes since the recording's start that were replayed. */
    public int minutes() {
      return kvUsage.length;
    }

    /** Share of the KV cache in use in a minute. */
    public double kvUsage(int minute) {
      return kvUsage[minute];
    }

    /** Requests that wait in a minute. */
    public int waiting(int minute) {
      return waiting[minute];
    }

    @Override
    public void answered(Answer answer) {
      int index = answer.call().stream();
      ttftMs[index] = answer.ttftNanos() / 1e6;
      tpotMs[index] = answer.tpotNanos() / 1e6;
    }

    @Override
    public void refused(Call call) {
      throw new IllegalArgumentException(
          call.request().promptTokens()
              + " input and "
              + call.request().outputTokens()
              + " output tokens (expected: together at most --max-model-len)");
    }

    @Override
    public void scraped(long atNanos, Gauges gauges) {
      int minute = (int) (atNanos / NANOS_PER_MINUTE);
      kvUsage[minute] = Math.max(kvUsage[minute], gauges.kvUsage());
      waiting[minute] = Math.max(waiting[minute], gauges.waiting());
    }
  }
}
