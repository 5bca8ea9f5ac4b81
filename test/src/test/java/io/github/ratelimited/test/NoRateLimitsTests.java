package io.github.ratelimited.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateLimiters.Plan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest(classes = TestApplication.class)
@NoRateLimits
class NoRateLimitsTests {

    @Autowired
    private TicketOffice office;

    @Autowired
    private RateLimiters limiters;

    @Test
    void rejectsNothingByAPlanOrALimitOfACallOrAKey() {
        RateLimit one = RateLimit.of(1, Duration.ofDays(1));
        limiters.plans("tickets", Map.of("small", new Plan(1L, null, 1L)));
        RateLimiter alice = limiters.get("tickets").forKey("alice");
        alice.setRate(one);
        limiters.get("tickets").setRate(one);
        for (RateLimiter limiter : List.of(alice, alice.withLimit(one), alice.withPlan("small"))) {
            assertThat(limiter.tryAcquire(100)).isTrue();
        }
    }

    @Test
    void rejectsNothing() {
        for (int i = 0; i < 100; i++) {
            assertThat(office.sell("alice")).isEqualTo("A ticket for alice");
        }
    }
}
