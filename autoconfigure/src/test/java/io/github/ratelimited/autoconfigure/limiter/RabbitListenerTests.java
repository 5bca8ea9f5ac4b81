package io.github.ratelimited.autoconfigure.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.AmqpRejectAndDontRequeueException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.listener.ConditionalRejectingErrorHandler;
import org.springframework.amqp.listener.ListenerExecutionFailedException;
import org.springframework.amqp.rabbit.annotation.EnableRabbit;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareMessageListener;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The listener of a RabbitMQ container, called as the container calls it. Its loop would need a broker. */
class RabbitListenerTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
            .withUserConfiguration(Application.class)
            .withBean(Orders.class)
            .withPropertyValues("ratelimited.store=local");

    static class Orders {

        private final Queue<String> placed = new ConcurrentLinkedQueue<>();

        @RabbitListener(id = "orders", queues = "orders", autoStartup = "false")
        @RateLimited(name = "orders", rate = 1, interval = "1h")
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
        SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory() {
            SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
            factory.setConnectionFactory(new CachingConnectionFactory("localhost", 1));
            return factory;
        }
    }

    private static ChannelAwareMessageListener listener(ApplicationContext context) {
        SimpleMessageListenerContainer container = (SimpleMessageListenerContainer)
                context.getBean(RabbitListenerEndpointRegistry.class).getListenerContainer("orders");
        return (ChannelAwareMessageListener) container.getMessageListener();
    }

    private static Message message(String text) {
        return MessageBuilder.withBody(text.getBytes(StandardCharsets.UTF_8))
                .setContentType("text/plain")
                .build();
    }

    @Test
    void refusedMessageIsRequeuedUnlessAnErrorHandlerSaysOtherwise() {
        runner.run(context -> {
            ChannelAwareMessageListener listener = listener(context);
            listener.onMessage(message("a"), null);

            assertThatExceptionOfType(ListenerExecutionFailedException.class)
                    .isThrownBy(() -> listener.onMessage(message("b"), null))
                    .withCauseInstanceOf(RateLimitExceededException.class)
                    .satisfies(refused -> {
                        assertThatNoException()
                                .as("the container's own handler, which leaves it to be requeued")
                                .isThrownBy(() -> new ConditionalRejectingErrorHandler().handleError(refused));
                        assertThatExceptionOfType(AmqpRejectAndDontRequeueException.class)
                                .as("a handler that sends it to the dead letter exchange")
                                .isThrownBy(() -> new ConditionalRejectingErrorHandler(
                                                failure -> failure.getCause() instanceof RateLimitExceededException)
                                        .handleError(refused));
                    });
            assertThat(context.getBean(Orders.class).placed()).containsExactly("a");
        });
    }
}
