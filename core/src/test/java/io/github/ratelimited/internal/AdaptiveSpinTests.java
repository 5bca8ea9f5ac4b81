package io.github.ratelimited.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.limiter.EndOfStack;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AdaptiveSpinTests {

    private static final Future<?> LATE = new CompletableFuture<>();

    private final AtomicLong nanos = new AtomicLong();
    private final AdaptiveSpin briefWait = new AdaptiveSpin(() -> nanos.getAndAdd(1_000));

    @Test
    void looksUntilTheAnswerIsThere() {
        Answer answer = new Answer(5);
        assertThat(briefWait.spinFor(answer)).isTrue();
        assertThat(answer.looks).isEqualTo(5);
    }

    @Test
    void waitsForOneThatIsLate() {
        Answer answer = new Answer(300);
        assertThat(briefWait.spinFor(answer)).isTrue();
        assertThat(answer.looks).isEqualTo(300);
    }

    @Test
    void givesUpAfterFourTenthsOfAMillisecond() {
        Answer answer = new Answer(Integer.MAX_VALUE);
        assertThat(briefWait.spinFor(answer)).isTrue();
        assertThat(nanos.get()).isBetween(400_000L, 405_000L);
    }

    @Test
    void doesNotLookForAnAnswerThatIsThere() {
        assertThat(briefWait.spinFor(CompletableFuture.completedFuture(1))).isFalse();
    }

    @Test
    void hardlyLooksWhereAnswersTakeLonger() {
        assertThat(looks(LATE, 10_000)).isBetween(10L, 20L);
    }

    @Test
    void hardlyLooksWhereAllAnswersAreLate() {
        assertThat(IntStream.range(0, 10_000).filter(i -> briefWait.spinFor(new Answer(200))))
                .hasSizeBetween(10, 20);
    }

    @Test
    void doesNotPauseForLongAfterOneThatIsLate() {
        briefWait.spinFor(new Answer(200));
        assertThat(IntStream.range(0, 100).filter(i -> briefWait.spinFor(new Answer(3))))
                .hasSize(99);
    }

    @Test
    void looksAgainOnceAnswersComeSoon() {
        looks(LATE, 2_000);
        IntStream.range(0, 5_000).forEach(i -> briefWait.spinFor(new Answer(3)));
        assertThat(IntStream.range(0, 100).filter(i -> briefWait.spinFor(new Answer(3))))
                .hasSize(100);
    }

    @Test
    void oneLooksAtATime() {
        AdaptiveSpin shared = briefWait;
        Answer answer = new Answer(4, () -> shared.spinFor(LATE));
        assertThat(shared.spinFor(answer)).isTrue();
        assertThat(answer.othersLooked).isFalse();
    }

    private long looks(Future<?> answer, int callers) {
        return IntStream.range(0, callers)
                .filter(i -> briefWait.spinFor(answer))
                .count();
    }

    /** Is there once it has been looked for so often. */
    private static final class Answer extends CompletableFuture<Integer> {

        private final int until;
        private final BooleanSupplier other;
        private int looks;
        private boolean othersLooked;

        Answer(int until) {
            this(until, () -> false);
        }

        Answer(int until, BooleanSupplier other) {
            this.until = until;
            this.other = other;
        }

        @Override
        public boolean isDone() {
            othersLooked |= looks > 0 && other.getAsBoolean();
            return ++looks >= until;
        }
    }

    @Test
    void othersLookAfterTheStackHasEndedThere() {
        for (int round = 0; round < 50; round++) {
            EndOfStack.call(() -> briefWait.spinFor(LATE));
            assertThat(looks(LATE, 2_000)).isPositive();
        }
    }
}
