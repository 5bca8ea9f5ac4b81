package io.github.ratelimited.local;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.store.CalendarStoreContract;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalCalendarTests extends CalendarStoreContract {

    @Override
    protected TestedStore open(TestClock clock) {
        return TestedStore.of(new LocalStore(Micros.clock(clock), Basis.STORE, 1_000_000));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void letsCallersWaitAsTheReferenceModelsDo(long seed) {
        compareQueue(seed);
    }
}
