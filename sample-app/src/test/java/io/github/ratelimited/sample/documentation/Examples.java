package io.github.ratelimited.sample.documentation;

import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitChangedEvent;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.event.EventListener;

/** The examples of README.md and docs/observability.md. */
class Examples {

    private interface Accounts {

        boolean verify(String user, String password);
    }

    private final Accounts accounts = (user, password) -> password.equals("of " + user);
    private final RateLimiters rateLimiters;

    Examples(RateLimiters rateLimiters) {
        this.rateLimiters = rateLimiters;
    }

    @RateLimited(name = "login", rate = 5, interval = "10s", key = "#user")
    public boolean login(String user, String password) {
        return accounts.verify(user, password);
    }

    public boolean load(String tenant) {
        RateLimiter imports = rateLimiters.declare("imports", RateLimit.of(100, Duration.ofMinutes(1)));
        imports.forKey(tenant).acquire(); // waits for as long as it takes
        boolean granted = imports.forKey(tenant).tryAcquire();
        Hold hold = imports.forKey(tenant).hold(20, Duration.ZERO); // an exception if 20 are not there
        hold.settle(7); // 13 go back
        return granted;
    }

    @EventListener
    AuditApplicationEvent audit(RateLimitChangedEvent event) {
        return new AuditApplicationEvent("operator", "RATE_LIMIT", Map.of("limiter", event.limiter()));
    }
}
