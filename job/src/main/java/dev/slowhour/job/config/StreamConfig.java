package dev.slowhour.job.config;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.store.StoreAddress;
import java.io.Serializable;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the streaming job, and what works on the same topics, is told.
 *
 * @param kafka how it is reached, and its topics
 * @param storeOrNull where rows are written; null where nothing was said
 * @param judge on what verdicts depend; judges all hours
 * @param time how long what is waited for
 * @param state where the job keeps what it has to remember
 * @param prometheusPortsOrNull a port or a range ({@code 9250-9260}) at which each process of the
 *     job shows its metrics, on all interfaces; null: off
 * @param webPortOrNull the port of 127.0.0.1 of Flink's web pages, 0 for any that is free; null:
 *     off
 * @param parallelism subtasks that run at once, 1 to 128
 */
public record StreamConfig(
    KafkaSettings kafka,
    StoreAddress storeOrNull,
    JudgeSettings judge,
    Time time,
    State state,
    String prometheusPortsOrNull,
    Integer webPortOrNull,
    int parallelism) {

  /** Where rows are written. */
  public Optional<StoreAddress> store() {
    return Optional.ofNullable(storeOrNull);
  }

  /**
   * The same where there is no doing without.
   *
   * @throws InputException when it was not said
   */
  public StoreAddress requiredStore() throws InputException {
    if (storeOrNull == null) {
      throw new InputException(
          Setting.STORE_JDBC.path()
              + " is missing (expected: the store's URL there, in "
              + ConfigEnvironment.variable(Setting.STORE_JDBC.path())
              + ", or as --jdbc)");
    }
    return storeOrNull;
  }

  /** At which port or ports metrics are shown. */
  public Optional<String> prometheusPorts() {
    return Optional.ofNullable(prometheusPortsOrNull);
  }

  /** The port of the web pages. */
  public OptionalInt webPort() {
    return webPortOrNull == null ? OptionalInt.empty() : OptionalInt.of(webPortOrNull);
  }

  /**
   * How long what is waited for.
   *
   * @param allowedDisorder D: how far rows may come out of the order of completion
   * @param silence S: wall time without a row after which a partition holds nothing back
   * @param openRefresh how much stream time lies between two states of an open window
   */
  public record Time(Duration allowedDisorder, Duration silence, Duration openRefresh)
      implements Serializable {}

  /** Where a key's state lies. */
  public enum Backend {
    ROCKSDB("rocksdb"),
    HEAP("heap");

    private final String text;

    Backend(String text) {
      this.text = text;
    }

    /** As it is written. */
    public String text() {
      return text;
    }
  }

  /**
   * Where the job keeps what it has to remember.
   *
   * @param backend where the state of keys lies while it runs
   * @param checkpointDirOrNull a folder or a URI for checkpoints; null where nothing was said
   * @param savepointDirOrNull the same for savepoints
   * @param checkpointInterval from the start of a checkpoint to that of the next
   */
  public record State(
      Backend backend,
      String checkpointDirOrNull,
      String savepointDirOrNull,
      Duration checkpointInterval)
      implements Serializable {

    /** A folder or a URI for checkpoints. */
    public Optional<String> checkpointDir() {
      return Optional.ofNullable(checkpointDirOrNull);
    }

    /** A folder or a URI for savepoints. */
    public Optional<String> savepointDir() {
      return Optional.ofNullable(savepointDirOrNull);
    }
  }
}
