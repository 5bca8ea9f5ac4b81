package io.github.ratelimited.interceptor;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The limiters that methods have used, each declared at its first use. Safe for use by many threads. */
final class DeclaredLimiters {

    private final RateLimiters limiters;
    private final ConcurrentMap<String, Declared> declared = new ConcurrentHashMap<>();

    private record Declared(RateLimiter limiter, @Nullable RateLimit limit, int generation) {}

    DeclaredLimiters(RateLimiters limiters) {
        this.limiters = limiters;
    }

    /** {@return the limiter of a limit, which keeps it from then on} */
    RateLimiter get(MethodLimit wanted) {
        RateLimit limit = wanted.limit();
        Declared known = declared.get(wanted.name());
        if (known == null || (wanted.describes() && limit != null && !limit.equals(known.limit))) {
            known = declared.compute(wanted.name(), (name, old) -> declare(name, wanted, old));
        }
        wanted.limiter().set(known.limiter);
        return known.limiter;
    }

    /** What others declare comes first. */
    private RateLimiter named(String name, @Nullable RateLimit limit) {
        return limit == null || limiters.names().contains(name) ? limiters.get(name) : limiters.declare(name, limit);
    }

    private Declared declare(String name, MethodLimit wanted, @Nullable Declared old) {
        RateLimit limit = wanted.limit();
        if (limit == null || !wanted.describes()) {
            return old != null ? old : new Declared(named(name, limit), null, wanted.generation());
        }
        if (old != null && old.generation > wanted.generation()) {
            // The call began before the settings changed.
            return old;
        }
        if (old != null && old.generation == wanted.generation() && old.limit != null && !old.limit.equals(limit)) {
            throw new IllegalStateException(
                    "Rate limit '" + name + "' is declared as " + old.limit + " and as " + limit);
        }
        return new Declared(limiters.declare(name, limit), limit, wanted.generation());
    }
}
