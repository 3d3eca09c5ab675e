package dev.slowhour.job.store;

import java.util.Locale;
import java.util.Optional;

/** Who is let in: everyone of operations, a shared screen, or the people of one tenant. */
public final class Grantee {

  /** What a role may see; docs/security.md says what that is. */
  enum Kind {
    OPERATIONS,
    JOINT,
    CUSTOMER;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The role of the server whose rights it gets. */
    String group() {
      return "slowhour_" + text();
    }
  }

  private final Kind kind;
  private final String tenantOrNull;

  private Grantee(Kind kind, String tenantOrNull) {
    this.kind = kind;
    this.tenantOrNull = tenantOrNull;
  }

  /** Sees everything. */
  public static Grantee operations() {
    return new Grantee(Kind.OPERATIONS, null);
  }

  /** Sees counts. */
  public static Grantee joint() {
    return new Grantee(Kind.JOINT, null);
  }

  /** Sees the windows of that tenant, and counts. */
  public static Grantee customer(String tenantId) {
    return new Grantee(Kind.CUSTOMER, tenantId);
  }

  Kind kind() {
    return kind;
  }

  Optional<String> tenant() {
    return Optional.ofNullable(tenantOrNull);
  }

  @Override
  public String toString() {
    return tenantOrNull == null ? kind.text() : "tenant " + tenantOrNull;
  }
}
