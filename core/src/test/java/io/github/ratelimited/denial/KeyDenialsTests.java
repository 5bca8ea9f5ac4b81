package io.github.ratelimited.denial;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Demand;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KeyDenialsTests {

    private static final RateLimit LIMIT = RateLimit.of(1000, Duration.ofSeconds(1));

    private static Denial denial(long permits) {
        Duration wait = Duration.ofMillis(permits);
        Decision decision = Decision.of("api", LIMIT)
                .allowed(false)
                .remaining(0)
                .retryAfter(wait)
                .resetAfter(wait)
                .build();
        return Denial.of(new Demand("api", "", LIMIT, permits), decision, 0, 1_000_000, false);
    }

    @Test
    @DisplayName("2.20 of a key the rejections of the latest four numbers of permits are remembered")
    void remembersTheLatestOfAKey() {
        KeyDenials denials = KeyDenials.noneSince(0);
        for (long permits = 1; permits <= 100; permits++) {
            denials = denials.with(denial(permits));
        }
        assertThat(denials.rejected())
                .extracting(denial -> denial.demand().permits())
                .containsExactly(100L, 99L, 98L, 97L);
    }
}
