package io.github.ratelimited.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A seeded random sequence of requests, give-backs and releases, put to a store and to the reference model alike. */
public final class RandomRun {

    private static final long HORIZON = 30_000_000;

    /** More in all, and a clock is taken for one that tells anything. */
    private static final long LONGEST_STEP = 1_000_000_000_000L;

    private final StoreDriver store;
    private final TestClock clock;
    private final long seed;
    private final Random random;
    private final RandomLimits limits;
    private final ReferenceModel model;
    private final long interval;
    private final List<Grant> held = new ArrayList<>();
    private RateLimit limit;
    private boolean remembers;
    private boolean blocks;
    private boolean charges;
    private boolean crowded;
    private long now;

    public RandomRun(Algorithm algorithm, StoreDriver store, TestClock clock, long seed) {
        this.store = store;
        this.clock = clock;
        this.seed = seed;
        this.random = new Random(seed);
        this.limits = new RandomLimits(algorithm, seed, random);
        this.interval = limits.interval();
        this.limit = limits.next(crowded);
        this.model = ReferenceModel.of(limit);
    }

    /**
     * Fails at the first answer that differs.
     *
     * @param remembers whether a rejection of more permits may tell what was true of a smaller request before
     */
    public void compare(int steps, boolean changeLimits, boolean remembers) {
        this.remembers = remembers;
        for (int step = 0; step < steps; step++) {
            if (random.nextInt(10) < 7) {
                clock.advance(pause());
            }
            if (changeLimits && random.nextInt(100) < 3) {
                limit = limits.next(crowded);
            }
            if (changeLimits && random.nextInt(200) == 0) {
                clock.advance(-stepBack());
            }
            now = model.look(clock.micros());
            int action = random.nextInt(20);
            if (action < 4 && !held.isEmpty()) {
                giveBack();
            } else if (action == 4) {
                release();
            } else if (action == 5 && charges) {
                StoreDriver.get(store.uses().charge(charge(limit)));
            } else if (action == 6 && blocks) {
                block();
            } else {
                acquire("step " + step + ", seed " + seed + ", " + limit);
            }
        }
    }

    /** Counts permits that are used already as well, or beyond what was taken, and asks for nothing. */
    public RandomRun charging() {
        charges = true;
        return this;
    }

    /** Lets many calls count at once, of few permits each. */
    public RandomRun crowded() {
        crowded = true;
        limit = limits.next(crowded);
        return this;
    }

    /** Blocks now and then, and lifts blocks. */
    public RandomRun blocking() {
        blocks = true;
        return this;
    }

    private void block() {
        long span = random.nextInt(3) == 0 ? 0 : 1 + random.nextLong(2 * interval);
        model.block(now, span);
        store.block(limit, Micros.toDuration(span));
        assertThat(store.usage(limit).blockedFor()).isEqualTo(Micros.toDuration(model.blockedFor(now)));
    }

    private Demand charge(RateLimit chargedLimit) {
        long permits = 1 + random.nextInt(3 * (int) chargedLimit.rate());
        model.charge(now, chargedLimit, permits);
        model.written(now);
        return store.demand(chargedLimit, permits);
    }

    private long stepBack() {
        return random.nextBoolean()
                ? random.nextLong(3 * Math.min(interval, LONGEST_STEP))
                : HORIZON + random.nextInt(20_000_000);
    }

    private long pause() {
        if (crowded && random.nextInt(200) > 0) {
            return random.nextLong(interval / 50 + 1);
        }
        return switch (random.nextInt(5)) {
            case 0, 1 -> 0;
            case 2 -> 1;
            case 3 -> random.nextLong(interval / 4 + 1);
            default -> random.nextLong(2 * interval);
        };
    }

    private void acquire(String where) {
        boolean nothing = charges && random.nextInt(8) == 0;
        long most = crowded ? 2 : limit.burst();
        long permits = nothing ? 0 : random.nextInt(3) < 2 ? 1 : 1 + random.nextInt((int) most);
        long[] waits = {0, interval, 5 * interval};
        long maxWait = nothing ? 0 : model.longestWait(limit, waits[random.nextInt(3)]);
        long due = model.dueOf(now, limit, permits);
        long blockedFor = model.blockedFor(now);
        boolean allowed = due - now <= maxWait && blockedFor == 0;
        if (allowed && !nothing) {
            model.book(now, limit, permits, due);
            model.written(now);
        }
        Decision expected = Decision.of(store.limiter(), limit)
                .allowed(allowed)
                .delay(allowed ? Micros.toDuration(due - now) : Duration.ZERO)
                .remaining(model.remaining(now, limit))
                .retryAfter(allowed ? Duration.ZERO : Micros.toDuration(due - now))
                .resetAfter(Micros.toDuration(model.resetAt(now, limit) - now))
                .build();
        if (blockedFor > 0) {
            Duration left = Micros.toDuration(blockedFor);
            Duration reset = expected.resetAfter().compareTo(left) > 0 ? expected.resetAfter() : left;
            expected = store.demand(limit, permits).blocked(left, reset, Decision.Basis.STORE);
        }
        if (limit.calendar() != null) {
            long moment = clock.micros() + (allowed ? due - now : 0);
            expected = expected.but()
                    .window(CalendarWindowModel.window(limit, moment))
                    .build();
        }

        Grant grant = store.acquire(limit, permits, maxWait);
        if (remembers && !allowed && permits > 1) {
            assertLeast(grant.decision(), expected, maxWait, where);
        } else {
            assertThat(grant.decision()).as(where + ", permits " + permits).isEqualTo(expected);
        }
        if (allowed && !nothing) {
            assertThat(reservation(grant).stateTime()).as(where).isEqualTo(due);
            assertThat(reservation(grant).grantedAt()).as(where).isEqualTo(clock.micros() + due - now);
            held.add(grant);
        }
        held.removeIf(old -> reservation(old).stateTime() < now - 3 * interval);
    }

    private static void assertLeast(Decision rejection, Decision expected, long maxWait, String where) {
        assertThat(rejection.allowed()).as(where).isFalse();
        assertThat(rejection.retryAfter()).as(where).isBetween(Micros.toDuration(maxWait + 1), expected.retryAfter());
        assertThat(rejection.remaining()).as(where).isLessThanOrEqualTo(expected.remaining());
        assertThat(rejection.resetAfter()).as(where).isLessThanOrEqualTo(expected.resetAfter());
    }

    private static Reservation reservation(Grant grant) {
        return grant.reservations().get(0);
    }

    private void giveBack() {
        Reservation reservation = reservation(held.remove(random.nextInt(held.size())));
        Demand demand = reservation.demand();
        if (charges && random.nextInt(4) == 0) {
            store.settle(new Settlement(
                    reservation, demand.permits() + charge(demand.limit()).permits()));
            return;
        }
        long back = random.nextBoolean() ? demand.permits() : 1 + random.nextInt((int) demand.permits());
        if (model.giveBack(now, demand.limit(), demand.permits(), reservation.stateTime(), back)) {
            model.written(now);
        }
        store.settle(new Settlement(reservation, demand.permits() - back));
    }

    private void release() {
        long permits = 1 + random.nextInt(3);
        if (model.release(now, limit, permits)) {
            model.written(now);
        }
        store.release(limit, permits);
    }
}
