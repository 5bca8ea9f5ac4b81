package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Closing does not run what follows a wait, and leaves nothing to it. */
class ClosedWaitTests extends PermitWaitFixture {

    private final List<Runnable> tasks = new ArrayList<>();
    private final PermitWait<Decision> wait = start(tasks::add);

    @AfterEach
    void callerIsToldOnItsExecutor() {
        assertThat(wait).isNotDone();
        tasks.forEach(Runnable::run);
        assertThat(wait)
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(RateLimiterUnavailableException.class);
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void givesBackWhatIsReserved() {
        Grant grant = store.grants(SECOND);
        waits.close();
        assertThat(store.givenBack).containsExactly(grant.reservations());
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void givesThePlaceInTheQueueUp() {
        Turn turn = store.turnsAway(Duration.ofMinutes(1), SECOND);
        waits.close();
        Acquisition left = store.asked.get(1);
        assertThat(left.turn()).isEqualTo(turn);
        assertThat(left.maxWait()).isNegative();
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void givesBackWhatIsGrantedAheadAfterwards() {
        waits.close();
        Grant grant = store.grants(SECOND);
        assertThat(store.givenBack).containsExactly(grant.reservations());
    }
}
