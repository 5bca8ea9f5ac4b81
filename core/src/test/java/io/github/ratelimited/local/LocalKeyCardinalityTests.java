package io.github.ratelimited.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LocalKeyCardinalityTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final TestClock clock = new TestClock();
    private final LocalStore store = new LocalStore(Micros.clock(clock), Basis.STORE, 200_000);
    private final StoreDriver driver = new StoreDriver(store, "api", "");

    @ParameterizedTest(name = "2.20 100,000 different keys leave nothing in the JVM after they expire: {0}")
    @EnumSource
    void leavesNothingOfManyKeys(Algorithm algorithm) {
        RateLimit limit = Limits.of(1, SECOND, algorithm);
        for (int i = 0; i < 100_000; i++) {
            assertThat(driver.withKey("user" + i).take(limit, 1)).isTrue();
        }
        assertThat(store.size()).isEqualTo(100_000);
        clock.advance(10 * Micros.of(limit.interval()));
        driver.take(limit, 1);
        assertThat(store.size()).isEqualTo(1);
    }

    @ParameterizedTest(name = "2.20 reading a limit keeps no state for longer: {0}")
    @EnumSource
    void readingKeepsNothing(Algorithm algorithm) {
        RateLimit limit = Limits.of(1, SECOND, algorithm);
        for (int i = 0; i < 1000; i++) {
            driver.withKey("user" + i).usage(limit);
        }
        clock.advance(10 * Micros.of(limit.interval()));
        driver.take(limit, 1);
        assertThat(store.size()).isEqualTo(1);
    }

    @Test
    void aFloodOfKeysIsBoundedAndDoesNotPushOutWhoIsAskedForAllTheTime() {
        RateLimit limit = RateLimit.of(1, Duration.ofHours(1));
        LocalStore bounded = new LocalStore(Micros.clock(clock), Basis.LOCAL, 1_000);
        StoreDriver flood = new StoreDriver(bounded, "api", "");
        StoreDriver other = new StoreDriver(bounded, "other", "alice");
        assertThat(flood.withKey("alice").take(limit, 1)).isTrue();
        assertThat(other.take(limit, 1)).isTrue();
        for (int i = 0; i < 50_000; i++) {
            flood.withKey("user" + i).take(limit, 1);
            if (i % 10 == 0) {
                assertThat(flood.withKey("alice").take(limit, 1)).isFalse();
                assertThat(other.take(limit, 1)).isFalse();
            }
        }
        assertThat(bounded.size()).isLessThanOrEqualTo(1_000);
    }

    @Test
    void aFloodOfKeysDoesNotPushOutALimiterWhoseCallersNoteWhereItIs() {
        RateLimit limit = RateLimit.of(100, Duration.ofHours(1)).withAlgorithm(Algorithm.FIXED_WINDOW);
        LocalStore bounded = new LocalStore(Micros.clock(clock), Basis.LOCAL, 1_000);
        StoreDriver flood = new StoreDriver(bounded, "api", "");
        Demand whole = new Demand("whole", "", limit, 1);
        UsageMemo memo = UsageMemo.empty();
        int granted = 0;
        for (int i = 0; i < 50_000; i++) {
            flood.withKey("user" + i).take(limit, 1);
            if (i % 5 == 0) {
                granted += bounded.decideNow(whole, memo).allowed() ? 1 : 0;
            }
        }
        assertThat(granted).isEqualTo(100);
    }

    @Test
    void norOneThatIsUsedNowAndThen() {
        RateLimit limit = RateLimit.of(20, Duration.ofHours(10)).withAlgorithm(Algorithm.FIXED_WINDOW);
        LocalStore bounded = new LocalStore(Micros.clock(clock), Basis.LOCAL, 1_000);
        StoreDriver flood = new StoreDriver(bounded, "api", "");
        Demand whole = new Demand("whole", "", limit, 1);
        UsageMemo memo = UsageMemo.empty();
        int granted = 0;
        for (int i = 0; i < 10_000; i++) {
            flood.withKey("user" + i).take(limit, 1);
            if (i % 200 == 0) {
                clock.advance(2_000_000);
                granted += bounded.decideNow(whole, memo).allowed() ? 1 : 0;
            }
        }
        assertThat(granted).isEqualTo(20);
    }
}
