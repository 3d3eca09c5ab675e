package dev.slowhour.loadgen.run;

import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.Outcome;
import dev.slowhour.loadgen.client.PlannedRequest;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.Counter;
import io.prometheus.client.Gauge;
import io.prometheus.client.Histogram;

/** The client's own Prometheus metrics. For several threads. */
public final class RunMetrics {

  private static final double[] TTFT = {
    0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.5, 2, 3, 5, 7.5, 10, 20, 40, 80
  };
  private static final double[] TPOT = {
    0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5, 1
  };
  private static final double[] LAG = {
    0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5
  };

  private final Counter sent;
  private final Counter ended;
  private final Gauge inFlight;
  private final Histogram ttft;
  private final Histogram tpot;
  private final Histogram lag;

  /** Metrics of a registry. */
  public RunMetrics(CollectorRegistry registry) {
    sent =
        Counter.build("slowhour_loadgen_requests_sent", "Requests sent.")
            .labelNames("tenant_id", "endpoint_id")
            .register(registry);
    ended =
        Counter.build("slowhour_loadgen_requests_ended", "Requests that ended, by how.")
            .labelNames("tenant_id", "endpoint_id", "outcome", "status")
            .register(registry);
    inFlight =
        Gauge.build("slowhour_loadgen_requests_in_flight", "Requests sent that have not ended.")
            .register(registry);
    ttft =
        Histogram.build("slowhour_loadgen_ttft_seconds", "Sent to first token, of answers alone.")
            .labelNames("tenant_id", "endpoint_id")
            .buckets(TTFT)
            .register(registry);
    tpot =
        Histogram.build("slowhour_loadgen_tpot_seconds", "Per output token, of answers alone.")
            .labelNames("tenant_id", "endpoint_id")
            .buckets(TPOT)
            .register(registry);
    lag =
        Histogram.build("slowhour_loadgen_send_lag_seconds", "From intended to actual sending.")
            .buckets(LAG)
            .register(registry);
  }

  void sent(PlannedRequest plan) {
    sent.labels(plan.tenantId(), plan.endpointId()).inc();
    inFlight.inc();
  }

  void ended(MeasuredRequest request) {
    PlannedRequest plan = request.plan();
    String status = request.status().isPresent() ? Integer.toString(request.statusOrNull()) : "";
    ended.labels(plan.tenantId(), plan.endpointId(), request.outcome().word(), status).inc();
    inFlight.dec();
    lag.observe(request.sendLagNanos() / 1e9);
    if (request.outcome() == Outcome.ANSWERED) {
      ttft.labels(plan.tenantId(), plan.endpointId())
          .observe(request.ttftNanos().orElseThrow() / 1e9);
      if (request.outputTokens() > 1) {
        tpot.labels(plan.tenantId(), plan.endpointId()).observe(request.tpotNanos() / 1e9);
      }
    }
  }
}
