package io.github.ratelimited.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.model.QueueModel.Answer;
import io.github.ratelimited.model.QueueModel.Due;
import io.github.ratelimited.model.QueueModel.Outcome;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Callers that wait, put to a store and to the models alike: who comes when is random, and not as they are told. */
public final class QueueRun {

    private static final long FOREVER = Micros.of(Duration.ofDays(10_000));

    private record Caller(Turn turn, long permits) {}

    private final StoreDriver store;
    private final TestClock clock;
    private final Random random;
    private final ReferenceModel limiter;
    private final QueueModel queue = new QueueModel();
    private final List<Caller> waiting = new ArrayList<>();
    private final Algorithm algorithm;
    private RateLimit limit;
    private long now;

    public QueueRun(Algorithm algorithm, StoreDriver store, TestClock clock, long seed) {
        this.store = store;
        this.clock = clock;
        this.random = new Random(seed);
        this.algorithm = algorithm;
        this.limit = randomLimit();
        if (algorithm == Algorithm.CALENDAR_WINDOW) {
            // Shortly before a window ends, for none is as short as the horizon.
            clock.advance(38_500_000);
        }
        this.limiter = ReferenceModel.of(limit);
    }

    private RateLimit randomLimit() {
        long rate = new long[] {1, 3, 10}[random.nextInt(3)];
        return Limits.of(rate, Duration.ofSeconds(1), algorithm);
    }

    /** Permits when others go first, found out by what is due now: where a rate is granted at once, so is the next. */
    static Due dueBy(ReferenceModel limiter, long now, long clock, RateLimit limit) {
        return (permits, ahead) -> {
            boolean bucket = limit.algorithm() == Algorithm.TOKEN_BUCKET || limit.algorithm() == Algorithm.LEAKY_BUCKET;
            long turns = bucket ? 0 : (permits + ahead - 1) / limit.rate();
            long first = permits + ahead - turns * limit.rate();
            if (limit.calendar() != null) {
                long behind = now - clock;
                return CalendarWindowModel.later(limit, limiter.due(now, limit, first) - behind, turns) - clock;
            }
            return limiter.due(now, limit, first) - now + turns * Micros.of(limit.interval());
        };
    }

    /** Fails at the first answer that differs. Tells how often each outcome was seen. */
    public int[] compare(int steps) {
        int[] seen = new int[Outcome.values().length];
        for (int step = 0; step < steps; step++) {
            clock.advance(random.nextInt(3) == 0 ? random.nextInt(400_000) : random.nextInt(50) == 0 ? 3_000_000 : 0);
            if (random.nextInt(100) == 0) {
                limit = randomLimit();
            }
            if (random.nextInt(200) == 0) {
                clock.advance(-random.nextInt(2_000_000));
            }
            now = limiter.look(clock.micros());
            seen[ask("step " + step).ordinal()]++;
        }
        return seen;
    }

    private Outcome ask(String where) {
        boolean again = !waiting.isEmpty() && random.nextInt(3) > 0;
        Duration horizon = Duration.ofSeconds(random.nextInt(4) == 0 ? 3 : 2);
        Caller caller = again
                ? waiting.remove(random.nextInt(waiting.size()))
                : new Caller(Turn.first(horizon), random.nextInt(4) == 0 ? 1 + random.nextInt((int) limit.rate()) : 1);
        if (caller.permits > limit.rate()) {
            return Outcome.REJECTED;
        }
        long[] waits = {FOREVER, FOREVER, FOREVER, 3_000_000, again ? -1 : 1_000_000};
        long maxWait = waits[random.nextInt(waits.length)];
        Answer expected = expected(caller, maxWait);
        Grant grant = store.ask(limit, caller.permits, maxWait, caller.turn);
        assertThat(answer(grant, caller.turn))
                .as(where + ", " + limit + ", " + caller)
                .isEqualTo(expected);
        if (expected.outcome() == Outcome.LATER) {
            waiting.add(new Caller(expected.turn(), caller.permits));
        }
        return expected.outcome();
    }

    private Answer expected(Caller caller, long maxWait) {
        long due = limiter.due(now, limit, caller.permits) - now;
        Answer answer = caller.turn.isFirst() && due == 0
                ? new Answer(Outcome.BOOKED, 0, caller.turn)
                : queue.ask(
                        clock.micros(),
                        caller.turn,
                        caller.permits,
                        maxWait,
                        dueBy(limiter, now, clock.micros(), limit));
        if (answer.outcome() == Outcome.BOOKED) {
            limiter.book(now, limit, caller.permits, now + answer.due());
            limiter.written(now);
        }
        Turn given = answer.turn();
        return answer.outcome() == Outcome.LATER
                ? new Answer(answer.outcome(), answer.due(), given.of(Basis.STORE))
                : answer;
    }

    /** What a store has answered. */
    public static Answer answer(Grant grant, Turn asked) {
        Turn turn = grant.turn();
        if (turn != null) {
            return new Answer(Outcome.LATER, Micros.of(grant.decision().retryAfter()), turn);
        }
        return grant.reservations().isEmpty()
                ? new Answer(Outcome.REJECTED, Micros.of(grant.decision().retryAfter()), asked)
                : new Answer(Outcome.BOOKED, Micros.of(grant.delay()), asked);
    }
}
