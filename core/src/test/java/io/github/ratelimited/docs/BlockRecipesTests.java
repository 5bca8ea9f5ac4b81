package io.github.ratelimited.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The code of the page about blocks. */
@Tag("once")
class BlockRecipesTests {

    private final RateLimiters limiters = LocalRateLimiters.builder()
            .limit("login", RateLimit.of(5, Duration.ofMinutes(1)))
            .limit("api", RateLimit.of(5, Duration.ofMinutes(1)))
            .build();

    @Test
    void blocksAndLifts() {
        RateLimiter login = limiters.get("login");
        login.forKey("mallory").block(Duration.ofHours(1));
        login.forKey("mallory").blockedFor();
        login.forKey("mallory").unblock();
        assertThat(login.forKey("mallory").tryAcquire()).isTrue();
    }

    @Test
    void bans() {
        limiters.get("api").forKey("acme").block(Duration.ofDays(30));
        assertThat(limiters.get("api").forKey("acme").tryAcquire()).isFalse();
    }

    static class Logins {

        @RateLimited(
                name = "login-pair",
                key = "{#user, #address}",
                rate = 5,
                interval = "1m",
                blockFor = "15m",
                settle = "#error == null && #result ? 0 : 1")
        @RateLimited(
                name = "login-account",
                key = "#user",
                rate = 100,
                interval = "1h",
                settle = "#error == null && #result ? 0 : 1")
        public boolean login(String user, String address, String password) {
            return password.equals("secret");
        }
    }
}
