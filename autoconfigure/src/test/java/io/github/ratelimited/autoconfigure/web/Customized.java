package io.github.ratelimited.autoconfigure.web;

import java.util.Locale;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.MessageSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.StaticMessageSource;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What an application may have of its own: texts, and a handler without an order that catches everything. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("test.customized")
class Customized {

    @Bean
    MessageSource messageSource() {
        String exception = "io.github.ratelimited.RateLimitExceededException";
        StaticMessageSource messages = new StaticMessageSource();
        messages.addMessage("problemDetail.title." + exception, Locale.GERMAN, "Zu viele Anfragen");
        messages.addMessage("problemDetail." + exception, Locale.GERMAN, "Genug von {0}");
        return messages;
    }

    @Bean
    CatchAll catchAll() {
        return new CatchAll();
    }

    @RestControllerAdvice
    static class CatchAll {

        @ExceptionHandler
        @ResponseStatus(HttpStatus.INTERNAL_SERVER_ERROR)
        String any(Exception exception) {
            return "caught";
        }
    }
}
