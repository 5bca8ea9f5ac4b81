package io.github.ratelimited.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.failover.FailurePolicyStore;
import io.github.ratelimited.failover.LocalShare;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.LimiterStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is thrown while an answer is told fails that call, and no other. */
class ThrowingCallbacksTests {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final FakeBatchStore redis = new FakeBatchStore();
    private final BatchingStore batching = new BatchingStore(redis, Duration.ofSeconds(5), LimiterObserver.NONE);
    private final Acquisition request = FakeBatchStore.request(1, 0, Deadline.after(LONG));

    static Stream<RuntimeException> thrownByPolicies() {
        return Stream.of(
                new IllegalStateException("broken"), new RateLimiterUnavailableException("no policy today", null));
    }

    private CompletableFuture<Grant> askWithPolicyThatThrows(RuntimeException broken) {
        LimiterStore store = new FailurePolicyStore(
                batching,
                new LocalStore(System::nanoTime, Basis.LOCAL, 1),
                name -> {
                    throw broken;
                },
                LocalShare.WHOLE);
        return store.acquire(request).toCompletableFuture();
    }

    private void assertThatThisProcessDecides(CompletableFuture<Grant> answer) {
        redis.answers.get(0).completeExceptionally(new RateLimiterUnavailableException("gone", null));
        assertThat(answer)
                .succeedsWithin(Duration.ZERO)
                .extracting(grant -> grant.decision().basis())
                .isEqualTo(Basis.LOCAL);
    }

    @ParameterizedTest
    @MethodSource("thrownByPolicies")
    void aPolicyThatThrowsLeavesTheCallToThisProcess(RuntimeException broken) {
        assertThatThisProcessDecides(askWithPolicyThatThrows(broken));
    }

    @ParameterizedTest
    @MethodSource("thrownByPolicies")
    void aPolicyThatThrowsLeavesACallToThisProcessThatWaitedForWhatGoesBack(RuntimeException broken) {
        redis.returned = new CompletableFuture<>();
        batching.giveBack(FakeBatchStore.grant(request).reservations());
        CompletableFuture<Grant> answer = askWithPolicyThatThrows(broken);
        redis.returned.complete(null);
        assertThatThisProcessDecides(answer);
    }

    @Test
    void othersHaveTheirDeadlinesAfterOneHasThrownAtIts() {
        CompletableFuture<Void> thrown = new CompletableFuture<>();
        batching.acquire(FakeBatchStore.request(1, 0, Deadline.after(Duration.ofMillis(20))), (grant, failure) -> {
            thrown.complete(null);
            throw new IllegalStateException("broken");
        });
        Acquisition other = FakeBatchStore.request(1, 1, Deadline.after(Duration.ofMillis(200)));
        CompletableFuture<Grant> answer = batching.acquire(other).toCompletableFuture();
        Awaitility.await().until(() -> thrown.isDone() && answer.isCompletedExceptionally());
    }
}
