package io.github.ratelimited.local;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.StoreKit;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;

class LocalStoreTests extends StoreKit {

    @Override
    protected TestedStore open(TestClock clock) {
        return TestedStore.of(new LocalStore(Micros.clock(clock), Basis.STORE, 1_000_000));
    }
}
