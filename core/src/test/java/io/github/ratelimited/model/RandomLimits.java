package io.github.ratelimited.model;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Micros;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;

/** The limits of a random run, which one key may have one after another. */
final class RandomLimits {

    private static final long[] RATES = {1, 2, 3, 7, 20};
    private static final long[] INTERVALS = {1000, 10_007, 1_000_000};
    private static final List<String> ZONES =
            List.of("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia");

    private final Algorithm algorithm;
    private final long seed;
    private final Random random;
    private final long interval;

    RandomLimits(Algorithm algorithm, long seed, Random random) {
        this.algorithm = algorithm;
        this.seed = seed;
        this.random = random;
        long some = INTERVALS[random.nextInt(INTERVALS.length)];
        this.interval = algorithm == Algorithm.CALENDAR_WINDOW ? lengthOf(unit(seed)) : some;
    }

    /** About the length of the windows, in microseconds. */
    long interval() {
        return interval;
    }

    /** @param crowded whether many calls are to count at once */
    RateLimit next(boolean crowded) {
        long rate = crowded ? 50 + random.nextInt(100) : RATES[random.nextInt(RATES.length)];
        if (algorithm == Algorithm.CALENDAR_WINDOW) {
            return randomCalendar(rate);
        }
        // The limit of a name may be changed to another interval.
        long length = seed % 2 == 1 ? interval * (1 + random.nextInt(3)) : interval;
        RateLimit any = RateLimit.of(rate, Micros.toDuration(length)).withAlgorithm(algorithm);
        long[] bursts = {1, rate, 2 * rate + 1};
        return algorithm == Algorithm.TOKEN_BUCKET ? any.withBurst(bursts[random.nextInt(3)]) : any;
    }

    /** Each run has windows of about one length. */
    private static CalendarUnit unit(long seed) {
        CalendarUnit[] units = CalendarUnit.values();
        return units[(int) (seed % (units.length - 1))];
    }

    private static long lengthOf(CalendarUnit unit) {
        return Micros.of(RateLimit.perCalendar(1, unit, ZoneOffset.UTC).interval());
    }

    private RateLimit randomCalendar(long rate) {
        CalendarUnit unit = random.nextInt(5) == 0 ? unit(seed + 1) : unit(seed);
        return RateLimit.perCalendar(rate, unit, ZoneId.of(ZONES.get(random.nextInt(ZONES.size()))));
    }
}
