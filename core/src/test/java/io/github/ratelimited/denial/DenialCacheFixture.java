package io.github.ratelimited.denial;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A store that remembers rejections, by a set clock, in front of one that answers when a test says so. */
abstract class DenialCacheFixture {

    static final RateLimit LIMIT = RateLimit.of(10, Duration.ofSeconds(1));
    static final long MILLI = 1_000;
    private static final IllegalStateException NOT_NOW = new IllegalStateException();

    final TestClock clock = new TestClock();
    final FakeStore redis = new FakeStore();
    final DenialCacheStore store =
            new DenialCacheStore(redis, clock::micros, Duration.ofSeconds(1), Duration.ofSeconds(2));

    static Demand demand(String key, long permits) {
        return new Demand("api", key, LIMIT, permits);
    }

    CompletableFuture<Grant> ask(Duration maxWait, Demand... demands) {
        Acquisition request = new Acquisition(List.of(demands), maxWait, Deadline.after(Duration.ofMinutes(1)));
        return store.acquire(request).toCompletableFuture();
    }

    CompletableFuture<Grant> ask(long permits) {
        return ask(Duration.ZERO, demand("", permits));
    }

    /** Asks, and lets Redis reject each demand with an even number of permits for so many ms, the others not. */
    void rejected(Basis basis, long millis, Demand... demands) {
        CompletableFuture<Grant> answer = ask(Duration.ZERO, demands);
        redis.answers.get(redis.answers.size() - 1).complete(rejection(basis, millis, demands));
        assertThat(answer).isCompletedWithValueMatching(grant -> !grant.allowed());
    }

    static Grant rejection(Basis basis, long millis, Demand... demands) {
        List<Decision> decisions = new ArrayList<>();
        for (Demand demand : demands) {
            boolean allowed = demand.permits() % 2 == 1;
            Duration retryAfter = allowed ? Duration.ZERO : Duration.ofMillis(millis * demand.permits() / 2);
            decisions.add(Decision.of("api", demand.limit())
                    .allowed(allowed)
                    .remaining(0)
                    .retryAfter(retryAfter)
                    .resetAfter(Duration.ofMillis(900))
                    .basis(basis)
                    .build());
        }
        return new Grant(List.of(demands), decisions, List.of());
    }

    /** What it remembers, without asking Redis. */
    @Nullable
    Decision decideNow(Demand demand) {
        try {
            return store.acquireNow(demand, UsageMemo.empty(), () -> {
                throw NOT_NOW;
            });
        } catch (IllegalStateException ex) {
            assertThat(ex).isSameAs(NOT_NOW);
            return null;
        }
    }

    void assertAsked(int times) {
        assertThat(redis.asked).hasSize(times);
    }
}
