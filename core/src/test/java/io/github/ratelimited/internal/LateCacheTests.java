package io.github.ratelimited.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LateCacheTests {

    private final AtomicInteger made = new AtomicInteger();
    private final LateCache<String, Integer> cache = new LateCache<>(() -> {
        made.incrementAndGet();
        return Caffeine.newBuilder().build();
    });

    @Test
    void isNotMadeForALookup() {
        assertThat(cache.getIfPresent("a")).isNull();
        assertThat(made).hasValue(0);
    }

    @Test
    void isMadeOnceByManyThreadsAndKeepsWhatTheyPut() {
        IntStream.range(0, 1_000).parallel().forEach(i -> cache.cache().asMap().merge("a", 1, Integer::sum));
        assertThat(made).hasValue(1);
        assertThat(cache.getIfPresent("a")).isEqualTo(1_000);
    }
}
