package dev.slowhour.core.data;

/**
 * The name of an endpoint: an endpoint id alone names nothing, since two tenants may use the same.
 * Ordered by tenant, then endpoint, each by code point.
 */
public record EndpointId(String tenantId, String endpointId) implements Comparable<EndpointId> {

  @Override
  public int compareTo(EndpointId other) {
    int byTenant = CodePointOrder.compare(tenantId, other.tenantId);
    return byTenant != 0 ? byTenant : CodePointOrder.compare(endpointId, other.endpointId);
  }
}
