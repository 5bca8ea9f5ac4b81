package io.github.ratelimited.observe;

import io.github.ratelimited.Decision;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.LimiterStore;
import java.time.Duration;
import java.util.List;

/**
 * Follows what the limiters of a program do, for those who operate it. Every method does nothing unless implemented. They
 * are called within requests for permits, so they must be fast, must not block. What they
 * throw changes nothing and is logged, once for each observer. Implementations are
 * safe for use by many threads.
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
        return LimiterObservers.of(observers);
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
     * A request for at least one permit was decided, right before its caller learns it. Called for each limiter, or where several were asked
     * together and refused, for each that refused.
     *
     * @param demand what was asked of the limiter
     * @param decision what it decided
     */
    default void decided(Demand demand, Decision decision) {
        if (!decision.allowed()) {
            denied(demand, decision);
        }
    }

    /**
     * The same for those who follow nothing but refusals, and leave {@link #decided} as it is.
     *
     * @param demand what was asked of the limiter
     * @param decision what it decided
     */
    default void denied(Demand demand, Decision decision) {}

    /**
     * It became known what became of permits that a call did not use, or used beyond those it had taken. Called once for each
     * outcome that a settlement or charge has: of permits that went back only in part, the rest is {@link
     * SettlementOutcome#KEPT}.
     *
     * @param demand what the call had taken
     * @param outcome what became of them
     * @param permits how many, at least 0, for a bucket with a fraction
     */
    default void settled(Demand demand, SettlementOutcome outcome, double permits) {}

    /**
     * A limiter and key was blocked by this process, or found blocked. Called once for each block.
     *
     * @param limiterKey what is blocked; without a key the whole limiter where this process did it
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
     * The application's source of limits was asked for the limit of a key, or could not be.
     *
     * @param limiter name of the limiter
     * @param outcome what became of it
     */
    default void sourced(String limiter, Sourced outcome) {}

    /** What became of a question to the application's source of limits. */
    enum Sourced {

        /** It returned a limit. */
        FOUND,

        /** It knows no limit of the key. */
        NONE,

        /** It threw something. */
        FAILED,

        /** It did not answer in time, so that a call went on without it. */
        LATE,

        /** It returned a limit that cannot count beside the limiter's own. */
        UNUSABLE,

        /** It was not asked, because too many other questions wait for their answers. */
        REJECTED
    }

    /**
     * What a call really cost is not known, because the expression for it failed: it keeps what it took.
     *
     * @param limiter name of the limiter
     */
    default void costUnknown(String limiter) {}

    /**
     * Permits were taken ahead, to be spent within this process.
     *
     * @param limiter name of the limiter
     * @param permits how many, at least 1
     */
    default void leased(String limiter, long permits) {}

    /**
     * Permits that were taken ahead are not spent any more.
     *
     * @param limiter name of the limiter
     * @param used how many were spent
     * @param returned how many go back
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

        /** The caller waits no more, however that came. Called once after {@link #begin()}, on any thread. */
        void end();
    }
}
