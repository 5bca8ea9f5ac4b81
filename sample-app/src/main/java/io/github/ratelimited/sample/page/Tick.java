package io.github.ratelimited.sample.page;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarInterval;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.Decision.Window;
import io.github.ratelimited.store.CalendarWindows;
import io.github.ratelimited.store.Micros;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the page is told several times a second.
 *
 * @param now time of the server in milliseconds since 1970
 * @param decisions those made since the last tick
 * @param answers those given since the last tick
 * @param situation how things stand, not with every tick
 */
record Tick(
        long now,
        List<Decided> decisions,
        List<Answer> answers,
        @Nullable Situation situation) {

    boolean isEmpty() {
        return decisions.isEmpty() && answers.isEmpty() && situation == null;
    }

    /**
     * A decision. Times are in milliseconds.
     *
     * @param instance number of the instance that asked, from 1
     * @param limiter name of the limiter
     * @param at when it was decided, since 1970
     * @param allowed whether the call went through
     * @param delay how long it waited
     * @param retryAfter time until a rejected call is due
     * @param resetAfter time until the limit is wholly unused
     * @param basis what the decision rests on
     */
    record Decided(
            int instance,
            String limiter,
            long at,
            boolean allowed,
            long delay,
            long retryAfter,
            long resetAfter,
            Basis basis) {

        static Decided of(int instance, Decision decision) {
            return new Decided(
                    instance,
                    decision.limiter(),
                    System.currentTimeMillis(),
                    decision.allowed(),
                    decision.delay().toMillis(),
                    decision.retryAfter().toMillis(),
                    decision.resetAfter().toMillis(),
                    decision.basis());
        }
    }

    /**
     * An HTTP answer to a call from the page.
     *
     * @param story which call
     * @param at when it came, in milliseconds since 1970
     * @param status HTTP status, 0 when there was no answer
     * @param detail why, when it was rejected
     * @param cost what the call cost, where that is known only in the end
     */
    record Answer(
            Story story,
            long at,
            int status,
            @Nullable String detail,
            @Nullable Cost cost) {}

    /**
     * What a call cost.
     *
     * @param estimate permits that it took first
     * @param real permits that it used
     */
    record Cost(long estimate, long real) {}

    /**
     * How things stand.
     *
     * @param redis whether there is a Redis to stop
     * @param answers whether it answers
     * @param instances ports of the running instances
     * @param limiters all limiters
     */
    record Situation(RedisState redis, boolean answers, List<Integer> instances, List<Limiter> limiters) {

        /** A Redis that says of no limiter how many permits are left does not answer. */
        static Situation of(RedisState redis, List<Integer> instances, List<Limiter> limiters) {
            boolean answers = limiters.stream().anyMatch(limiter -> limiter.left() != null);
            return new Situation(redis, answers, instances, limiters);
        }
    }

    /** The Redis, as the page may handle it. */
    enum RedisState {

        /** The application's own, which runs. */
        RUNNING,

        /** The application's own, which is stopped. */
        STOPPED,

        /** One that the application was given and must not stop. */
        GIVEN
    }

    /**
     * A limiter.
     *
     * @param name its name
     * @param rate permits per interval
     * @param interval in milliseconds
     * @param algorithm how it counts
     * @param left permits left, {@code null} while nobody can say
     * @param blocked for how long it is blocked, in milliseconds
     * @param period window of its calendar, {@code null} for a limit without one
     */
    record Limiter(
            String name,
            long rate,
            long interval,
            Algorithm algorithm,
            @Nullable Long left,
            long blocked,
            @Nullable Period period) {}

    /**
     * The window of a calendar that now lies in.
     *
     * @param calendar what people call it
     * @param start in milliseconds since 1970
     * @param end in milliseconds since 1970
     * @param zone whose days and clocks count
     */
    record Period(String calendar, long start, long end, String zone) {

        static @Nullable Period of(@Nullable CalendarInterval calendar) {
            if (calendar == null) {
                return null;
            }
            Window now = CalendarWindows.at(
                            calendar, Micros.clock(InstantSource.system()).getAsLong())
                    .window();
            return new Period(
                    calendar.toString(),
                    now.start().toEpochMilli(),
                    now.end().toEpochMilli(),
                    calendar.zone().getId());
        }
    }
}
