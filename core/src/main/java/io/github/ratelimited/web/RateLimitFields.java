package io.github.ratelimited.web;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Window;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The fields {@code RateLimit-Policy} and {@code RateLimit} of one answer, gathered from the decisions made for it. Safe
 * for use by many threads.
 */
final class RateLimitFields implements DecisionListener {

    static final String POLICY = "RateLimit-Policy";
    static final String LIMIT = "RateLimit";

    /** Names have up to 100 characters, and servers break answers off whose headers are longer than 8 KB. */
    private static final int MOST_LIMITS = 8;

    /** Integers of structured fields have at most 15 digits. */
    private static final long MOST_OF_AN_INTEGER = 999_999_999_999_999L;

    private static final Comparator<Decision> TIGHTEST_FIRST = Comparator.comparing(Decision::allowed)
            .thenComparingDouble(
                    decision -> (double) decision.remaining() / decision.limit().burst());

    private final Disclosure disclosure;
    private final Map<String, Decision> decisions = new LinkedHashMap<>();

    RateLimitFields(Disclosure disclosure) {
        this.disclosure = disclosure;
    }

    @Override
    public synchronized void onDecision(Decision decision) {
        if (disclosure.shows(decision)) {
            decisions.merge(decision.limiter(), decision, RateLimitFields::tighter);
        }
    }

    /** One limiter may have decided about several keys, which clients do not get to see. */
    private static Decision tighter(Decision one, Decision other) {
        if (one.allowed() != other.allowed()) {
            return one.allowed() ? other : one;
        }
        return one.remaining() < other.remaining() ? one : other;
    }

    /** Sets the fields, or none where there is nothing to show. */
    synchronized void write(BiConsumer<String, String> fields) {
        if (!decisions.isEmpty()) {
            StringBuilder policies = new StringBuilder();
            StringBuilder states = new StringBuilder();
            for (Decision decision : tightest()) {
                addPolicy(named(policies, decision), decision);
                addState(named(states, decision), decision);
            }
            fields.accept(POLICY, policies.toString());
            fields.accept(LIMIT, states.toString());
        }
    }

    private Collection<Decision> tightest() {
        if (decisions.size() <= MOST_LIMITS) {
            return decisions.values();
        }
        return decisions.values().stream()
                .sorted(TIGHTEST_FIRST)
                .limit(MOST_LIMITS)
                .toList();
    }

    private static StringBuilder named(StringBuilder list, Decision decision) {
        return list.append(list.isEmpty() ? "\"" : ", \"")
                .append(decision.limiter())
                .append('"');
    }

    /** A window has whole seconds, so one that is not cannot be shown. That of a calendar is as long as the decision says. */
    private static void addPolicy(StringBuilder list, Decision decision) {
        RateLimit limit = decision.limit();
        Window window = decision.window();
        list.append(";q=").append(integer(limit.rate()));
        if (limit.calendar() == null) {
            addWindow(list, limit.interval());
        } else if (window != null) {
            addWindow(
                    list,
                    Duration.ofSeconds(
                            Duration.between(window.start(), window.end()).getSeconds()));
        }
    }

    private static void addWindow(StringBuilder list, Duration window) {
        if (window.getNano() == 0) {
            list.append(";w=").append(window.getSeconds());
        }
    }

    private static void addState(StringBuilder list, Decision decision) {
        long seconds = decision.allowed()
                ? Math.max(Seconds.up(decision.resetAfter()), secondsToUse(decision))
                : Seconds.retryAfter(decision.retryAfter());
        list.append(";r=").append(integer(decision.remaining())).append(";t=").append(seconds);
    }

    /**
     * How long the permits that are left last at the rate of the limit. Clients may divide what is left by the time that
     * they are shown, and shortly before the end of a window or with a burst that would be far more than the rate.
     * All that a window of a calendar has left may be used until it ends.
     */
    private static long secondsToUse(Decision decision) {
        RateLimit limit = decision.limit();
        if (limit.calendar() != null) {
            return 0;
        }
        double interval = limit.interval().getSeconds() + limit.interval().getNano() / 1e9;
        return (long) Math.ceil(decision.remaining() * interval / limit.rate() - 1e-6);
    }

    private static long integer(long value) {
        return Math.min(value, MOST_OF_AN_INTEGER);
    }
}
