package io.github.ratelimited.store;

import io.github.ratelimited.Algorithm;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The contracts of a store, for each algorithm whose limits can be of any length. Extend it with your store, which the tests
 * open anew each time.
 */
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
public abstract class StoreKit {

    @Parameter
    Algorithm algorithm;

    /** {@return a store whose state nobody else changes, at the time of a clock that the test moves} */
    protected abstract TestedStore open(TestClock clock);

    @Nested
    class Deciding extends LimiterStoreContract {

        Deciding() {
            super(StoreKit.this.algorithm);
        }

        @Override
        protected TestedStore open(TestClock clock) {
            return StoreKit.this.open(clock);
        }
    }

    @Nested
    class Waiting extends WaitingContract {

        Waiting() {
            super(StoreKit.this.algorithm);
        }

        @Override
        protected TestedStore open(TestClock clock) {
            return StoreKit.this.open(clock);
        }
    }
}
