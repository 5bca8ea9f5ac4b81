package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.StoreDriver;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What Redis leases of a key where others wait or which is blocked. */
class LeasedPermitsTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final StoreDriver store = new StoreDriver(
            redis.batching("leased-permits", Duration.ofHours(2), null),
            "limiter",
            UUID.randomUUID().toString());

    private static RateLimit limit(Algorithm algorithm) {
        return RateLimit.of(400, Duration.ofHours(1)).withAlgorithm(algorithm);
    }

    private Grant lease(RateLimit limit) {
        return StoreDriver.get(store.store()
                .acquire(Acquisition.lease(store.demand(limit, 50), Deadline.after(Duration.ofSeconds(10)))));
    }

    @ParameterizedTest
    @EnumSource(
            names = {"LEAKY_BUCKET", "CALENDAR_WINDOW"},
            mode = Mode.EXCLUDE)
    void areNoneBeforeSomebodyWhoHasReservedMoreThanIsLeft(Algorithm algorithm) {
        RateLimit limit = limit(algorithm);
        assertThat(store.take(limit, 200)).isTrue();
        assertThat(lease(limit).reservations())
                .extracting(Reservation::demand)
                .containsExactly(store.demand(limit, 20));
        assertThat(store.acquire(limit, 300, Micros.of(Duration.ofHours(2))).delay())
                .isPositive();

        assertThat(lease(limit).reservations()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            names = {"LEAKY_BUCKET", "CALENDAR_WINDOW"},
            mode = Mode.EXCLUDE)
    void areNoneWhileTheKeyIsBlocked(Algorithm algorithm) {
        store.block(limit(algorithm), Duration.ofMinutes(1));

        Grant grant = lease(limit(algorithm));

        assertThat(grant.reservations()).isEmpty();
        assertThat(grant.decision().blocked()).isTrue();
    }
}
