package io.github.ratelimited.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InFlightTests {

    @Test
    void startsAllCalls() {
        AtomicInteger started = new AtomicInteger();
        InFlight calls = new InFlight(10, () -> CompletableFuture.completedFuture(started.incrementAndGet()));

        calls.start(100);
        calls.finish();

        assertThat(started).hasValue(100);
    }

    @Test
    void takesNoFailedCallForOne() {
        IOException down = new IOException("down");
        Deque<CompletableFuture<Boolean>> answers = new ArrayDeque<>(List.of(
                CompletableFuture.completedFuture(true),
                CompletableFuture.failedFuture(down),
                CompletableFuture.completedFuture(true)));
        InFlight calls = new InFlight(1, answers::remove);

        calls.start(3);

        assertThatIllegalStateException().isThrownBy(calls::finish).withCause(down);
    }
}
