package dev.slowhour.loadgen.run;

import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.Outcome;
import dev.slowhour.loadgen.client.RunClock;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Topics {@code request-logs} and {@code request-failures}, with the key {@code
 * tenant_id/endpoint_id}. The producer is idempotent and waits for all replicas; a record that the
 * broker does not take ends the run's success, not the run.
 */
public final class KafkaSink implements RecordSink {

  /** Of answered requests. */
  public static final String LOGS = "request-logs";

  /** Of all others. */
  public static final String FAILURES = "request-failures";

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(60);

  private final Producer<String, String> producer;
  private final AtomicLong lost = new AtomicLong();
  private final AtomicReference<Exception> firstFailure = new AtomicReference<>();

  /** A sink over a producer that it closes. */
  KafkaSink(Producer<String, String> producer) {
    this.producer = producer;
  }

  /**
   * Connects to a cluster.
   *
   * @param settings {@code bootstrap.servers} and whatever else a producer needs, for example TLS
   * @throws IOException when the settings are none of a producer
   */
  public static KafkaSink connect(Map<String, String> settings) throws IOException {
    Properties properties = new Properties();
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    properties.put(ProducerConfig.LINGER_MS_CONFIG, "20");
    properties.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "gzip");
    properties.putAll(settings);
    try {
      return new KafkaSink(
          new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer()));
    } catch (KafkaException e) {
      throw new IOException("Kafka: " + e.getMessage() + reason(e), e);
    }
  }

  private static String reason(Throwable failure) {
    return failure.getCause() == null ? "" : ": " + failure.getCause().getMessage();
  }

  @Override
  public void accept(MeasuredRequest request, RunClock clock) throws IOException {
    boolean isAnswered = request.outcome() == Outcome.ANSWERED;
    String key = request.plan().tenantId() + "/" + request.plan().endpointId();
    String value = isAnswered ? RowJson.log(request, clock) : RowJson.failure(request, clock);
    try {
      var unused =
          producer.send(
              new ProducerRecord<>(isAnswered ? LOGS : FAILURES, key, value),
              (metadata, failureOrNull) -> {
                if (failureOrNull != null) {
                  lost(failureOrNull);
                }
              });
    } catch (KafkaException e) {
      lost(e);
    }
  }

  private void lost(Exception failure) {
    lost.incrementAndGet();
    firstFailure.compareAndSet(null, failure);
  }

  /**
   * Waits until every record is taken.
   *
   * @throws IOException when some were not, with how many and why the first
   */
  @Override
  public void close() throws IOException {
    producer.flush();
    producer.close(CLOSE_TIMEOUT);
    Exception failure = firstFailure.get();
    if (failure != null) {
      throw new IOException(
          "Kafka: " + lost.get() + " records were not taken, the first: " + failure.getMessage(),
          failure);
    }
  }
}
