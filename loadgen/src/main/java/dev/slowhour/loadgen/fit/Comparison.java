package dev.slowhour.loadgen.fit;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.PoolMetric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Model against measurement, part by part of a recording. */
public final class Comparison {

  /**
   * Means of the requests of one endpoint that were sent in one part.
   *
   * @param part index of the part, from 0
   */
  public record Row(
      int part,
      EndpointId endpoint,
      int requests,
      double measuredTtftMs,
      double modelTtftMs,
      double measuredTpotMs,
      double modelTpotMs) {

    /** By how much the model's TTFT is off, as a share of the measured: 0.1 is 10 % too long. */
    public double ttftOff() {
      return modelTtftMs / measuredTtftMs - 1;
    }

    /** Likewise for TPOT. */
    public double tpotOff() {
      return modelTpotMs / measuredTpotMs - 1;
    }
  }

  /**
   * Means over the minutes of one part that have a value, of what a minute's metrics say.
   *
   * @param minutes how many
   */
  public record GaugeRow(
      int part,
      int minutes,
      double measuredKvUsage,
      double modelKvUsage,
      double measuredWaiting,
      double modelWaiting) {}

  private Comparison() {}

  /**
   * Compares requests.
   *
   * @param cuts where parts after the first begin, in nanoseconds since the recording's start, in
   *     order
   */
  public static List<Row> requests(
      Recording recording, Replay.Prediction prediction, List<Long> cuts) {
    int endpoints = recording.endpoints().size();
    double[][] sums = new double[(cuts.size() + 1) * endpoints][5];
    for (int i = 0; i < recording.requests().size(); i++) {
      Recording.Request request = recording.requests().get(i);
      double[] sum = sums[part(request.sentNanos(), cuts) * endpoints + request.endpoint()];
      sum[0]++;
      sum[1] += request.ttftMs();
      sum[2] += prediction.ttftMs(i);
      sum[3] += request.tpotMs();
      sum[4] += prediction.tpotMs(i);
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < sums.length; i++) {
      double[] sum = sums[i];
      if (sum[0] > 0) {
        rows.add(
            new Row(
                i / endpoints,
                recording.endpoints().get(i % endpoints),
                (int) sum[0],
                sum[1] / sum[0],
                sum[2] / sum[0],
                sum[3] / sum[0],
                sum[4] / sum[0]));
      }
    }
    return rows;
  }

  /** Compares the gauges of the minutes that both know; cuts as for requests. */
  public static List<GaugeRow> gauges(
      Recording recording,
      Replay.Prediction prediction,
      List<PoolMetric> metrics,
      List<Long> cuts) {
    double[][] sums = new double[cuts.size() + 1][5];
    for (PoolMetric metric : metrics) {
      Optional<Integer> minute = minute(recording, prediction, metric.minute());
      if (minute.isEmpty() || metric.kvCacheUtil().isEmpty() || metric.queuedRequests().isEmpty()) {
        continue;
      }
      double[] sum = sums[part(recording.nanosAt(metric.minute()), cuts)];
      sum[0]++;
      sum[1] += metric.kvCacheUtil().get().doubleValue();
      sum[2] += prediction.kvUsage(minute.get());
      sum[3] += metric.queuedRequests().get();
      sum[4] += prediction.waiting(minute.get());
    }
    List<GaugeRow> rows = new ArrayList<>();
    for (int part = 0; part < sums.length; part++) {
      double[] sum = sums[part];
      if (sum[0] > 0) {
        rows.add(
            new GaugeRow(
                part,
                (int) sum[0],
                sum[1] / sum[0],
                sum[2] / sum[0],
                sum[3] / sum[0],
                sum[4] / sum[0]));
      }
    }
    return rows;
  }

  private static Optional<Integer> minute(
      Recording recording, Replay.Prediction prediction, Instant instant) {
    long minute = Math.floorDiv(recording.nanosAt(instant), 60_000_000_000L);
    return minute >= 0 && minute < prediction.minutes()
        ? Optional.of((int) minute)
        : Optional.empty();
  }

  private static int part(long nanos, List<Long> cuts) {
    int part = 0;
    while (part < cuts.size() && nanos >= cuts.get(part)) {
      part++;
    }
    return part;
  }
}
