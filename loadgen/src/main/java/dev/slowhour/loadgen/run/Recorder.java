package dev.slowhour.loadgen.run;

import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.RunClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Takes ended requests from the threads of the network, and counts and writes them on one of its
 * own: a disk that is slow delays no measurement.
 */
public final class Recorder implements Consumer<MeasuredRequest> {

  private final BlockingQueue<Optional<MeasuredRequest>> queue = new LinkedBlockingQueue<>();
  private final RecordSink sink;
  private final RunClock clock;
  private final RunStats all = new RunStats();
  private final SortedMap<String, RunStats> byEndpoint = new TreeMap<>();
  private final List<MeasuredRequest> kept = new ArrayList<>();
  private final boolean isKeeping;
  private final Thread thread = new Thread(this::record, "recorder");

  private volatile long recorded;
  private IOException failureOrNull;

  /**
   * Starts to record.
   *
   * @param isKeeping whether every request is kept in memory as well, see {@link #kept}
   */
  public Recorder(RecordSink sink, RunClock clock, boolean isKeeping) {
    this.sink = sink;
    this.clock = clock;
    this.isKeeping = isKeeping;
    thread.start();
  }

  @Override
  public void accept(MeasuredRequest request) {
    queue.add(Optional.of(request));
  }

  /** Requests recorded so far. */
  public long recorded() {
    return recorded;
  }

  /**
   * Waits until all is recorded, and closes the sink.
   *
   * @throws IOException when something could not be written
   */
  public void finish() throws IOException {
    queue.add(Optional.empty());
    boolean isInterrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    try (sink) {
      if (failureOrNull != null) {
        throw failureOrNull;
      }
    }
  }

  /** Figures over all requests, after {@link #finish}. */
  public RunStats all() {
    return all;
  }

  /** Figures by {@code tenant/endpoint}, after {@link #finish}. */
  public SortedMap<String, RunStats> byEndpoint() {
    return Collections.unmodifiableSortedMap(byEndpoint);
  }

  /** The requests themselves, in the order of their ends, after {@link #finish}. */
  public List<MeasuredRequest> kept() {
    return List.copyOf(kept);
  }

  private void record() {
    try {
      Optional<MeasuredRequest> next = queue.take();
      while (next.isPresent()) {
        record(next.get());
        next = queue.take();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void record(MeasuredRequest request) {
    all.add(request);
    String endpoint = request.plan().tenantId() + "/" + request.plan().endpointId();
    byEndpoint.computeIfAbsent(endpoint, name -> new RunStats()).add(request);
    if (isKeeping) {
      kept.add(request);
    }
    try {
      if (failureOrNull == null) {
        sink.accept(request, clock);
      }
    } catch (IOException e) {
      // Told at the end; the figures go on without the files.
      failureOrNull = e;
    }
    recorded = all.total();
  }
}
