package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.limits.KeyLimitTable;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Limits that are set at run time for single keys, within this process. */
class KeyRatesTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final RateLimit OWN = RateLimit.of(5, MINUTE);
    private static final RateLimit GIFT = RateLimit.of(8, MINUTE);

    private final TestClock clock = new TestClock();

    @AutoClose
    private final RateLimiters limiters =
            LocalRateLimiters.builder().clock(clock).limit("search", OWN).build();

    private final RateLimiter search = limiters.get("search");
    private final RateLimiter acme = search.forKey("acme");

    @Test
    void areForTheKeyAlone() {
        acme.setRate(GIFT);
        assertThat(acme.limit()).isEqualTo(GIFT);
        assertThat(acme.isRateSet()).isTrue();
        assertThat(acme.decide(1, Duration.ZERO).origin()).isEqualTo(Origin.KEY);
        assertThat(search.forKey("other").limit()).isEqualTo(OWN);
        assertThat(search.forKey("other").isRateSet()).isFalse();
        assertThat(search.isRateSet()).isFalse();
        assertThat(search.limit()).isEqualTo(OWN);

        acme.clearRate();
        assertThat(acme.limit()).isEqualTo(OWN);
        assertThat(acme.isRateSet()).isFalse();
    }

    @Test
    void stayWhenThatOfTheNameChanges() {
        acme.setRate(GIFT);
        search.setRate(RateLimit.of(1, MINUTE));
        assertThat(acme.limit()).isEqualTo(GIFT);
        assertThat(search.forKey("other").limit().rate()).isEqualTo(1);
        search.clearRate();
        assertThat(acme.limit()).isEqualTo(GIFT);
    }

    @Test
    void endByTheClock() {
        acme.setRate(GIFT, MINUTE);
        clock.advance(59_999_999);
        assertThat(acme.limit()).isEqualTo(GIFT);
        clock.advance(1);
        assertThat(acme.limit()).isEqualTo(OWN);
        assertThat(acme.isRateSet()).isFalse();
    }

    @Test
    void areSetOnlyOnceByTrying() {
        assertThat(acme.trySetRate(GIFT)).isTrue();
        assertThat(acme.trySetRate(RateLimit.of(9, MINUTE))).isFalse();
        assertThat(acme.limit()).isEqualTo(GIFT);
        acme.setRate(GIFT, MINUTE);
        clock.advance(60_000_000);
        assertThat(acme.trySetRate(RateLimit.of(9, MINUTE))).isTrue();
    }

    @Test
    void mustCountBesideTheOwn() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> acme.setRate(GIFT.withAlgorithm(Algorithm.FIXED_WINDOW)))
                .withMessageContaining("withAlgorithm(SLIDING_WINDOW)");
        assertThatIllegalStateException()
                .isThrownBy(() -> limiters.get("unknown").forKey("a").setRate(GIFT))
                .withMessageContaining("unknown");
    }

    @Test
    void endOnlyWhereThereIsAKeyAndATime() {
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> search.setRate(GIFT, MINUTE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> acme.setRate(GIFT, Duration.ZERO))
                .withMessageContaining("validFor");
    }

    @Test
    void areTwoHundredThousandAtMost() {
        for (int i = 0; i < KeyLimitTable.MOST; i++) {
            search.forKey(i).setRate(GIFT, i == 7 ? MINUTE : MINUTE.multipliedBy(2));
        }
        assertThatIllegalStateException().isThrownBy(() -> acme.setRate(GIFT)).withMessageContaining("200000");
        search.forKey(3).setRate(OWN);

        clock.advance(60_000_000);
        acme.setRate(GIFT);
        assertThat(acme.limit()).isEqualTo(GIFT);
        assertThat(search.forKey(8).limit()).isEqualTo(GIFT);
    }
}
