package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import java.time.Duration;

/** What a decision of the store has become by the time its caller learns it. */
final class WaitedDecisions {

    private WaitedDecisions() {}

    /** A turn that lies behind the timeout by now, because the answer took so long. */
    static Decision tooLate(Decision granted) {
        return granted.but().refused(granted.delay()).build();
    }

    /**
     * A permission after a wait.
     *
     * @param before how long the caller had waited when it was reserved
     */
    static Decision afterWait(Decision granted, Duration before) {
        Duration reset = granted.resetAfter().minus(granted.delay());
        return granted.but()
                .delay(granted.delay().plus(before))
                .resetAfter(reset.isNegative() ? Duration.ZERO : reset)
                .build();
    }
}
