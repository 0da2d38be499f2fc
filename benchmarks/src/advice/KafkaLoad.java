/* SPDX-License-Identifier: Apache-2.0 */
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes 2 KB records to a topic of Kafka, and reads them: java KafkaLoad RECORDS_PER_SECOND. */
public final class KafkaLoad {
    private KafkaLoad() {}

    public static void main(String[] args) throws Exception {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", "127.0.0.1:19092");
        settings.put("group.id", "load");
        settings.put("auto.offset.reset", "earliest");
        KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        Thread reader = new Thread(() -> read(settings), "reader");
        reader.setDaemon(true);
        reader.start();
        Load.run(2, Double.parseDouble(args[0]), () -> producer.send(new ProducerRecord<>("orders", new byte[2000])).get());
    }

    private static void read(Map<String, Object> settings) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(Collections.singleton("orders"));
            while (true) {
                consumer.poll(Duration.ofSeconds(1));
            }
        }
    }
}
