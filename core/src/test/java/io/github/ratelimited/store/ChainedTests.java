package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ChainedTests {

    @Test
    void endsWithTheErrorOfTheNextStep() {
        OutOfMemoryError full = new OutOfMemoryError("heap");
        CompletableFuture<Integer> chained = Chained.of(CompletableFuture.completedFuture(1), value -> {
            throw full;
        });
        assertThat(chained).failsWithin(Duration.ZERO).withThrowableThat().withCause(full);
    }
}
