package io.github.ratelimited.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.store.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadlineTimerTests {

    private final Deadline soon = Deadline.after(Duration.ofMinutes(1));
    private final Deadline later = Deadline.after(Duration.ofMinutes(2));
    private final List<Runnable> timers = new ArrayList<>();
    private int checks;
    private boolean overflowing;

    private final DeadlineTimer deadlines = new DeadlineTimer(
            () -> {
                checks++;
                return null;
            },
            nanos -> timer -> {
                if (overflowing) {
                    throw new StackOverflowError();
                }
                timers.add(timer);
            });

    private void setAtTheEndOfTheStack(Deadline deadline) {
        overflowing = true;
        assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> deadlines.setFor(deadline));
        overflowing = false;
    }

    @Test
    void isSetForTheSoonestDeadlineAndRingsOnce() {
        deadlines.setFor(later);
        deadlines.setFor(soon);
        deadlines.setFor(later);
        assertThat(timers).hasSize(2);
        timers.forEach(Runnable::run);
        assertThat(checks).isEqualTo(1);
    }

    @Test
    void canBeSetAfterTheStackHasEndedThere() {
        setAtTheEndOfTheStack(soon);
        deadlines.setFor(later);
        timers.forEach(Runnable::run);
        assertThat(checks).isEqualTo(1);
    }

    @Test
    void staysSetWhereTheStackEnds() {
        deadlines.setFor(later);
        setAtTheEndOfTheStack(soon);
        timers.forEach(Runnable::run);
        assertThat(checks).isEqualTo(1);
    }

    @Test
    void aCheckThatThrowsIsMadeAgain() {
        DeadlineTimer broken = new DeadlineTimer(
                () -> {
                    checks++;
                    throw new IllegalStateException("broken");
                },
                nanos -> timers::add);
        broken.setFor(soon);
        timers.get(0).run();
        assertThat(timers).hasSize(2);
        timers.get(1).run();
        assertThat(checks).isEqualTo(2);
    }
}
