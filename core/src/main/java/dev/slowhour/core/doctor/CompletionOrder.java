package dev.slowhour.core.doctor;

import dev.slowhour.core.data.RequestRow;
import java.time.Duration;
import java.time.Instant;

/**
 * Whether the rows of a file stand in the order in which requests completed. Streaming takes rows
 * for late that come more than its allowed disorder behind the newest completion.
 *
 * @param outOfOrder rows that completed more than {@link #TOLERANCE} before a row above them
 * @param largest by how much at most a row completed before one above it; zero when none did
 * @param lineOfLargest its line; 0 when none did
 */
public record CompletionOrder(long outOfOrder, Duration largest, long lineOfLargest) {

  /** Disorder that streaming allows unless told otherwise. */
  public static final Duration TOLERANCE = Duration.ofSeconds(60);

  static final class Watch {

    private Instant newest = Instant.MIN;
    private long outOfOrder;
    private Duration largest = Duration.ZERO;
    private long lineOfLargest;

    void add(RequestRow row) {
      Instant completed = row.arrivedAt().plusNanos(row.durationNanos());
      if (!completed.isBefore(newest)) {
        newest = completed;
        return;
      }
      Duration behind = Duration.between(completed, newest);
      if (behind.compareTo(TOLERANCE) > 0) {
        outOfOrder++;
      }
      if (behind.compareTo(largest) > 0) {
        largest = behind;
        lineOfLargest = row.place().line();
      }
    }

    CompletionOrder order() {
      return new CompletionOrder(outOfOrder, largest, lineOfLargest);
    }
  }
}
