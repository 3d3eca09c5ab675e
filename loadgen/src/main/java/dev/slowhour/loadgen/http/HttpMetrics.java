package dev.slowhour.loadgen.http;

import io.prometheus.client.Collector;
import io.prometheus.client.Counter;
import io.prometheus.client.Histogram;
import io.prometheus.client.Summary;
import java.util.List;

/** The {@code http_} families of prometheus-fastapi-instrumentator, which vLLM's server has. */
final class HttpMetrics {

  private static final double[] MANY_BOUNDS = {
    0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 7.5, 10, 30,
    60
  };

  private final Counter requests =
      Counter.build("http_requests", "Requests, by method, status and handler.")
          .labelNames("handler", "method", "status")
          .create();
  private final Summary requestBytes =
      Summary.build("http_request_size_bytes", "Content length of requests, by handler.")
          .labelNames("handler")
          .create();
  private final Summary responseBytes =
      Summary.build("http_response_size_bytes", "Content length of responses, by handler.")
          .labelNames("handler")
          .create();
  private final Histogram durations =
      Histogram.build("http_request_duration_highr_seconds", "Durations, in many buckets.")
          .buckets(MANY_BOUNDS)
          .create();
  private final Histogram durationsByHandler =
      Histogram.build("http_request_duration_seconds", "Durations by handler, in few buckets.")
          .labelNames("handler", "method")
          .buckets(0.1, 0.5, 1)
          .create();

  /** A request has been answered; of a stream the length of the response is 0, as it is there. */
  void answered(
      String handler, String method, int status, long sent, long received, double seconds) {
    requests.labels(handler, method, status / 100 + "xx").inc();
    requestBytes.labels(handler).observe((double) received);
    responseBytes.labels(handler).observe((double) sent);
    durations.observe(seconds);
    durationsByHandler.labels(handler, method).observe(seconds);
  }

  List<Collector> collectors() {
    return List.of(requests, requestBytes, responseBytes, durations, durationsByHandler);
  }
}
