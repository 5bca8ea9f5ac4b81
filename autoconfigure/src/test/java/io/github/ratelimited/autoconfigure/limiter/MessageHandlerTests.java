package io.github.ratelimited.autoconfigure.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.handler.annotation.MessageExceptionHandler;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.simp.SimpMessageHeaderAccessor;
import org.springframework.messaging.simp.SimpMessageType;
import org.springframework.messaging.simp.SimpMessagingTemplate;
import org.springframework.messaging.simp.annotation.support.SimpAnnotationMethodMessageHandler;
import org.springframework.messaging.support.ExecutorSubscribableChannel;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.stereotype.Controller;

/** A controller of STOMP messages, which the handler of Spring calls. */
class MessageHandlerTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
            .withUserConfiguration(Application.class)
            .withBean(Chat.class)
            .withPropertyValues("ratelimited.store=local");

    @Controller
    @RateLimited(name = "chat", rate = 2, interval = "1h")
    static class Chat {

        private final List<String> events = new ArrayList<>();

        @MessageMapping("/say")
        public void say(byte[] text) {
            events.add(new String(text));
        }

        @MessageExceptionHandler
        public void rejected(RateLimitExceededException ex) {
            events.add("rejected by " + ex.getDecision().limiter());
        }

        List<String> events() {
            return events;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        SimpAnnotationMethodMessageHandler messages() {
            ExecutorSubscribableChannel channel = new ExecutorSubscribableChannel();
            return new SimpAnnotationMethodMessageHandler(channel, channel, new SimpMessagingTemplate(channel));
        }
    }

    @Test
    void tellsTheExceptionHandlerOfTheControllerHoweverOften() {
        runner.run(context -> {
            for (String text : List.of("a", "b", "c", "d")) {
                SimpMessageHeaderAccessor headers = SimpMessageHeaderAccessor.create(SimpMessageType.MESSAGE);
                headers.setDestination("/say");
                headers.setSessionId("one");
                headers.setSessionAttributes(Map.of());
                context.getBean(SimpAnnotationMethodMessageHandler.class)
                        .handleMessage(MessageBuilder.createMessage(text.getBytes(), headers.getMessageHeaders()));
            }
            assertThat(context.getBean(Chat.class).events())
                    .containsExactly("a", "b", "rejected by chat", "rejected by chat");
        });
    }
}
