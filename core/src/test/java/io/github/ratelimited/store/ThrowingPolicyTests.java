package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiterUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A function of users that throws, where the answer of a store asks for it, fails the call. */
class ThrowingPolicyTests {

    private final IllegalStateException broken = new IllegalStateException("broken");
    private final FakeBatchStore redis = new FakeBatchStore();
    private final LimiterStore batching = new BatchingStore(redis);
    private final LimiterStore store = new FailoverStore(
            batching,
            new OpenStore(),
            name -> {
                throw broken;
            },
            LocalShare.WHOLE);

    private final Acquisition request = FakeBatchStore.request(1, 0, Deadline.after(Duration.ofMinutes(1)));

    private void assertThatItFails(CompletableFuture<Grant> answer) {
        redis.answers.get(0).completeExceptionally(new RateLimiterUnavailableException("gone", null));
        assertThat(answer).failsWithin(Duration.ZERO).withThrowableThat().withCause(broken);
    }

    @Test
    void whenItsBatchIsAnswered() {
        assertThatItFails(store.acquire(request).toCompletableFuture());
    }

    @Test
    void whenItHadToWaitForWhatGoesBack() {
        redis.returned = new CompletableFuture<>();
        batching.giveBack(FakeBatchStore.grant(request).ticket());
        CompletableFuture<Grant> answer = store.acquire(request).toCompletableFuture();
        redis.returned.complete(null);
        assertThatItFails(answer);
    }
}
