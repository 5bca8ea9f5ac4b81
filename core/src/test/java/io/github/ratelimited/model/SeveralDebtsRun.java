package io.github.ratelimited.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** A seeded random sequence of calls with several limits, some in debt, put to a store and to the reference models. */
public final class SeveralDebtsRun {

    private static final Algorithm[] ALGORITHMS = Algorithm.values();
    private static final int KEYS = 4;

    private final StoreDriver store;
    private final TestClock clock;
    private final Random random;
    private final long seed;
    private final List<RateLimit> limits = new ArrayList<>();
    private final List<ReferenceModel> models = new ArrayList<>();
    private final List<Grant> held = new ArrayList<>();

    public SeveralDebtsRun(StoreDriver store, TestClock clock, long seed) {
        this.store = store;
        this.clock = clock;
        this.seed = seed;
        random = new Random(seed);
        for (int key = 0; key < KEYS; key++) {
            Algorithm algorithm = ALGORITHMS[random.nextInt(ALGORITHMS.length)];
            limits.add(Limits.of(2 + random.nextInt(8), Duration.ofSeconds(1), algorithm));
            models.add(ReferenceModel.of(limits.get(key)));
        }
    }

    /** Fails at the first answer that differs. */
    public void compare(int steps) {
        int ofSeveral = 0;
        for (int step = 0; step < steps; step++) {
            clock.advance(random.nextInt(3) == 0 ? random.nextInt(700_000) : random.nextInt(20_000));
            int action = random.nextInt(10);
            if (action == 0) {
                charge(random.nextInt(KEYS), 1 + random.nextInt(6));
            } else if (action < 4 && !held.isEmpty()) {
                settle(held.remove(random.nextInt(held.size())));
            } else {
                ofSeveral += acquire("step " + step + ", seed " + seed) ? 1 : 0;
            }
        }
        assertThat(ofSeveral).isBetween(steps / 50, steps / 2);
    }

    private void charge(int key, long permits) {
        model(key).charge(clock.micros(), limits.get(key), permits);
        StoreDriver.get(store.uses().charge(demand(key, permits)));
    }

    private Demand demand(int key, long permits) {
        return store.withKey(String.valueOf(key)).demand(limits.get(key), permits);
    }

    private ReferenceModel model(int key) {
        return models.get(key);
    }

    private static int key(Demand demand) {
        return Integer.parseInt(demand.key());
    }

    private void settle(Grant grant) {
        List<Settlement> settlements = new ArrayList<>();
        for (Reservation reservation : grant.reservations()) {
            Demand demand = reservation.demand();
            long actual = random.nextInt(3 * (int) demand.permits() + 1);
            long back = demand.permits() - actual;
            if (back < 0) {
                model(key(demand)).charge(clock.micros(), demand.limit(), -back);
            } else if (back > 0) {
                model(key(demand))
                        .giveBack(clock.micros(), demand.limit(), demand.permits(), reservation.stateTime(), back);
            }
            settlements.add(new Settlement(reservation, actual));
        }
        StoreDriver.get(store.store().settle(settlements));
    }

    /** Tells whether a call for several was granted. */
    private boolean acquire(String where) {
        long now = clock.micros();
        List<Integer> keys = new ArrayList<>(List.of(0, 1, 2, 3));
        Collections.shuffle(keys, random);
        List<Demand> demands = keys.subList(0, 1 + random.nextInt(3)).stream()
                .map(key -> demand(key, 1 + random.nextInt(2)))
                .toList();
        List<Long> dues = demands.stream()
                .map(demand -> model(key(demand)).dueOf(now, demand.limit(), demand.permits()))
                .toList();
        boolean granted = dues.stream().allMatch(due -> due <= now);
        List<Decision> expected = new ArrayList<>();
        for (int i = 0; i < demands.size(); i++) {
            if (granted) {
                Demand demand = demands.get(i);
                model(key(demand)).book(now, demand.limit(), demand.permits(), dues.get(i));
            }
            expected.add(decision(demands.get(i), dues.get(i), now));
        }

        Grant grant = store.acquire(demands, 0);

        assertThat(grant.decisions()).as("%s: %s", where, demands).isEqualTo(expected);
        assertThat(grant.allowed()).as("%s: %s", where, demands).isEqualTo(granted);
        if (granted) {
            held.add(grant);
        }
        return granted && demands.size() > 1;
    }

    private Decision decision(Demand demand, long due, long now) {
        boolean allowed = due <= now;
        ReferenceModel model = model(key(demand));
        Decision decision = Decision.of(demand.limiter(), demand.limit())
                .allowed(allowed)
                .remaining(model.remaining(now, demand.limit()))
                .retryAfter(allowed ? Duration.ZERO : Micros.toDuration(due - now))
                .resetAfter(Micros.toDuration(model.resetAt(now, demand.limit()) - now))
                .build();
        return demand.within(now, decision);
    }
}
