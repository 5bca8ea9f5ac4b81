package io.github.ratelimited.test;

import static io.github.ratelimited.test.RateLimitAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest(
        classes = {TestApplication.class, ContractTests.Contracts.class},
        properties = {
            "ratelimited.limiters.tickets.plans.club.rate=20",
            "ratelimited.limiters.tickets.limit-source=true",
            "ratelimited.limit-source.timeout=20s"
        })
@InProcessRateLimits
class ContractTests {

    private static final RateLimit FIFTY = RateLimit.of(50, Duration.ofSeconds(10));

    @Autowired
    private RateLimiters limiters;

    @Autowired
    private Contracts contracts;

    @Autowired
    private TestClock clock;

    static class Contracts implements LimitSource {

        final Map<String, RateLimit> ofBuyers = new ConcurrentHashMap<>();

        @Override
        public @Nullable RateLimit limitFor(String limiter, String buyer) {
            return ofBuyers.get(buyer);
        }
    }

    @AfterEach
    void endAllContracts() {
        contracts.ofBuyers.clear();
    }

    @Test
    void aMemberOfTheClubGetsMore() {
        RateLimiter alice = limiters.get("tickets").forKey("alice");
        assertThat(alice).hasAvailablePermits(5);
        assertThat(alice.withPlan("club")).hasAvailablePermits(20);
    }

    @Test
    void aNewContractIsKnownAMinuteAfterTheLastLook() {
        RateLimiter bob = limiters.get("tickets").forKey("bob");
        assertThat(bob).hasAvailablePermits(5);
        contracts.ofBuyers.put("bob", FIFTY);
        assertThat(bob).hasAvailablePermits(5);

        clock.advance("60s");

        await().until(() -> bob.limit().equals(FIFTY));
    }

    @Test
    void aGiftEndsByTheClock() {
        RateLimiter carol = limiters.get("tickets").forKey("carol");
        carol.setRate(FIFTY, Duration.ofDays(1));
        assertThat(carol).hasAvailablePermits(50);

        clock.advance("1d");

        assertThat(carol).hasAvailablePermits(5);
        assertThat(carol.isRateSet()).isFalse();
    }
}
