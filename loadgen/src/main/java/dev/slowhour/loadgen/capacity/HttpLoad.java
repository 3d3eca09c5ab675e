package dev.slowhour.loadgen.capacity;

import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.PlannedRequest;
import dev.slowhour.loadgen.run.ClosedLoop;
import dev.slowhour.loadgen.run.OfferedRequest;
import java.time.Duration;
import java.util.List;

/** Loads an engine over HTTP. */
public final class HttpLoad implements LoadSource {

  private static final double WARM_UP_SHARE = 0.2;

  private final ClosedLoop loop;
  private final CapacityPlan plan;
  private long requests;

  /** A source of requests as the plan has them. */
  public HttpLoad(ClosedLoop loop, CapacityPlan plan) {
    this.loop = loop;
    this.plan = plan;
  }

  @Override
  public Load hold(int concurrency, Duration duration, int longEvery) {
    List<MeasuredRequest> all =
        loop.hold(concurrency, duration, () -> next(longEvery > 0 ? longEvery : Long.MAX_VALUE));
    long from =
        all.stream().mapToLong(request -> request.times().sent()).min().orElse(0)
            + (long) (duration.toNanos() * WARM_UP_SHARE);
    List<MeasuredRequest> measured =
        all.stream().filter(request -> request.times().sent() >= from).toList();
    long to = measured.stream().mapToLong(request -> request.times().done()).max().orElse(from);
    return new Load(measured, Math.max(1e-3, (to - from) / 1e9));
  }

  @Override
  public MeasuredRequest probe() {
    return loop.one(next(Long.MAX_VALUE));
  }

  /** Called on several threads. */
  private synchronized OfferedRequest next(long longEvery) {
    requests++;
    boolean isLong = requests % longEvery == 0;
    PlannedRequest request =
        new PlannedRequest(
            "capacity-" + requests,
            "capacity",
            "capacity",
            "capacity",
            isLong ? LoadLevel.LONG : "ordinary",
            0,
            isLong ? plan.longInputTokens() : plan.inputTokens(),
            plan.outputTokens());
    return OfferedRequest.of(request, plan.model());
  }
}
