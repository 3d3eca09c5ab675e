package dev.slowhour.core.data;

import java.util.Locale;

/** How a request ended that was not answered. */
public enum FailureKind {
  /** Turned away before it was worked on. */
  REFUSED,
  /** Given up by who waited for it. */
  TIMEOUT,
  /** Taken back by who sent it. */
  CANCELLED,
  /** Broken off by what worked on it, or on the way. */
  ERROR;

  /** The kind as rows write it, for example {@code refused}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
