package io.github.ratelimited.redis.rratelimiter;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.local.LocalLimitRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The limits that this process declares, and what is known of those that Redisson's limiters have. */
final class KnownRates {

    private final RRateLimiterCommands commands;
    private final Map<String, RateLimit> declared = new ConcurrentHashMap<>();

    /** Read again each second, because any program can change a limit without notifying others. */
    private final Cache<String, CompletableFuture<@Nullable RateLimit>> known = Caffeine.newBuilder()
            .maximumSize(10_000)
            .expireAfterWrite(Duration.ofSeconds(1))
            .build();

    KnownRates(RRateLimiterCommands commands) {
        this.commands = commands;
    }

    void declare(String name, RateLimit limit) {
        try {
            declared.put(name, commands.checked(limit));
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException("Rate limit '" + name + "': " + ex.getMessage(), ex);
        }
    }

    @Nullable
    RateLimit declared(String name) {
        return declared.get(name);
    }

    Set<String> names() {
        return new TreeSet<>(declared.keySet());
    }

    /** Forgets what is known of a limiter, or is being read, before or after it is changed from here. */
    void forget(String id) {
        known.invalidate(id);
    }

    /** The limit in force. Writes nothing. */
    CompletableFuture<RateLimit> find(String name, String id) {
        CompletableFuture<@Nullable RateLimit> read = known.get(id, commands::read);
        return read.whenComplete((held, failure) -> {
                    if (held == null) {
                        known.asMap().remove(id, read);
                    }
                })
                .thenApply(held -> held != null ? held : requireDeclared(name));
    }

    RateLimit requireDeclared(String name) {
        RateLimit own = declared.get(name);
        if (own == null) {
            throw LocalLimitRegistry.unknown(name, names());
        }
        return own;
    }
}
