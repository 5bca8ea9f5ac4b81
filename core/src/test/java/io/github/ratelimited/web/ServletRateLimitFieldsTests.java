package io.github.ratelimited.web;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Calls of a task that was given its caller's request, which has been answered since. */
class ServletRateLimitFieldsTests {

    private final ServletRateLimitFields fields = new ServletRateLimitFields(new Disclosure(name -> true, 100, true));
    private final Decision decision = Decision.of("any", RateLimit.of(5, Duration.ofSeconds(10)))
            .remaining(4)
            .build();

    @BeforeEach
    void outliveTheRequest() {
        ServletRequestAttributes request =
                new ServletRequestAttributes(new MockHttpServletRequest(), new MockHttpServletResponse());
        request.requestCompleted();
        RequestContextHolder.setRequestAttributes(request);
    }

    @AfterEach
    void forgetTheRequest() {
        RequestContextHolder.resetRequestAttributes();
    }

    @Test
    void areNotDisturbed() {
        assertThatCode(() -> fields.onDecision(decision)).doesNotThrowAnyException();
    }

    @Test
    void areNotDisturbedWhereTheyAreAsynchronous() {
        assertThatCode(() -> fields.onCall().onDecision(decision)).doesNotThrowAnyException();
    }
}
