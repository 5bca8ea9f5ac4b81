package io.github.ratelimited.redis;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.model.RandomRun;
import io.github.ratelimited.model.SeveralDebtsRun;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With {@code -Dtests.full} for all seeds. */
@Tag("once")
class RedisChargeTests {

    private static final int SEEDS = TestSize.of(2, 8);

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    @ParameterizedTest
    @EnumSource
    void permitsThatAreUsedAlreadyCountAsInTheReferenceModel(Algorithm algorithm) {
        for (long seed = 0; seed < SEEDS; seed++) {
            TestClock clock = new TestClock();
            RedisStore store = redis.scripts("charge", Duration.ofSeconds(30), clock);
            StoreDriver driver =
                    redis.driver(store, "charged", UUID.randomUUID().toString());
            new RandomRun(algorithm, driver, clock, seed).charging().compare(400, seed % 2 == 0, false);
        }
    }

    /** Entries of many calls are packed from time to time. */
    @Test
    void windowsOfManyCallsCountAsInTheReferenceModel() {
        for (long seed = 0; seed < TestSize.of(2, 8); seed++) {
            TestClock clock = new TestClock();
            RedisStore store = redis.scripts("charge", Duration.ofSeconds(30), clock);
            StoreDriver driver =
                    redis.driver(store, "crowded", UUID.randomUUID().toString());
            RandomRun run = new RandomRun(Algorithm.SLIDING_WINDOW, driver, clock, seed).crowded();
            (seed % 2 == 0 ? run.charging() : run).compare(600, seed % 4 > 1, false);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void callsWithSeveralLimitsInDebtAreDecidedAsByTheReferenceModels(long seed) {
        TestClock clock = new TestClock();
        RedisStore store = redis.scripts("debts-" + UUID.randomUUID(), Duration.ofSeconds(30), clock);
        new SeveralDebtsRun(redis.driver(store, "several", ""), clock, seed).compare(300);
    }
}
