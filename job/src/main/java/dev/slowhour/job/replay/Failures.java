package dev.slowhour.job.replay;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;

/** What is said about failures of Kafka's clients, and what can be done. */
final class Failures {

  private Failures() {}

  /** What went wrong: the innermost cause tells most. */
  static String reason(Throwable failure) {
    Throwable told = failure;
    while (told.getCause() instanceof KafkaException) {
      told = told.getCause();
    }
    String message = String.valueOf(told.getMessage()).lines().findFirst().orElse("");
    return message + hint(told);
  }

  private static String hint(Throwable failure) {
    if (failure instanceof RecordTooLargeException) {
      return " (expected: max.message.bytes of the topic and the broker for the longest line, 2"
          + " MiB)";
    }
    if (failure instanceof InvalidTimestampException) {
      return " (expected: --shift-to-now, or a topic whose message.timestamp.before.max.ms and"
          + " message.timestamp.after.max.ms allow times that far from now)";
    }
    if (failure instanceof AuthenticationException) {
      return " (expected: a login in kafka.client, such as sasl.jaas.config)";
    }
    if (failure instanceof AuthorizationException) {
      return " (expected: the right to describe the topics and to write)";
    }
    return failure instanceof TimeoutException ? " (expected: a Kafka that answers)" : "";
  }
}
