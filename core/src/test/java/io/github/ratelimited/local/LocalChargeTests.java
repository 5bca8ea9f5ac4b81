package io.github.ratelimited.local;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.model.RandomRun;
import io.github.ratelimited.model.SeveralDebtsRun;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalChargeTests {

    @ParameterizedTest
    @EnumSource
    void permitsThatAreUsedAlreadyCountAsInTheReferenceModel(Algorithm algorithm) {
        for (long seed = 0; seed < 40; seed++) {
            TestClock clock = new TestClock();
            LocalStore store = new LocalStore(clock::micros, Basis.STORE, 1_000);
            new RandomRun(algorithm, new StoreDriver(store, "charged", ""), clock, seed)
                    .charging()
                    .compare(400, seed % 2 == 0, false);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void callsWithSeveralLimitsInDebtAreDecidedAsByTheReferenceModels(long seed) {
        TestClock clock = new TestClock();
        LocalStore store = new LocalStore(clock::micros, Basis.STORE, 1_000);
        new SeveralDebtsRun(new StoreDriver(store, "several", ""), clock, seed).compare(2_000);
    }
}
