package io.github.ratelimited.test;

import static io.github.ratelimited.test.RateLimitAssertions.assertThat;
import static io.github.ratelimited.test.RateLimitAssertions.rejected;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest(classes = TestApplication.class)
@InProcessRateLimits
class TicketOfficeTests {

    @Autowired
    private TicketOffice office;

    @Autowired
    private RateLimiters limiters;

    @Autowired
    private TestClock clock;

    @Test
    void sellsFiveTicketsToABuyerInTenSeconds() {
        for (int i = 0; i < 5; i++) {
            office.sell("alice");
        }
        rejected(() -> office.sell("alice")).returns(Duration.ofSeconds(10), Decision::retryAfter);
        office.sell("bob");

        clock.advance("10s");

        office.sell("alice");
        assertThat(limiters.get("tickets").forKey("alice")).hasAvailablePermits(4);
    }
}
