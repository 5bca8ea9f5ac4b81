package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import java.time.Duration;
import java.util.List;

/** What a decision of the store has become by the time its caller learns it. */
final class WaitedDecisions {

    private WaitedDecisions() {}

    /** A turn that lies behind the timeout by now, because the answer took so long. */
    static List<Decision> tooLate(List<Decision> granted) {
        return granted.stream()
                .map(each -> each.but().refused(each.delay()).build())
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
