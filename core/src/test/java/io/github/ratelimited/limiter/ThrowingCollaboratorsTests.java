package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.internal.Collaborator;
import io.github.ratelimited.internal.LoggedLines;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Demand;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No caller hangs, or misses its decision, because of what is plugged in. */
@Timeout(20)
class ThrowingCollaboratorsTests {

    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @AutoClose
    private final LoggedLines lines = LoggedLines.of(Collaborator.class);

    private final List<Decision> observed = new CopyOnWriteArrayList<>();

    private static final class Broken implements LimiterObserver {

        private final boolean inPauses;

        Broken(boolean inPauses) {
            this.inPauses = inPauses;
        }

        @Override
        public void decided(Demand demand, Decision decision) {
            throw new IllegalStateException("decided");
        }

        @Override
        public Pause mayWait(String limiter) {
            if (!inPauses) {
                throw new IllegalStateException("mayWait");
            }
            return new Pause() {
                @Override
                public void begin() {
                    throw new IllegalStateException("begin");
                }

                @Override
                public void end() {
                    throw new NoClassDefFoundError("end");
                }
            };
        }
    }

    private final class Healthy implements LimiterObserver {

        @Override
        public void decided(Demand demand, Decision decision) {
            observed.add(decision);
        }
    }

    private RateLimiters limiters(Executor executor) {
        return LocalRateLimiters.builder()
                .observer(LimiterObserver.of(List.of(new Broken(true), new Broken(false), new Healthy())))
                .executor(executor)
                .build();
    }

    @Test
    void observersThatThrowNeitherHangNorFailACallAndAreWarnedOfOnce() throws Exception {
        try (RateLimiters limiters = limiters(Runnable::run)) {
            RateLimiter limiter = limiters.declare("api", RateLimit.of(1, SHORT));
            assertThat(limiter.tryAcquire()).isTrue();
            limiter.acquire();
            CompletableFuture<Decision> waiting = limiter.decideAsync(1, MINUTE).toCompletableFuture();
            assertThat(waiting.get(10, TimeUnit.SECONDS).allowed()).isTrue();
            assertThat(limiters.decide(Map.of(limiter, 1L), MINUTE).allowed()).isTrue();
        }
        assertThat(observed).hasSize(4);
        assertThat(lines.texts()).hasSize(2).allSatisfy(line -> assertThat(line).contains(Broken.class.getName()));
    }

    @Test
    void anExecutorThatThrowsNeitherHangsNorFailsACall() throws Exception {
        Executor broken = task -> {
            throw new IllegalStateException("broken");
        };
        try (RateLimiters limiters = limiters(broken)) {
            RateLimiter limiter = limiters.declare("api", RateLimit.of(1, SHORT));
            assertThat(limiter.tryAcquireAsync(1, Duration.ZERO)
                            .toCompletableFuture()
                            .get())
                    .isTrue();
            assertThat(limiter.decideAsync(1, MINUTE)
                            .toCompletableFuture()
                            .get(10, TimeUnit.SECONDS)
                            .allowed())
                    .isTrue();
        }
    }

    @Test
    void rulesThatThrowNeitherFailACallNorChangeItsDecision() {
        try (RateLimiters limiters = LocalRateLimiters.builder()
                .limit("api", RateLimit.of(1, MINUTE))
                .audience(name -> {
                    throw new IllegalStateException("audience");
                })
                .blockAfterRejection(name -> {
                    throw new IllegalStateException("rules");
                })
                .build()) {
            RateLimiter limiter = limiters.get("api");
            limiter.hold(1, Duration.ZERO).settle(1);
            Decision rejection = limiter.decide(1, Duration.ZERO);
            assertThat(rejection.allowed()).isFalse();
            assertThat(rejection.audience()).isEqualTo(Audience.CLIENT);
        }
        assertThat(lines.events()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-3S", "PT1000000H"})
    void blocksThatCannotBeAreNone(Duration length) {
        try (RateLimiters limiters = LocalRateLimiters.builder()
                .limit("api", RateLimit.of(1, MINUTE))
                .blockAfterRejection(name -> length)
                .build()) {
            RateLimiter limiter = limiters.get("api");
            limiter.acquire();
            assertThat(limiter.tryAcquire()).isFalse();
            assertThat(limiter.blockedFor()).isZero();
        }
        assertThat(lines.events()).hasSize(1);
    }
}
