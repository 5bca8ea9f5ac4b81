package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.model.ReferenceModel;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One script that settles many calls of one key does what as many scripts would. */
class SettledTogetherTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static final int ROUNDS = 12;

    private final TestClock clock = new TestClock();
    private final RedisStore store = redis.scripts("together", Duration.ofSeconds(30), clock);
    private final StoreDriver driver =
            redis.driver(store, "together", UUID.randomUUID().toString());

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void asTheReferenceModelDoesOneByOne(Algorithm algorithm) {
        for (long seed = 0; seed < 4; seed++) {
            compare(algorithm, new Random(seed));
            driver.reset(limit(algorithm));
        }
    }

    /** One call has expired when it is settled, so nothing else counts when all of the other has gone back. */
    @Test
    void whatIsChargedAfterAllWentBackCountsForAWholeInterval() {
        RateLimit limit = RateLimit.of(2, Duration.ofSeconds(1));
        Reservation expired = driver.acquire(limit, 1, 0).reservations().get(0);
        clock.advance(1_100_000);
        Reservation unused = driver.acquire(limit, 1, 0).reservations().get(0);
        clock.advance(800_000);

        StoreDriver.get(store.settleAll(List.of(new Settlement(unused, 0), new Settlement(expired, 3))));

        assertThat(driver.decide(limit, 1, 0).retryAfter()).isEqualTo(Duration.ofSeconds(1));
        assertThat(driver.decide(limit, 1, 5_000_000).delay()).isEqualTo(Duration.ofSeconds(1));
    }

    private static RateLimit limit(Algorithm algorithm) {
        return RateLimit.of(120, Duration.ofSeconds(2)).withAlgorithm(algorithm);
    }

    private void compare(Algorithm algorithm, Random random) {
        RateLimit limit = limit(algorithm);
        ReferenceModel model = ReferenceModel.of(limit);
        List<Reservation> held = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (int call = 0; call < 30; call++) {
                clock.advance(random.nextInt(3) == 0 ? 0 : random.nextInt(40_000));
                held.addAll(take(limit, model, 1 + random.nextInt(4)).reservations());
            }
            Collections.shuffle(held, random);
            List<Reservation> settled = held.subList(0, random.nextInt(held.size() + 1));
            settle(model, settled, random);
            settled.clear();
            long now = model.look(clock.micros());
            assertThat(driver.usage(limit).remaining()).isEqualTo(model.remaining(now, limit));
        }
    }

    private Grant take(RateLimit limit, ReferenceModel model, long permits) {
        long now = model.look(clock.micros());
        long due = model.due(now, limit, permits);
        if (due == now) {
            model.book(now, limit, permits, due);
            model.written(now);
        }
        Grant grant = driver.acquire(limit, permits, 0);
        Decision decision = grant.decision();
        assertThat(decision.allowed()).isEqualTo(due == now);
        assertThat(decision.remaining()).isEqualTo(model.remaining(now, limit));
        return grant;
    }

    /** Most newest first, as batches send them, and some in any order; some used more than they had taken. */
    private void settle(ReferenceModel model, List<Reservation> reservations, Random random) {
        List<Settlement> settlements = new ArrayList<>();
        reservations.forEach(reservation -> settlements.add(new Settlement(
                reservation,
                random.nextInt(8) == 0
                        ? 6
                        : random.nextInt((int) reservation.demand().permits()))));
        if (random.nextInt(4) > 0) {
            settlements.sort(Comparator.comparingLong(
                            (Settlement each) -> each.reservation().stateTime())
                    .reversed());
        }
        long now = model.look(clock.micros());
        for (Settlement settlement : settlements) {
            RateLimit limit = settlement.demand().limit();
            long back = settlement.back();
            if (back < 0) {
                model.charge(now, limit, -back);
                model.written(now);
            } else if (model.giveBack(
                    now,
                    limit,
                    settlement.demand().permits(),
                    settlement.reservation().stateTime(),
                    back)) {
                model.written(now);
            }
        }
        if (!settlements.isEmpty()) {
            assertThat(StoreDriver.get(store.settleAll(settlements))).hasSameSizeAs(settlements);
        }
    }
}
