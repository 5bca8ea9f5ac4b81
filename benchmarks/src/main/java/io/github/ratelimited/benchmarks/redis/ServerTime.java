package io.github.ratelimited.benchmarks.redis;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.benchmarks.measure.Contender;
import io.github.ratelimited.benchmarks.measure.Loop;
import io.github.ratelimited.benchmarks.measure.Measure;
import io.github.ratelimited.benchmarks.measure.Plan;
import io.github.ratelimited.benchmarks.measure.Result;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.redisson.api.RRateLimiter;

/**
 * What calls cost the server, by its own count of the time that scripts take.
 *
 * @param plan how much is measured
 * @param peers this library and the others
 * @param use what the server says of its costs
 */
public record ServerTime(Plan plan, Peers peers, ServerUse use) {

    private static final RateLimit PLENTY = RateLimit.of(100_000, Duration.ofMillis(100));
    private static final RateLimit YEAR =
            RateLimit.perCalendar(1_000_000_000, CalendarUnit.YEAR, ZoneId.of("Europe/Berlin"));
    private static final RateLimit FEW = RateLimit.of(5, Duration.ofHours(1));
    private static final String ONE_BY_ONE = "one-by-one";
    private static final String UNIT = "us of the server a call";

    /** Of which those do not count in which other scripts ran as well. */
    private static final int MOST_ROUNDS = 20;

    /** For each round that counts: the compiler needs this long. */
    private static final int WARM_UPS = 7;

    private Loop loop() {
        return new Loop(plan.rounds(), plan.round(), peers.processors());
    }

    /** {@return what is granted, one by one, and in the batches that many threads make} */
    public Result granted() {
        RateLimiter ours = peers.withoutMemory("granted", PLENTY);
        RRateLimiter redisson = peers.redisson("granted", PLENTY);
        RateLimiter bucket = peers.withoutMemory("granted-bucket", PLENTY.withAlgorithm(Algorithm.TOKEN_BUCKET));
        RateLimiter calendar = peers.withoutMemory("granted-calendar", YEAR);
        Map<String, Measure> measures = oneByOne(List.of(
                new Contender(Result.OURS, number -> ours.tryAcquire()),
                new Contender(Peers.REDISSON, number -> redisson.tryAcquire()),
                new Contender(Result.OURS + " TOKEN_BUCKET", number -> bucket.tryAcquire()),
                new Contender(Result.OURS + " CALENDAR_WINDOW", number -> calendar.tryAcquire())));
        Contender hot = peers.all("granted-hot", 1, PLENTY).get(0);
        Contender many = peers.all("granted-many", plan.keys(), PLENTY).get(0);
        loop().byTurns(
                        List.of(
                                new Contender(Result.OURS + " in batches, hot key", hot.call()),
                                new Contender(Result.OURS + " in batches, many keys", many.call())),
                        this::underLoad)
                .forEach(measures::put);
        return new Result("server_us_granted", "Server time of a granted call", UNIT, measures);
    }

    /** {@return what is rejected; each asks the server, as what is rejected from memory costs it nothing} */
    public Result rejected() {
        RateLimiter ours = peers.withoutMemory("rejected", FEW);
        RRateLimiter redisson = peers.redisson("rejected", FEW);
        for (int i = 0; i < 5; i++) {
            ours.tryAcquire();
            redisson.tryAcquire();
        }
        Map<String, Measure> measures = oneByOne(List.of(
                new Contender(Result.OURS, number -> ours.tryAcquire()),
                new Contender(Peers.REDISSON, number -> redisson.tryAcquire())));
        return new Result("server_us_denied", "Server time of a rejected call that reaches Redis", UNIT, measures);
    }

    /** A server that is left idle for longer by callers that are not compiled yet takes longer for the same. */
    private Map<String, Measure> oneByOne(List<Contender> contenders) {
        for (int i = 0; i < WARM_UPS * plan.rounds(); i++) {
            contenders.forEach(this::oneByOne);
        }
        return new LinkedHashMap<>(loop().byTurns(contenders, this::oneByOne));
    }

