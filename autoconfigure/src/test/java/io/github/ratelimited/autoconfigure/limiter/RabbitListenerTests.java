package io.github.ratelimited.autoconfigure.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.listener.ConditionalRejectingErrorHandler;
import org.springframework.amqp.rabbit.annotation.EnableRabbit;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.config.RetryInterceptorBuilder;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.retry.RejectAndDontRequeueRecoverer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A listener of RabbitMQ in the container of Spring, whose loop runs against a stub of the broker. */
class RabbitListenerTests {

    private static final int REDELIVERIES = 20;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
            .withUserConfiguration(Application.class)
            .withBean(Orders.class)
            .withPropertyValues(
                    "ratelimited.store=local",
                    "ratelimited.limiters.orders.rate=2",
                    "ratelimited.limiters.orders.interval=1h");

    static class Orders {

        private final Queue<String> placed = new ConcurrentLinkedQueue<>();

        @RabbitListener(id = "orders", queues = "orders")
        @RateLimited("orders")
        public void place(String order) {
            placed.add(order);
        }

        List<String> placed() {
            return List.copyOf(placed);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableRabbit
    static class Application {

        @Bean
        StubBroker broker() {
            return new StubBroker(List.of("a", "b", "c"), REDELIVERIES);
        }

        @Bean
        SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory(
                StubBroker broker, Consumer<SimpleRabbitListenerContainerFactory> settings) {
            SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
            factory.setConnectionFactory(broker.connections());
            factory.setReceiveTimeout(50L);
            settings.accept(factory);
            return factory;
        }
    }

    /** Settings of the container. */
    private ApplicationContextRunner with(Consumer<SimpleRabbitListenerContainerFactory> settings) {
        return runner.withBean("settings", Consumer.class, () -> settings);
    }

    private static void isDeadLetter(ApplicationContextRunner runner) {
        runner.run(context -> {
            StubBroker broker = context.getBean(StubBroker.class);
            Awaitility.await().until(() -> broker.deadLetters.size() == 1);
            assertThat(broker.deadLetters).containsExactly("c");
            assertThat(broker.redeliveries).hasValue(0);
            assertThat(broker.acknowledged).containsExactly("a", "b");
            assertThat(context.getBean(Orders.class).placed()).containsExactly("a", "b");
        });
    }

    @Test
    void rejectedMessageComesAgainAtOnceForAsLongAsItIsRejected() {
        with(factory -> {}).run(context -> {
            StubBroker broker = context.getBean(StubBroker.class);
            Awaitility.await().until(() -> broker.redeliveries.get() > REDELIVERIES);
            assertThat(broker.acknowledged).containsExactly("a", "b");
            assertThat(broker.deadLetters).isEmpty();
            assertThat(context.getBean(Orders.class).placed()).containsExactly("a", "b");
        });
    }

    @Test
    void rejectedMessageIsADeadLetterWhereNothingIsRequeued() {
        isDeadLetter(with(factory -> factory.setDefaultRequeueRejected(false)));
    }

    @Test
    void rejectedMessageIsADeadLetterWhereTheErrorHandlerCallsItFatal() {
        isDeadLetter(with(factory -> factory.setErrorHandler(new ConditionalRejectingErrorHandler(
                failure -> failure.getCause() instanceof RateLimitExceededException))));
    }

    @Test
    void retriesOfTheContainerAreRejectedLikeTheFirst() {
        isDeadLetter(with(factory -> factory.setAdviceChain(RetryInterceptorBuilder.stateless()
                .maxRetries(2)
                .backOffOptions(1, 1, 1)
                .recoverer(new RejectAndDontRequeueRecoverer())
                .build())));
    }

    @Test
    void retriesOfTheContainerThatLastLongEnoughLoseNoMessage() {
        with(factory -> factory.setAdviceChain(RetryInterceptorBuilder.stateless()
                        .maxRetries(200)
                        .backOffOptions(10, 1, 10)
                        .recoverer(new RejectAndDontRequeueRecoverer())
                        .build()))
                .withPropertyValues("ratelimited.limiters.orders.interval=200ms")
                .run(RabbitListenerTests::hasPlacedAll);
    }

    @Test
    void listenerThatWaitsLosesNoMessage() {
        with(factory -> {})
                .withPropertyValues(
                        "ratelimited.limiters.orders.interval=200ms", "ratelimited.limiters.orders.timeout=10s")
                .run(RabbitListenerTests::hasPlacedAll);
    }

    private static void hasPlacedAll(ApplicationContext context) {
        StubBroker broker = context.getBean(StubBroker.class);
        Awaitility.await().until(() -> broker.acknowledged.size() == 3);
        assertThat(context.getBean(Orders.class).placed()).containsExactly("a", "b", "c");
        assertThat(broker.redeliveries).hasValue(0);
        assertThat(broker.deadLetters).isEmpty();
    }
}
