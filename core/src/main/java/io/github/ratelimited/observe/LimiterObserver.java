package io.github.ratelimited.observe;

import io.github.ratelimited.Decision;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.LimiterStore;
import java.time.Duration;
import java.util.List;

/**
 * Hears what the limiters of a program do, for metrics and alike. Each method does nothing unless it is overridden. They are
 * called within requests for permits, so they must be fast and must not block. An exception that they throw changes
 * nothing, and is logged once for each observer. Implementations must be safe for use by many threads.
 */
public interface LimiterObserver {

    /** Follows nothing. */
    LimiterObserver NONE = new LimiterObserver() {};

    /**
     * Several observers as one.
     *
     * @param observers the observers, in the order in which they are notified
     * @return an observer
     */
    static LimiterObserver of(List<LimiterObserver> observers) {
        return new LimiterObservers(observers);
    }

    /**
     * Puts itself around the whole stack of stores.
     *
     * @param store what requests would go to
     * @return what they go to
     */
    default LimiterStore around(LimiterStore store) {
        return store;
    }

    /**
     * A request for at least one permit was decided. Called right before its caller gets the decision: once for each limiter
     * or, if several were asked together and some rejected the request, for each that did.
     *
     * @param demand what was asked of the limiter
     * @param decision what it decided
     */
    default void decided(Demand demand, Decision decision) {
        if (!decision.allowed()) {
            rejected(demand, decision);
        }
    }

    /**
     * The same for observers that need rejections only, and do not override {@link #decided}.
     *
     * @param demand what was asked of the limiter
     * @param decision what it decided
     */
    default void rejected(Demand demand, Decision decision) {}

    /**
     * A call was settled, or permits were charged. Called once for each outcome: if only a part of the permits went back, the
     * rest is {@link SettlementOutcome#KEPT}.
     *
     * @param demand what the call had taken
     * @param outcome what happened to the permits
     * @param permits how many, at least 0; not always whole for a bucket
     */
    default void settled(Demand demand, SettlementOutcome outcome, double permits) {}

    /**
     * A limiter and key was blocked by this process, or found blocked. Called once for each block.
     *
     * @param limiterKey what is blocked; without a key the whole limiter
     * @param left rest of the block
     * @param here whether this process has blocked it
     */
    default void blocked(LimiterKey limiterKey, Duration left, boolean here) {}

    /**
     * A block was lifted by this process, or found lifted.
     *
     * @param limiterKey what is no longer blocked
     */
    default void unblocked(LimiterKey limiterKey) {}

    /**
     * A request is made that would wait. Called on the caller's thread.
     *
     * @param limiter name of the limiter, or of the first of several
     * @return is notified if there is a wait
     */
    default Pause mayWait(String limiter) {
        return Pause.NONE;
    }

    /**
     * A batch of requests was sent to the store of all processes.
     *
     * @param requests how many travel together, at least 1
     */
    default void sent(int requests) {}

    /**
     * The store of all processes was found unable to decide, so that failure policies are in force, or able again.
     *
     * @param open whether it cannot decide
     */
    default void circuit(boolean open) {}

    /**
     * A call has asked for a plan that is not configured.
     *
     * @param limiter name of the limiter
     */
    default void unknownPlan(String limiter) {}

    /**
     * The {@link io.github.ratelimited.LimitSource} of the application was asked for the limit of a key, or could not be.
     *
     * @param limiter name of the limiter
     * @param outcome the answer
     */
    default void sourced(String limiter, Sourced outcome) {}

    /** The answer of the {@link io.github.ratelimited.LimitSource} of the application. */
    enum Sourced {

        /** It returned a limit. */
        FOUND,

        /** It knows no limit of the key. */
        NONE,

        /** It threw an exception. */
        FAILED,

        /** It did not answer in time, so that a call went on without it. */
        LATE,

        /** It returned a limit that cannot count beside the limiter's own. */
        UNUSABLE,

        /** It was not asked, because too many other questions wait for their answers. */
        REJECTED
    }

    /**
     * The {@code settle} expression of a call failed, so the call keeps what it took.
     *
     * @param limiter name of the limiter
     */
    default void costUnknown(String limiter) {}

    /**
     * Permits of a lease were taken ahead, to be spent within this process.
     *
     * @param limiter name of the limiter
     * @param permits how many, at least 1
     */
    default void leased(String limiter, long permits) {}

    /**
     * Permits of a lease that were taken ahead have reached their end.
     *
     * @param limiter name of the limiter
     * @param used how many of them were spent
     * @param returned how many of them go back
     */
    default void leaseEnded(String limiter, long used, long returned) {}

    /** The wait of one caller. */
    interface Pause {

        /** Follows nothing. */
        Pause NONE = new Pause() {
            @Override
            public void begin() {}

            @Override
            public void end() {}
        };

        /** The caller has to wait. Called at most once, on any thread. */
        void begin();

        /** The wait has ended, for whatever reason. Called once after {@link #begin()}, on any thread. */
        void end();
    }
}