    private double oneByOne(Contender contender) {
        long before = use.scriptMicros();
        for (int i = 0; i < plan.calls(); i++) {
            contender.call().at(i);
        }
        return (double) (use.scriptMicros() - before) / plan.calls();
    }

    private double underLoad(Contender contender) {
        LongAdder calls = new LongAdder();
        long before = use.scriptMicros();
        new Loop(0, plan.round(), peers.processors())
                .callsPerSecond(plan.threads(), List.of(new Contender(contender.name(), number -> {
                    calls.increment();
                    return contender.call().at(number);
                })));
        return (double) (use.scriptMicros() - before) / calls.sum();
    }

    /** {@return the memory and the end of a window whose permits have all expired while its key is still there} */
    public List<Result> expiry() {
        int permits = plan.permits();
        RRateLimiter redisson = peers.redisson("filled", RateLimit.of(permits + 1, Duration.ofHours(1)));
        InFlight fill = new InFlight(256, redisson::tryAcquireAsync);
        fill.start(permits);
        fill.finish();
        double theirBytes = (double) use.bytes("filled") / permits;
        // Only what it has to look through is changed, not how.
        use.connection().command("HSET", "filled", "interval", "1");
        double ourBytes = fillOneByOne(permits);
        List<Double> ours = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        for (int round = 0; round < MOST_ROUNDS && ours.size() < Math.min(3, plan.rounds()); round++) {
            copy("filled", "copy" + round);
            RRateLimiter expired = peers.redisson.getRateLimiter("copy" + round);
            theirs.add(milliseconds(expired::tryAcquire));
            copy(ONE_BY_ONE, "window" + round);
            RateLimiter window = peers.withoutMemory("window" + round, RateLimit.of(permits, Duration.ofMillis(500)));
            Pause.until(() -> window.availablePermits() == permits);
            long scripts = use.scripts();
            double milliseconds = milliseconds(window::tryAcquire);
            // Scripts that look for new limits every second may take as long.
            if (use.scripts() == scripts + 1) {
                ours.add(milliseconds);
            }
        }
        Map<String, Measure> bytes =
                Result.pair(Measure.of(List.of(ourBytes)), Peers.REDISSON, Measure.of(List.of(theirBytes)));
        bytes.put(Result.OURS + " in calls for many permits", Measure.of(List.of(bytesOfCallsForMany(permits))));
        return List.of(
                new Result("bytes_per_permit", "Memory of an exact window", "bytes a permit", bytes),
                compared(
                        "ms_after_100k_expired",
                        "First call after a full window has expired",
                        "ms of the server",
                        ours,
                        theirs));
    }

    /** What calls that do not overlap leave is the most. */
    private double fillOneByOne(int permits) {
        RateLimiter window = peers.withoutMemory(ONE_BY_ONE, RateLimit.of(permits, Duration.ofHours(1)));
        for (int i = 0; i < permits; i++) {
            window.acquire();
        }
        return (double) use.bytes(ONE_BY_ONE) / permits;
    }

    private double bytesOfCallsForMany(int permits) {
        RateLimiter window = peers.withoutMemory("for-many", RateLimit.of(permits, Duration.ofHours(1)));
        for (int i = 0; i < 10; i++) {
            window.acquire(permits / 10);
        }
        return (double) use.bytes("for-many") / permits;
    }

    private void copy(String from, String to) {
        for (String key : use.keys(from)) {
            use.connection().command("COPY", key, key.replace(from, to));
        }
    }

    private static Result compared(String key, String title, String unit, List<Double> ours, List<Double> theirs) {
        return new Result(key, title, unit, Result.pair(Measure.of(ours), Peers.REDISSON, Measure.of(theirs)));
    }

    private double milliseconds(Runnable call) {
        long before = use.scriptMicros();
        call.run();
        return (use.scriptMicros() - before) / 1000.0;
    }
}
