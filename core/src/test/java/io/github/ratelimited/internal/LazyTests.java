package io.github.ratelimited.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LazyTests {

    private final AtomicInteger made = new AtomicInteger();
    private final Lazy<Integer> lazy = new Lazy<>(made::incrementAndGet);

    @Test
    void isNotMadeBeforeItIsUsed() {
        List<Integer> used = new ArrayList<>();
        lazy.ifMade(used::add);
        assertThat(made).hasValue(0);
        assertThat(lazy.get()).isEqualTo(1);
        lazy.ifMade(used::add);
        assertThat(used).containsExactly(1);
    }

    @Test
    void isMadeOnceForManyThreads() {
        assertThat(IntStream.range(0, 1_000).parallel().mapToObj(i -> lazy.get()))
                .containsOnly(1);
    }

    @Test
    void isMadeAnewAfterItFailed() {
        Lazy<Integer> failing = new Lazy<>(() -> {
            if (made.incrementAndGet() == 1) {
                throw new IllegalStateException("not yet");
            }
            return 7;
        });
        assertThatIllegalStateException().isThrownBy(failing::get);
        assertThat(failing.get()).isEqualTo(7);
    }
}
