package io.github.ratelimited.store;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/** A store for one algorithm, on a clock that the test moves. */
public abstract class TimedStore {

    protected static final Duration HORIZON = Duration.ofSeconds(30);

    static final long SECOND = 1_000_000;

    protected final TestClock clock = new TestClock();
    final Algorithm algorithm;
    StoreDriver driver;

    protected TimedStore(Algorithm algorithm) {
        this.algorithm = algorithm;
    }

    protected abstract TestedStore open(TestClock clock);

    @BeforeEach
    void open() {
        driver = new StoreDriver(open(clock), "contract", UUID.randomUUID().toString());
    }

    RateLimit limit(long rate, Duration interval) {
        return Limits.of(rate, interval, algorithm);
    }
}
