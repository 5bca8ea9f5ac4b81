package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.internal.Nanos;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The timeout of one call. Everything since the call counts towards it: finding its limit, the answers of the store, a turn in
 * a queue, and the sleep until permits are due. It says how far ahead permits may be due, and a permission that comes too late
 * for it goes back as a rejection. It does not end the wait for an answer of the store: that has a timeout of its own,
 * {@link WaitRegistry#deadline}, after which the failure policy decides. Safe for use by many threads.
 */
final class CallTimeout {

    /** A caller that waits longer asks again then: a change of the limit can delay a turn by millions of years. */
    static final Duration LONGEST_PAUSE = Duration.ofDays(200 * 365);

    private final long timeoutNanos;
    private final LongSupplier clock;
    private final long startedAt;

    /**
     * Starts now.
     *
     * @param timeout longest wait, 219 years at most; zero or negative never waits
     * @param clock nanoseconds of a clock that never steps
     */
    CallTimeout(Duration timeout, LongSupplier clock) {
        this.timeoutNanos = Math.max(0, Nanos.of(timeout));
        this.clock = clock;
        // Who never waits does not pay for reading the clock.
        this.startedAt = timeoutNanos == 0 ? 0 : clock.getAsLong();
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    boolean isNone() {
        return timeoutNanos == 0;
    }

    /** {@return whether permits that are due after so long come too late} */
    boolean endsBefore(Duration delay) {
        return !delay.isZero() && delay.compareTo(left()) > 0;
    }

    Duration left() {
        return Duration.ofNanos(timeoutNanos == 0 ? 0 : Math.max(0, timeoutNanos - passedNanos()));
    }

    /** {@return how long ago the call began, rounded up to whole microseconds as decisions say it} */
    Duration passed() {
        return Micros.toDuration(Micros.roundUp(Duration.ofNanos(passedNanos())));
    }

    private long passedNanos() {
        return clock.getAsLong() - startedAt;
    }

    /** A turn that lies behind the timeout by now, because the answer took so long. */
    static List<Decision> tooLate(List<Decision> granted) {
        return granted.stream()
                .map(each -> each.but().rejected(each.delay()).build())
                .toList();
    }

    /**
     * Permissions after a wait.
     *
     * @param before how long the caller had waited when it was reserved
     */
    static List<Decision> afterWait(List<Decision> granted, Duration before) {
        return granted.stream().map(each -> afterWait(each, before)).toList();
    }

    private static Decision afterWait(Decision granted, Duration before) {
        Duration reset = granted.resetAfter().minus(granted.delay());
        return granted.but()
                .delay(granted.delay().plus(before))
                .resetAfter(reset.isNegative() ? Duration.ZERO : reset)
                .build();
    }
}
