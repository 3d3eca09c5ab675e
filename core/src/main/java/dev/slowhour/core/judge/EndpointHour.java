package dev.slowhour.core.judge;

import dev.slowhour.core.data.EndpointId;
import java.time.Instant;
import java.util.Optional;

/**
 * What a pool has to know of one endpoint's hour.
 *
 * @param tenantId the tenant
 * @param endpointId its endpoint
 * @param hour the start of the hour
 * @param accelPool the endpoint's pool in this hour
 * @param requests requests that count and arrived, for each of the 60 minutes
 * @param windowOrNull the window; null where no contract is in force
 * @param linesSeen request lines of the endpoint and hour that were seen, those that count for
 *     nothing too
 * @param linesSeenHourBefore the same of the hour before
 * @param contractVersions how many versions of the endpoint's contract are known
 * @param progress how far the hour has got
 */
public record EndpointHour(
    String tenantId,
    String endpointId,
    Instant hour,
    String accelPool,
    int[] requests,
    EndpointWindow windowOrNull,
    long linesSeen,
    long linesSeenHourBefore,
    int contractVersions,
    WindowProgress progress) {

  /** An hour of which nothing more comes. */
  public EndpointHour(
      String tenantId,
      String endpointId,
      Instant hour,
      String accelPool,
      int[] requests,
      EndpointWindow windowOrNull,
      long linesSeen,
      long linesSeenHourBefore,
      int contractVersions) {
    this(
        tenantId,
        endpointId,
        hour,
        accelPool,
        requests,
        windowOrNull,
        linesSeen,
        linesSeenHourBefore,
        contractVersions,
        WindowProgress.FINAL);
  }

  /** The endpoint. */
  public EndpointId endpoint() {
    return new EndpointId(tenantId, endpointId);
  }

  /** The same hour with what else it rests on. */
  public EndpointHour restingOn(long linesHourBefore, int versions) {
    return new EndpointHour(
        tenantId,
        endpointId,
        hour,
        accelPool,
        requests,
        windowOrNull,
        linesSeen,
        linesHourBefore,
        versions,
        progress);
  }

  /** What the next hour has to know of this one: who sent how much, and no more. */
  public EndpointHour arrivals() {
    return new EndpointHour(
        tenantId, endpointId, hour, accelPool, requests, null, linesSeen, 0, 0, progress);
  }

  /** The window; empty where no contract is in force. */
  public Optional<EndpointWindow> window() {
    return Optional.ofNullable(windowOrNull);
  }
}
