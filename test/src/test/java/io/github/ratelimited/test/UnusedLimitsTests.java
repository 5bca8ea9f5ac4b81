package io.github.ratelimited.test;

import static io.github.ratelimited.test.RateLimitAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateType;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.RepeatedTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** The second round of each finds nothing of the first. */
@SpringBootTest(classes = TestApplication.class, properties = "ratelimited.reservation-horizon=3d")
@InProcessRateLimits
class UnusedLimitsTests {

    @Autowired
    private RateLimiters limiters;

    @RepeatedTest(2)
    void afterALimitThatIsInForceNoMore() {
        RateLimiter vip = limiters.get("vip");
        vip.trySetRate(RateLimit.of(2, Duration.ofDays(2)));
        assertThat(vip).hasAvailablePermits(2);
        vip.acquire(2);
        vip.clearRate();
    }

    @RepeatedTest(2)
    void afterReservationsFarAhead() {
        RateLimiter slow = limiters.declare("slow", RateLimit.of(1, Duration.ofHours(1)));
        assertThat(slow).hasAvailablePermits(1);
        for (int i = 0; i < 40; i++) {
            slow.acquireAsync(1);
        }
    }

    @RepeatedTest(2)
    void afterAYearOfTheCalendar() {
        RateLimiter yearly =
                limiters.declare("yearly", RateLimit.perCalendar(2, CalendarUnit.YEAR, ZoneId.of("Europe/Berlin")));
        assertThat(yearly).hasAvailablePermits(2);
        yearly.acquire(2);
    }

    @RepeatedTest(2)
    void afterABlock() {
        RateLimiter login = limiters.declare("login", RateLimit.of(2, Duration.ofSeconds(1)));
        assertThat(login.forKey("mallory").blockedFor()).isZero();
        assertThat(login.blockedFor()).isZero();
        login.block(Duration.ofDays(10));
        login.forKey("mallory").block(Duration.ofDays(20));
    }

    @RepeatedTest(2)
    void afterACharge() {
        RateLimiter tokens =
                limiters.declare("tokens", RateLimit.of(2, Duration.ofHours(1)).withAlgorithm(Algorithm.TOKEN_BUCKET));
        assertThat(tokens).hasAvailablePermits(2);
        tokens.charge(1_000);
        tokens.charge(1_000);
    }

    @RepeatedTest(2)
    void afterALimitThatWasLoweredMeanwhile() {
        RateLimiter quick = limiters.declare("quick", RateLimit.of(5, Duration.ofSeconds(10)));
        assertThat(quick).hasAvailablePermits(5);
        quick.setRate(new RateLimit(2, Duration.ofDays(5), Algorithm.TOKEN_BUCKET, 2, RateType.OVERALL));
        quick.tryAcquire(2);
        quick.clearRate();
    }
}
