package io.github.ratelimited.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.Micros;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What was granted and not given back keeps what each algorithm promises, on a clock that never steps back, while that of
 * the state does, limits change and calls give back all or part of what they had taken. With {@code -Dtests.full} for thirty
 * times as many seeds.
 */
@Tag("once")
class PromiseTests {

    private static final int SEEDS = Integer.getInteger("promise.seeds", TestSize.of(100, 3_000));
    private static final long MINUTE = 60_000_000;
    private static final long[] RATES = {1, 2, 3, 7, 20};

    /** A grant by the clock that never steps back, when it was asked for and when it is due, and by the state's. */
    private static final class Use {

        final long asked;
        final long real;
        final long state;
        final RateLimit limit;
        final long permits;
        long left;

        Use(long asked, long real, long state, RateLimit limit, long permits) {
            this.asked = asked;
            this.real = real;
            this.state = state;
            this.limit = limit;
            this.permits = permits;
            this.left = permits;
        }
    }

    @ParameterizedTest
    @EnumSource
    void isKept(Algorithm algorithm) {
        for (long seed = 0; seed < SEEDS; seed++) {
            run(algorithm, seed, false);
        }
    }

    /** Calls that are settled are among them, and may have lost what they took to a release that another call made. */
    @ParameterizedTest
    @EnumSource(names = {"SLIDING_WINDOW", "FIXED_WINDOW", "CALENDAR_WINDOW", "SLIDING_WINDOW_COUNTER"})
    void isKeptWhereCallsReleaseWhatTheyDidNotUse(Algorithm algorithm) {
        for (long seed = 0; seed < SEEDS; seed++) {
            run(algorithm, seed, true);
        }
    }

    private static RateLimit limit(Algorithm algorithm, long interval, Random random) {
        RateLimit limit = Limits.of(RATES[random.nextInt(5)], Micros.toDuration(interval), algorithm);
        long[] bursts = {1, limit.rate(), 2 * limit.rate() + 1};
        return algorithm == Algorithm.TOKEN_BUCKET ? limit.withBurst(bursts[random.nextInt(3)]) : limit;
    }

    private static void run(Algorithm algorithm, long seed, boolean releases) {
        Random random = new Random(seed);
        boolean brief = random.nextBoolean();
        long interval = algorithm == Algorithm.CALENDAR_WINDOW ? MINUTE : brief ? 1_000 : 10_007;
        RateLimit limit = limit(algorithm, interval, random);
        RateLimit most = limit;
        ReferenceModel model = ReferenceModel.of(limit);
        List<Use> uses = new ArrayList<>();
        long real = 1_000_000_000;
        long behind = 0;
        List<Long> steps = new ArrayList<>();
        for (int step = 0; step < 250; step++) {
            real += random.nextInt(10) < 3 ? 0 : random.nextInt((int) interval / (seed % 2 == 0 ? 4 : 1));
            if (seed % 4 == 0 && random.nextInt(30) == 0) {
                behind += random.nextInt((int) interval);
                steps.add(real);
            }
            if (seed % 3 == 0 && random.nextInt(25) == 0) {
                limit = limit(algorithm, interval, random);
                most = larger(most, limit);
            }
            long now = model.look(real - behind);
            if (seed % 5 == 0 && random.nextInt(25) == 0) {
                model.block(now, random.nextInt(2 * (int) interval));
            }
            if (releases && random.nextInt(4) == 0 && !uses.isEmpty()) {
                Use use = uses.get(uses.size() - 1 - random.nextInt(Math.min(12, uses.size())));
                long unused = random.nextLong(use.permits) + 1;
                boolean counts = use.state <= now && use.state > now - interval;
                if (counts && use.left == use.permits) {
                    use.left -= unused;
                    if (model.release(now, limit, unused)) {
                        model.written(now);
                    }
                }
            } else if (random.nextInt(3) == 0 && !uses.isEmpty()) {
                Use use = uses.get(uses.size() - 1 - random.nextInt(Math.min(12, uses.size())));
                long back = random.nextBoolean() ? use.left : random.nextLong(use.left + 1);
                // One ticket gives back once.
                if (back > 0 && use.left == use.permits) {
                    use.left -= back;
                    if (model.giveBack(now, use.limit, use.permits, use.state, back)) {
                        model.written(now);
                    }
                }
            } else {
                long permits = random.nextInt(3) < 2 ? 1 : 1 + random.nextLong(limit.burst());
                long due = model.due(now, limit, permits);
                boolean inTime = due - now <= new long[] {0, interval, 5 * interval}[random.nextInt(3)];
                if (inTime && model.blockedFor(now) == 0) {
                    model.book(now, limit, permits, due);
                    model.written(now);
                    uses.add(new Use(real, real + due - now, due, limit, permits));
                }
            }
        }
        check(algorithm, uses, most, interval, steps, "seed " + seed);
    }

    private static RateLimit larger(RateLimit one, RateLimit other) {
        RateLimit rate = one.rate() >= other.rate() ? one : other;
        return rate.algorithm() == Algorithm.TOKEN_BUCKET ? rate.withBurst(Math.max(one.burst(), other.burst())) : rate;
    }

    private static void check(
            Algorithm algorithm, List<Use> uses, RateLimit most, long interval, List<Long> steps, String run) {
        for (int last = 0; last < uses.size(); last++) {
            Use grant = uses.get(last);
            long total = 0;
            for (int i = last; i >= 0 && grant.left > 0; i--) {
                Use use = uses.get(i);
                long span = grant.real - use.real;
                if (use.left > 0 && span >= 0) {
                    if (algorithm == Algorithm.LEAKY_BUCKET) {
                        assertThat(total * interval / most.rate()).as(run).isLessThanOrEqualTo(span + 1);
                        total += use.left;
                    } else {
                        total += use.left;
                        long allowed = allowed(algorithm, grant, most, interval, span);
                        // A calendar that steps back ends a window of the state once more, also one that was booked
                        // ahead, which is up to two intervals before its end.
                        long more = steps.stream()
                                .filter(step -> step > use.asked - 2 * interval && step <= grant.real)
                                .count();
                        boolean calendar = algorithm == Algorithm.CALENDAR_WINDOW;
                        assertThat(total).as(run).isLessThanOrEqualTo(allowed + (calendar ? more * most.rate() : 0));
                    }
                }
            }
        }
    }

    private static long allowed(Algorithm algorithm, Use grant, RateLimit most, long interval, long span) {
        return switch (algorithm) {
            // Each grant counts those of the interval that ends with it.
            case SLIDING_WINDOW -> span < interval ? grant.limit.rate() : Long.MAX_VALUE;
            case TOKEN_BUCKET -> most.burst() + (span + 2) * most.rate() / interval;
            default -> most.rate() * (span / interval + 2);
        };
    }
}
