package io.github.ratelimited.topology;

import io.github.ratelimited.redis.RealCluster;
import io.github.ratelimited.store.StoreKit;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/** Three masters. The scripts do the same on any server; here it matters that they reach the right one. */
@Tag("once")
class ClusterStoreTests extends StoreKit {

    @AutoClose
    private static final RealCluster cluster = RealCluster.open();

    @Override
    protected TestedStore open(TestClock clock) {
        return cluster.store("contract", clock);
    }
}
