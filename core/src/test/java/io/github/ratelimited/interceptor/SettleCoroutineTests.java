package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What suspending functions and flows cost. */
class SettleCoroutineTests {

    private final CostCallers callers = new CostCallers();

    @Test
    void aSuspendingFunctionSettlesWhenItGoesOn() {
        try (AspectContext context = AspectContext.of(Costs.class).start()) {
            Costs costs = context.get(Costs.class);
            assertThat(callers.suspended(costs, 7)).isEqualTo(7);
            assertThatIllegalStateException().isThrownBy(() -> callers.suspended(costs, -1));
            callers.cancelled(costs);
            assertThat(context.limiters.settled)
                    .containsExactly("suspended=50->7", "suspended=50->40", "suspended=50->30");
        }
    }

    @Test
    void aFlowSettlesWhenItsCollectionEnds() {
        try (AspectContext context = AspectContext.of(Costs.class).start()) {
            Costs costs = context.get(Costs.class);
            assertThat(callers.numbers(costs, 9, false)).isEqualTo(4);
            assertThat(callers.numbers(costs, 2, false)).isEqualTo(2);
            assertThat(callers.later(costs)).isEqualTo(2);
            assertThat(context.limiters.settled).containsExactly("numbers=50->44", "numbers=50->22", "later=50->2");
        }
    }

    @Test
    void aFlowThatFailsSettlesWithWhatHadCome() {
        try (AspectContext context = AspectContext.of(Costs.class).start()) {
            Costs costs = context.get(Costs.class);
            assertThatIllegalStateException().isThrownBy(() -> callers.numbers(costs, 9, true));
            assertThat(context.limiters.settled).containsExactly("numbers=50->44");
        }
    }

    @Test
    void aFlowSettlesAlsoWhenItsPermitsComeLater() {
        try (AspectContext context = AspectContext.of(Costs.class).start()) {
            context.limiters.slow = true;
            Costs costs = context.get(Costs.class);
            CompletableFuture<Integer> collected =
                    CompletableFuture.supplyAsync(() -> callers.numbers(costs, 3, false));
            Awaitility.await().until(() -> !context.limiters.waiting.isEmpty());
            context.limiters.decideWaiting();
            assertThat(collected).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(3);
            assertThat(context.limiters.settled).containsExactly("numbers=50->33");
        }
    }
}
