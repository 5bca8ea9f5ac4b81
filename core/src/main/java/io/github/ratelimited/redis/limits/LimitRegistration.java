package io.github.ratelimited.redis.limits;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.redis.limits.SharedLimit.Origin;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes into the hash of limits what this process declares, and logs where another limit is in force or registered. */
final class LimitRegistration {

    private static final Logger log = LoggerFactory.getLogger(RedisLimitRegistry.class);

    /** Keeps Redis busy for less than a millisecond. */
    private static final int REGISTERED_AT_ONCE = 100;

    private final LimitsHash hash;
    private final KnownLimits known;
    private final Map<String, RateLimit> registered = new ConcurrentHashMap<>();
    private final Set<String> warned = ConcurrentHashMap.newKeySet();
    private final Map<String, RateLimit> overruled = new ConcurrentHashMap<>();
    private final AtomicBoolean registering = new AtomicBoolean();
    private volatile boolean closed;

    LimitRegistration(LimitsHash hash, KnownLimits known) {
        this.hash = hash;
        this.known = known;
    }

    /** For each reading. */
    void check(Map<String, RateLimit> declared) {
        Map<String, SharedLimit> missing = new LinkedHashMap<>();
        declared.forEach((name, limit) -> {
            SharedLimit entry = known.get(name);
            SharedLimit own = new SharedLimit(limit, Origin.DECLARED);
            if (entry == null) {
                missing.put(name, own);
            } else {
                register(name, entry, own);
            }
        });
        if (!missing.isEmpty() && registering.compareAndSet(false, true)) {
            putMissing(missing.entrySet().iterator());
        }
        declared.forEach(this::report);
    }

    private void putMissing(Iterator<Map.Entry<String, SharedLimit>> missing) {
        boolean sent = false;
        try {
            Map<String, SharedLimit> some = new LinkedHashMap<>();
            while (missing.hasNext() && some.size() < REGISTERED_AT_ONCE) {
                Map.Entry<String, SharedLimit> next = missing.next();
                some.put(next.getKey(), next.getValue());
            }
            CompletableFuture<?> answer = hash.putAllIfAbsent(some);
            sent = true;
            answer.whenComplete((done, failure) -> {
                if (failure == null && missing.hasNext() && !closed) {
                    putMissing(missing);
                } else {
                    registering.set(false);
                }
            });
        } finally {
            if (!sent) {
                registering.set(false);
            }
        }
    }

    /** Once for each limit: of deployments that disagree the one that was started last has the entry, and none fights. */
    private void register(String name, SharedLimit entry, SharedLimit own) {
        RateLimit limit = own.limit();
        if (entry.equals(own)) {
            registered.put(name, limit);
        } else if (entry.origin() == Origin.DECLARED && !limit.equals(registered.get(name))) {
            hash.replace(name, entry, own).thenAccept(done -> {
                registered.put(name, limit);
                if (done) {
                    log.info("Rate limit '{}' was {} and is {} from now on", name, entry.limit(), limit);
                }
            });
        } else if (entry.origin() == Origin.DECLARED && warned.add(name)) {
            log.warn(
                    "Rate limit '{}' is {} here, but another deployment declares {}; each applies its own",
                    name,
                    limit,
                    entry.limit());
        }
    }

    /** Logged once for each change, so that the log explains why a rate has no effect. */
    private void report(String name, RateLimit limit) {
        SharedLimit entry = known.get(name);
        RateLimit operators = entry != null && entry.origin() == Origin.OPERATOR ? entry.limit() : null;
        if (operators == null && overruled.remove(name) != null) {
            log.info("Rate limit '{}' is {} again, as declared", name, limit);
        } else if (operators != null && !operators.equals(overruled.put(name, operators))) {
            log.info("Rate limit '{}' is {}, which an operator has set, instead of {}", name, operators, limit);
        }
    }

    void close() {
        closed = true;
    }
}
