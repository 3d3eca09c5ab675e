package dev.slowhour.loadgen.client;

import java.time.Duration;

/** Which of the {@link Limits} cut a request. */
enum Limit {
  FIRST_TOKEN("no token"),
  IDLE("no further event"),
  TOTAL("no end");

  private final String lack;

  Limit(String lack) {
    this.lack = lack;
  }

  String detail(Duration limit) {
    return lack + " within " + limit.toMillis() + " ms";
  }
}
