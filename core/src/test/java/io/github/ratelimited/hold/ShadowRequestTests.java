package io.github.ratelimited.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.internal.LoggedLines;
import org.junit.jupiter.api.Test;

class ShadowRequestTests {

    @Test
    void doesNotFillTheLogWithWhatClientsLeaveOut() {
        try (LoggedLines lines = LoggedLines.of(ShadowRequest.class)) {
            for (int call = 0; call < 3; call++) {
                ShadowRequest.ignore("watched-by-log", new NullKeyException("watched-by-log", "no header"));
                ShadowRequest.ignore("watched-by-log", new IllegalArgumentException("no number"));
                ShadowRequest.ignore("watched-by-log", new RateLimiterUnavailableException("Redis failed", null));
            }
            assertThat(lines.warnings())
                    .filteredOn(line -> line.contains("watched-by-log"))
                    .satisfiesExactly(
                            line -> assertThat(line).contains("no header"),
                            line -> assertThat(line).contains("no number"));
        }
    }
}
