package dev.slowhour.job.replay;

import dev.slowhour.job.kafka.KafkaSettings;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends records, each once and in order within its partition. */
final class RecordSender implements Closeable {

  private static final int BATCH_BYTES = 256 * 1024;
  private static final int LINGER_MS = 10;

  /** A line may have a mebibyte, and its record has a key and more. */
  private static final int MAX_REQUEST_BYTES = 2 * 1024 * 1024;

  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicReference<IOException> failure = new AtomicReference<>();

  /**
   * Connects.
   *
   * @throws IOException when the client's properties do not make one
   */
  RecordSender(KafkaSettings kafka) throws IOException {
    Properties properties = kafka.clientProperties();
    properties.setProperty(ProducerConfig.ACKS_CONFIG, "all");
    properties.setProperty(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    properties.putIfAbsent(ProducerConfig.COMPRESSION_TYPE_CONFIG, CompressionType.LZ4.name);
    properties.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    properties.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, LINGER_MS);
    properties.putIfAbsent(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
    try {
      producer =
          new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    } catch (KafkaException e) {
      throw new IOException("kafka.client: " + Failures.reason(e), e);
    }
  }

  /**
   * Sends a record, some time soon.
   *
   * @param origin where it comes from, for messages
   * @throws IOException when this record is refused at once, or an earlier one was
   */
  void send(ProducerRecord<byte[], byte[]> record, String origin) throws IOException {
    throwFailure();
    try {
      // What becomes of it the callback is told.
      Future<RecordMetadata> unused =
          producer.send(
              record,
              (metadata, failureOrNull) -> {
                if (failureOrNull != null) {
                  failure.compareAndSet(null, refused(record.topic(), origin, failureOrNull));
                }
              });
    } catch (KafkaException e) {
      throw refused(record.topic(), origin, e);
    }
  }

  /** Waits until all that was sent is acknowledged. */
  void flush() throws IOException {
    producer.flush();
    throwFailure();
  }

  private void throwFailure() throws IOException {
    IOException refused = failure.get();
    if (refused != null) {
      throw refused;
    }
  }

  private static IOException refused(String topic, String origin, Exception cause) {
    return new IOException(
        topic + ": the record of " + origin + " was not taken: " + Failures.reason(cause), cause);
  }

  /** Does not wait: what has to arrive was flushed. */
  @Override
  public void close() {
    producer.close(Duration.ZERO);
  }
}
