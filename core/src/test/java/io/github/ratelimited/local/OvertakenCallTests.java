package io.github.ratelimited.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.StoreDriver;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A call that has read the clock and is overtaken by one that reads it later decides by the later time. */
class OvertakenCallTests {

    private static final long LATER = 10_000;

    private enum Overtaking {
        ACQUIRE,
        ACQUIRE_ALL,
        GIVE_BACK,
        RELEASE,
        USAGE
    }

    private final LocalStore store = new LocalStore(this::read, Basis.STORE, 100);
    private final StoreDriver driver = new StoreDriver(store, "api", "");
    private final UsageMemo memo = UsageMemo.empty();
    private long moment = 1_790_000_000_000_000L;
    private Runnable meanwhile = () -> {};

    /** What it tells has passed by the time that the caller goes on. */
    private long read() {
        long read = moment;
        Runnable overtaking = meanwhile;
        meanwhile = () -> {};
        overtaking.run();
        return read;
    }

    @ParameterizedTest
    @EnumSource
    void decidesByTheTimeOfWhoOvertookIt(Overtaking overtaking) {
        RateLimit limit = RateLimit.of(1_000, Duration.ofSeconds(1)).withAlgorithm(Algorithm.TOKEN_BUCKET);
        Demand one = driver.demand(limit, 1);
        Grant all = driver.acquire(limit, 1_000, 0);
        store.decideNow(one, memo);
        meanwhile = () -> {
            moment += LATER;
            overtake(overtaking, limit, all);
        };

        Decision decision = store.decideNow(one, memo);

        // Ten permits have come back by then, of which each that took has one.
        assertThat(decision).isNotNull();
        assertThat(decision.allowed()).isTrue();
        long taken = overtaking == Overtaking.ACQUIRE || overtaking == Overtaking.ACQUIRE_ALL ? 2 : 1;
        long back = overtaking == Overtaking.RELEASE ? 1 : overtaking == Overtaking.GIVE_BACK ? 990 : 0;
        assertThat(decision.remaining()).isEqualTo(10 - taken + back);
        assertThat(driver.usage(limit).remaining()).isEqualTo(10 - taken + back);
    }

    private void overtake(Overtaking overtaking, RateLimit limit, Grant all) {
        switch (overtaking) {
            case ACQUIRE -> assertThat(driver.take(limit, 1)).isTrue();
            case ACQUIRE_ALL ->
                assertThat(driver.acquire(
                                        List.of(
                                                driver.demand(limit, 1),
                                                driver.withKey("b").demand(limit, 1)),
                                        0)
                                .allowed())
                        .isTrue();
            case GIVE_BACK -> driver.giveBack(all);
            case RELEASE -> driver.release(limit, 1);
            case USAGE -> driver.usage(limit);
        }
    }
}
