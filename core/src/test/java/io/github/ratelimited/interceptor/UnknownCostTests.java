package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.internal.LoggedLines;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls whose cost cannot be told keep what they took. */
class UnknownCostTests {

    static class Api {

        @RateLimited(name = "broken", rate = 100, interval = "1m", permits = "10", settle = "#result.size")
        public Object broken(Object value) {
            return value;
        }
    }

    /** What an expression reads. */
    public record Sized(Object size) {}

    @Test
    void anExpressionThatFailsKeepsWhatWasTakenAndIsLoggedOnce() {
        try (LoggedLines log = LoggedLines.of(SettleFailures.class);
                AspectContext context = AspectContext.of(Api.class).start()) {
            Api api = context.get(Api.class);
            for (Object result : new Object[] {"no size", null, new Sized(-1), new Sized(1.5)}) {
                assertThat(api.broken(result)).isEqualTo(result);
            }
            assertThat(context.limiters.settled).hasSize(4).containsOnly("broken=10->10");
            assertThat(log.events())
                    .singleElement()
                    .satisfies(event -> assertThat(event.getFormattedMessage()).contains("'broken'"))
                    .satisfies(event -> assertThat(event.getThrowableProxy().getMessage())
                            .contains("settle '#result.size'", "UnknownCostTests.Api.broken(Object)"));
        }
    }

    @Test
    void countsEachExpressionThatFails() {
        List<String> counted = new ArrayList<>();
        try (AspectContext context = AspectContext.of(Api.class)
                .failures(new SettleFailures(counted::add))
                .start()) {
            context.get(Api.class).broken("no size");
            context.get(Api.class).broken("no size");
            assertThat(counted).containsExactly("broken", "broken");
        }
    }

    static class Deep {

        @RateLimited(name = "deep", rate = 100, interval = "1m", permits = "10", settle = "#result.overflow()")
        public Deep deep() {
            return this;
        }

        public long overflow() {
            return overflow() + 1;
        }
    }

    @Test
    void evenAnErrorBreaksNoResult() {
        try (AspectContext context = AspectContext.of(Deep.class).start()) {
            assertThat(context.get(Deep.class).deep()).isNotNull();
            assertThat(context.limiters.settled).containsExactly("deep=10->10");
        }
    }
}
