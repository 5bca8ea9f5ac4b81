package io.github.ratelimited.faults;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimiter;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Calls that come at a steady pace whatever happens to the server, and what each of them saw. */
final class Traffic implements AutoCloseable {

    private static final int PER_SECOND = 500;

    record Seen(
            long askedAt,
            long nanos,
            @Nullable Decision decision,
            @Nullable Throwable failure) {

        boolean isOf(Basis basis) {
            return decision != null && decision.basis() == basis;
        }

        boolean isGrantOf(Basis basis) {
            return isOf(basis) && decision.allowed();
        }

        Duration took() {
            return Duration.ofNanos(nanos);
        }
    }

    private final ScheduledExecutorService callers = Executors.newSingleThreadScheduledExecutor();
    private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
    private final AtomicLong calls = new AtomicLong();

    /** One permit a call, now or not at all. */
    static Traffic on(RateLimiter limiter) {
        Traffic traffic = new Traffic();
        traffic.callers.scheduleAtFixedRate(
                () -> traffic.call(limiter), 0, 1_000_000_000 / PER_SECOND, TimeUnit.NANOSECONDS);
        return traffic;
    }

    private void call(RateLimiter limiter) {
        calls.incrementAndGet();
        long start = System.nanoTime();
        limiter.decideAsync(1, Duration.ZERO)
                .whenComplete(
                        (decision, failure) -> seen.add(new Seen(start, System.nanoTime() - start, decision, failure)));
    }

    List<Seen> seen() {
        return List.copyOf(seen);
    }

    long count(Predicate<Seen> what) {
        return seen.stream().filter(what).count();
    }

    long grants() {
        return count(call -> call.decision() != null && call.decision().allowed());
    }

    long grants(Basis basis) {
        return count(call -> call.isGrantOf(basis));
    }

    /** Waits until so many more calls have seen something. */
    Traffic await(int more, Predicate<Seen> what) {
        long start = System.nanoTime();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> count(call -> call.askedAt() >= start && what.test(call)) >= more);
        return this;
    }

    /** Longest time that a call took. */
    Duration slowest() {
        return seen.stream().map(Seen::took).max(Duration::compareTo).orElse(Duration.ZERO);
    }

    /** Time from a moment of {@link System#nanoTime()} until the first call after it that the store decided. */
    Duration untilStoreAfter(long moment) {
        return Duration.ofNanos(seen.stream()
                .filter(call -> call.askedAt() > moment && call.isOf(Basis.STORE))
                .mapToLong(call -> call.askedAt() - moment)
                .min()
                .orElse(Long.MAX_VALUE));
    }

    /** Ends the calls and waits for the last answers; nobody may be left without one. */
    void end() {
        callers.shutdownNow();
        Awaitility.await().until(() -> seen.size() == calls.get());
    }

    @Override
    public void close() {
        callers.shutdownNow();
    }
}
