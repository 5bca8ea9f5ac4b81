package io.github.ratelimited.store;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** A clock that stands still until it is moved. */
public final class TestClock implements InstantSource {

    public static final long START = 1_790_000_000_000_000L;

    private volatile long micros = START;

    public long micros() {
        return micros;
    }

    public void advance(long byMicros) {
        micros += byMicros;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
