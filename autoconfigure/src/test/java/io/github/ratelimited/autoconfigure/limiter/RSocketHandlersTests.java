package io.github.ratelimited.autoconfigure.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.launcher.Redis;
import io.rsocket.core.RSocketServer;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.server.CloseableChannel;
import io.rsocket.transport.netty.server.TcpServerTransport;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.codec.CharSequenceEncoder;
import org.springframework.core.codec.StringDecoder;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.rsocket.RSocketRequester;
import org.springframework.messaging.rsocket.RSocketStrategies;
import org.springframework.messaging.rsocket.annotation.support.RSocketMessageHandler;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Mono;

/** Handlers of RSocket, which are called on event loops. */
@ExtendWith(OutputCaptureExtension.class)
class RSocketHandlersTests {

    private static final String WARNING = "RSocket calls these limited handlers on threads that must not block";
    private static final Duration LONG = Duration.ofSeconds(30);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
            .withBean(Greetings.class)
            .withPropertyValues(
                    "spring.data.redis.url=" + Redis.shared().url(),
                    "ratelimited.redis.timeout=20s",
                    "ratelimited.prefix=rsocket-" + UUID.randomUUID());

    @Controller
    static class Greetings {

        @MessageMapping("blocking")
        @RateLimited(name = "blocking", rate = 100, interval = "1h")
        public String blocking(String name) {
            return "Hello, " + name;
        }

        @MessageMapping("reactive")
        @RateLimited(name = "reactive", rate = 100, interval = "1h")
        public Mono<String> reactive(String name) {
            return Mono.just("Hello, " + name);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        RSocketStrategies strategies() {
            return RSocketStrategies.builder()
                    .encoder(CharSequenceEncoder.allMimeTypes())
                    .decoder(StringDecoder.allMimeTypes())
                    .build();
        }

        @Bean
        RSocketMessageHandler messages(RSocketStrategies strategies) {
            RSocketMessageHandler handler = new RSocketMessageHandler();
            handler.setRSocketStrategies(strategies);
            return handler;
        }
    }

    @Test
    void areNamedAtStartupIfTheyBlock(CapturedOutput output) {
        runner.withUserConfiguration(Application.class).run(context -> {
            assertThat(output).contains(WARNING).contains("Greetings.blocking(String)");
            assertThat(output).doesNotContain("Greetings.reactive(String)");
            CloseableChannel server = RSocketServer.create(
                            context.getBean(RSocketMessageHandler.class).responder())
                    .bind(TcpServerTransport.create(0))
                    .block(LONG);
            RSocketRequester client = RSocketRequester.builder()
                    .rsocketStrategies(context.getBean(RSocketStrategies.class))
                    .transport(TcpClientTransport.create(server.address()));

            assertThat(ask(client, "reactive")).isEqualTo("Hello, Alice");
            // Rarely the decision is there at once.
            Awaitility.await()
                    .untilAsserted(() -> assertThatThrownBy(() -> ask(client, "blocking"))
                            .hasMessageContaining("which must not block"));

            client.dispose();
            server.dispose();
        });
    }

    private static String ask(RSocketRequester client, String route) {
        return client.route(route).data("Alice").retrieveMono(String.class).block(LONG);
    }

    @Test
    void areFineWithoutRSocketOrWithinTheProcess(CapturedOutput output) {
        runner.run(context -> assertThat(context).hasNotFailed());
        runner.withUserConfiguration(Application.class)
                .withPropertyValues("ratelimited.store=local")
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(output).doesNotContain(WARNING);
    }
}
