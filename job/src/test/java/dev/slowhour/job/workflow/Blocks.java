package dev.slowhour.job.workflow;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.core.judge.RequestBlockBuilder;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.testing.Request;
import java.time.Instant;

/** Blocks of requests of one endpoint and hour of Seoul. */
final class Blocks {

  private static final ReportZone ZONE = ReportZone.of("Asia/Seoul");

  private Blocks() {}

  static RequestBlock of(Request... requests) {
    RequestBlockBuilder block =
        new RequestBlockBuilder(
            new EndpointId(requests[0].tenantId(), requests[0].endpointId()),
            ZONE.hourOf(requests[0].arrivedAt()));
    for (Request request : requests) {
      block.add(request.row());
    }
    return block.build();
  }

  /** The timestamp that a block travels with. */
  static long timestamp(RequestBlock block) {
    Instant completion = block.hour().plusNanos(block.lastCompletionNanos());
    return completion.toEpochMilli();
  }
}
