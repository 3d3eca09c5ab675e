package dev.slowhour.job.kafka;

import java.util.Properties;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sends records that could not be read to the topic of dead letters, each at least once. */
final class DeadLetters {

  private DeadLetters() {}

  static void send(DataStream<DeadLetter> letters, KafkaSettings kafka) {
    Properties properties = kafka.clientProperties();
    // What is not sure to be kept is not kept.
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    String topic = kafka.topics().deadLetter();
    letters
        .process(new FitDeadLetters(() -> DeadLetterLimits.of(kafka)))
        .returns(TypeInformation.of(DeadLetter.class))
        .setParallelism(1)
        .name("dead letters that fit")
        .uid("dead-letters-that-fit")
        .sinkTo(
            KafkaSink.<DeadLetter>builder()
                .setKafkaProducerConfig(properties)
                .setBootstrapServers(kafka.client().get(KafkaSettings.BOOTSTRAP_SERVERS))
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .setRecordSerializer(new Serializer(topic))
                .build())
        .setParallelism(1)
        .name("dead letters")
        .uid("dead-letters");
  }

  private record Serializer(String topic) implements KafkaRecordSerializationSchema<DeadLetter> {

    @Override
    public ProducerRecord<byte[], byte[]> serialize(
        DeadLetter letter, KafkaSinkContext context, Long timestamp) {
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(
              topic, null, letter.timestampOrNull(), letter.keyOrNull(), letter.valueOrNull());
      letter.headers().forEach(header -> record.headers().add(header.name(), header.valueOrNull()));
      return record;
    }
  }
}
