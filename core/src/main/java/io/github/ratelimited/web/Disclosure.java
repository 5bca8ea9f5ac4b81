package io.github.ratelimited.web;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import java.util.function.Predicate;

/**
 * What clients may learn about limits.
 *
 * @param names whether clients may see the name of a limiter
 * @param headersBelow percentage of a limit, 1 to 100: fields show the limit when no more than that is left
 * @param remainingKnown whether decisions know how much is left; where they do not, fields are sent with rejections only
 */
public record Disclosure(Predicate<String> names, int headersBelow, boolean remainingKnown) {

    public Disclosure {
        if (headersBelow < 1 || headersBelow > 100) {
            throw new IllegalArgumentException("headersBelow must be from 1 to 100, but is " + headersBelow);
        }
    }

    boolean shows(String limiter) {
        return names.test(limiter);
    }

    /** Whether fields show the decision: one that counted nothing has no figures of the limit. */
    boolean shows(Decision decision) {
        Basis basis = decision.basis();
        return (basis == Basis.STORE || basis == Basis.LOCAL)
                && decision.audience() == Audience.CLIENT
                && isNear(decision)
                && shows(decision.limiter());
    }

    private boolean isNear(Decision decision) {
        // A burst divided by 100 would not be exact.
        return !decision.allowed()
                || remainingKnown
                        && decision.remaining() * 100.0
                                <= (double) decision.limit().burst() * headersBelow;
    }
}
