package dev.slowhour.loadgen.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.MeasuredRequest.Times;
import dev.slowhour.loadgen.client.Outcome;
import dev.slowhour.loadgen.client.PlannedRequest;
import dev.slowhour.loadgen.client.RunClock;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class KafkaSinkTest {

  private static final RunClock CLOCK = RunClock.startingNow();

  private final MockProducer<String, String> producer =
      new MockProducer<>(false, null, new StringSerializer(), new StringSerializer());
  private final KafkaSink sink = new KafkaSink(producer);

  @Test
  void answers_and_failures_go_to_their_topics_under_tenant_and_endpoint() throws Exception {
    sink.accept(request(Outcome.ANSWERED), CLOCK);
    sink.accept(request(Outcome.REFUSED), CLOCK);
    producer.completeNext();
    producer.completeNext();
    sink.close();

    assertThat(producer.history())
        .extracting(ProducerRecord::topic)
        .containsExactly("request-logs", "request-failures");
    assertThat(producer.history()).extracting(ProducerRecord::key).containsOnly("t-1/e-1");
    assertThat(producer.history().get(0).value())
        .isEqualTo(RowJson.log(request(Outcome.ANSWERED), CLOCK));
    assertThat(producer.history().get(1).value())
        .isEqualTo(RowJson.failure(request(Outcome.REFUSED), CLOCK));
    assertThat(producer.closed()).isTrue();
  }

  @Test
  void records_that_the_broker_does_not_take_are_told_at_the_end() throws Exception {
    sink.accept(request(Outcome.ANSWERED), CLOCK);
    sink.accept(request(Outcome.ANSWERED), CLOCK);
    producer.errorNext(new RecordTooLargeException("too large"));
    producer.errorNext(new RecordTooLargeException("later"));
    assertThatThrownBy(sink::close)
        .isInstanceOf(IOException.class)
        .hasMessage("Kafka: 2 records were not taken, the first: too large");
  }

  @Test
  void settings_that_are_none_of_a_producer_are_refused() {
    assertThatThrownBy(() -> KafkaSink.connect(Map.of("bootstrap.servers", "no port")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("bootstrap");
  }

  private static MeasuredRequest request(Outcome outcome) {
    return new MeasuredRequest(
        new PlannedRequest("r-1", "t-1", "e-1", "p-1", "normal", 0, 5, 2),
        outcome,
        "",
        200,
        null,
        new Times(1, 1, 1, 2, 3, 4),
        5,
        2,
        2,
        0,
        Set.of());
  }
}
