package io.github.ratelimited.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** When keys are read for a source, and of which keys it is told nothing. */
class KeysReadForSourcesTests {

    private static final RateLimit OWN = RateLimit.of(5, Duration.ofMinutes(1));
    private static final RateLimit CONTRACT = RateLimit.of(5_000, Duration.ofMinutes(1));

    private final Queue<Object> asked = new ConcurrentLinkedQueue<>();

    private volatile boolean isSourced = true;

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder()
            .limit("search", OWN)
            .limitSource(new OfAll(), name -> isSourced)
            .limitSourceTimeout(Duration.ofSeconds(20))
            .build();

    private final class OfAll implements LimitSource {

        @Override
        public @Nullable RateLimit limitFor(String limiter, String key) {
            asked.add(key);
            return CONTRACT;
        }

        @Override
        public @Nullable RateLimit limitFor(String limiter, List<String> parts) {
            asked.add(parts);
            return CONTRACT;
        }
    }

    private record Counted(AtomicInteger texts) {

        @Override
        public String toString() {
            texts.incrementAndGet();
            return "acme";
        }
    }

    @Test
    void keysAreReadOnceForLimitersThatDoNotAsk() {
        Counted key = new Counted(new AtomicInteger());
        limiters.get("search").forKey(key);
        int sourced = key.texts.getAndSet(0);

        isSourced = false;
        assertThat(limiters.get("search").forKey(key).tryAcquire()).isTrue();

        assertThat(key.texts.get()).isPositive().isLessThan(sourced);
    }

    @Test
    void aLimiterThatBeginsToAskKnowsItsKey() {
        isSourced = false;
        RateLimiter search = limiters.get("search").forKey(List.of("acme", 1)).withPlan("pro");
        assertThat(search.limit()).isEqualTo(OWN);

        isSourced = true;

        assertThat(search.limit()).isEqualTo(CONTRACT);
        assertThat(asked).containsExactly(List.of("acme", "1"));
    }

    @Test
    void callersMayChangeAKeyThatTheyHaveGiven() {
        List<String> key = new ArrayList<>(List.of("acme", "ann"));
        RateLimiter search = limiters.get("search").forKey(key);
        key.clear();
        assertThat(search.limit()).isEqualTo(CONTRACT);
        assertThat(asked).containsExactly(List.of("acme", "ann"));
    }

    @Test
    void aKeyWithoutPartsIsNotAskedFor() {
        assertThat(limiters.get("search").forKey(List.of()).limit()).isEqualTo(OWN);
        assertThat(asked).isEmpty();
    }

    @Test
    void limitersOfOthersAreAskedForByTheirKeyUnlessItHasSeveralParts() {
        assertThat(limitOfOther("50 %")).isEqualTo(CONTRACT);
        assertThat(limitOfOther("")).isEqualTo(CONTRACT);
        assertThat(limitOfOther(List.of("acme", "ann"))).isEqualTo(OWN);
        assertThat(limitOfOther("x".repeat(201))).isEqualTo(OWN);
        assertThat(asked).containsExactly("50 %", "");

        assertThat(limiters.get("search").forKey(List.of("acme", "ann")).limit())
                .isEqualTo(CONTRACT);
    }

    /** By a limiter that wraps one of ours, which is not known to be one. */
    private RateLimit limitOfOther(Object key) {
        RateLimiter inner = limiters.get("search").forKey(key);
        RateLimiter other = (RateLimiter) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RateLimiter.class},
                (proxy, method, arguments) -> method.invoke(inner, arguments));
        return limiters.decide(Map.of(other, 1L), Duration.ZERO).limit();
    }
}
