package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CancellableChainTests {

    @Test
    void endsWithTheErrorOfTheNextStep() {
        OutOfMemoryError full = new OutOfMemoryError("heap");
        CompletableFuture<Integer> chained = CancellableChain.of(CompletableFuture.completedFuture(1), value -> {
            throw full;
        });
        assertThat(chained).failsWithin(Duration.ZERO).withThrowableThat().withCause(full);
    }
}
