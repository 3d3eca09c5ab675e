package dev.slowhour.core.judge;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.FailureHour;
import dev.slowhour.core.data.FailureKind;
import dev.slowhour.core.data.RequestFailure;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;

/**
 * Counts the requests of one endpoint and hour that were not answered, each request id once. The
 * order of the lines changes nothing.
 */
public final class FailureCount {

  private FailureCount() {}

  /**
   * What is kept of a request id.
   *
   * @param arrivedAt when it was sent
   * @param kind how it ended
   */
  public record Counted(Instant arrivedAt, FailureKind kind) {

    private static final Comparator<Counted> ORDER =
        Comparator.comparing(Counted::arrivedAt).thenComparing(Counted::kind);

    /** What is kept of that line. */
    public static Counted of(RequestFailure failure) {
      return new Counted(failure.arrivedAt(), failure.kind());
    }

    /** The one of two lines of a request id that counts: the earlier, then the lesser kind. */
    public Counted orFirst(Counted other) {
      return ORDER.compare(this, other) <= 0 ? this : other;
    }
  }

  /**
   * The count.
   *
   * @param hour the start of the hour
   * @param ofEachRequest what is kept of each request id
   */
  public static FailureHour of(EndpointId endpoint, Instant hour, Iterable<Counted> ofEachRequest) {
    Map<FailureKind, Long> counts = new EnumMap<>(FailureKind.class);
    for (Counted counted : ofEachRequest) {
      counts.merge(counted.kind(), 1L, Long::sum);
    }
    return new FailureHour(
        endpoint.tenantId(),
        endpoint.endpointId(),
        hour,
        counts.getOrDefault(FailureKind.REFUSED, 0L),
        counts.getOrDefault(FailureKind.TIMEOUT, 0L),
        counts.getOrDefault(FailureKind.CANCELLED, 0L),
        counts.getOrDefault(FailureKind.ERROR, 0L));
  }
}
