package io.github.ratelimited.redis;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.store.LimiterStoreContract;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** All that stands between a program and Redis decides as Redis does, though it remembers rejections. */
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
@Tag("once")
class RememberedRejectionsTests extends LimiterStoreContract {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    RememberedRejectionsTests(Algorithm algorithm) {
        super(algorithm);
    }

    @Override
    protected TestedStore open(TestClock clock) {
        return redis.store("remembered", HORIZON, clock);
    }

    @Override
    protected boolean remembersRejections() {
        return true;
    }
}
