package io.github.ratelimited.autoconfigure.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.EnableKafka;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.PartitionOffset;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.FixedBackOff;

/** A listener of Kafka in the container of Spring, which reads from Kafka's own stub of a consumer. */
class KafkaListenerTests {

    private static final TopicPartition PARTITION = new TopicPartition("orders", 0);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
            .withUserConfiguration(Application.class)
            .withBean(Orders.class)
            .withBean(DeadLetters.class)
            .withPropertyValues("ratelimited.store=local", "ratelimited.limiters.orders.rate=2");

    static class Orders {

        private final Queue<String> placed = new ConcurrentLinkedQueue<>();

        @KafkaListener(
                id = "orders",
                topicPartitions =
                        @org.springframework.kafka.annotation.TopicPartition(
                                topic = "orders",
                                partitionOffsets = @PartitionOffset(partition = "0", initialOffset = "0")))
        @RateLimited("orders")
        public void place(String order) {
            placed.add(order);
        }

        List<String> placed() {
            return List.copyOf(placed);
        }
    }

    /** What the error handler has given up. */
    static class DeadLetters {

        final Queue<Object> records = new ConcurrentLinkedQueue<>();
        final Queue<Throwable> reasons = new ConcurrentLinkedQueue<>();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableKafka
    static class Application {

        @Bean
        ConcurrentKafkaListenerContainerFactory<String, String> kafkaListenerContainerFactory(
                ConsumerFactory<String, String> consumers, DeadLetters dead) {
            ConcurrentKafkaListenerContainerFactory<String, String> factory =
                    new ConcurrentKafkaListenerContainerFactory<>();
            factory.setConsumerFactory(consumers);
            ConsumerRecordRecoverer recoverer = (failed, reason) -> {
                dead.records.add(failed.value());
                dead.reasons.add(reason);
            };
            DefaultErrorHandler errors = new DefaultErrorHandler(recoverer, new FixedBackOff(0, 9));
            errors.addNotRetryableExceptions(RateLimitExceededException.class);
            errors.setSeekAfterError(false);
            factory.setCommonErrorHandler(errors);
            return factory;
        }

        @Bean
        ConsumerFactory<String, String> consumers() {
            return new ConsumerFactory<>() {
                @Override
                public Consumer<String, String> createConsumer(
                        String groupId, String clientIdPrefix, String clientIdSuffix) {
                    return stub();
                }

                @Override
                public Consumer<String, String> createConsumer(
                        String groupId, String clientIdPrefix, String clientIdSuffix, Properties properties) {
                    return stub();
                }

                @Override
                public boolean isAutoCommit() {
                    return false;
                }

                @Override
                public Map<String, Object> getConfigurationProperties() {
                    return Map.of();
                }
            };
        }

        private static Consumer<String, String> stub() {
            MockConsumer<String, String> consumer = new MockConsumer<>("earliest");
            consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
            consumer.schedulePollTask(() -> List.of("a", "b", "c")
                    .forEach(order -> consumer.addRecord(
                            new ConsumerRecord<>("orders", 0, order.charAt(0) - 'a', order, order))));
            return consumer;
        }
    }

    @Test
    void rejectedMessageGoesToTheErrorHandlerAndTheNextOnesAreRead() {
        runner.withPropertyValues("ratelimited.limiters.orders.interval=1h").run(context -> {
            DeadLetters dead = context.getBean(DeadLetters.class);
            Awaitility.await().until(() -> dead.records.size() == 1);

            assertThat(context.getBean(Orders.class).placed()).containsExactly("a", "b");
            assertThat(dead.records).containsExactly("c");
            assertThat(dead.reasons)
                    .allSatisfy(reason -> assertThat(reason).hasRootCauseInstanceOf(RateLimitExceededException.class));
        });
    }

    @Test
    void listenerThatWaitsLosesNoMessage() {
        runner.withPropertyValues(
                        "ratelimited.limiters.orders.interval=200ms", "ratelimited.limiters.orders.timeout=10s")
                .run(context -> {
                    Orders orders = context.getBean(Orders.class);
                    Awaitility.await().until(() -> orders.placed().size() == 3);

                    assertThat(orders.placed()).containsExactly("a", "b", "c");
                    assertThat(context.getBean(DeadLetters.class).records).isEmpty();
                });
    }
}
