package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimits;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** Limits without a name are named after class and method. */
class UnnamedLimitsTests {

    static class Many {

        @RateLimits({@RateLimited(rate = 1, interval = "1s"), @RateLimited(rate = 2, interval = "1m")})
        public void unnamed() {}

        @RateLimited(rate = 1, interval = "1s")
        public void overloaded(String text) {}

        @RateLimited(rate = 1, interval = "1s")
        public void overloaded(String text, int... numbers) {}

        @RateLimited(rate = 1, interval = "1s")
        public void dated(java.util.Date date) {}

        @RateLimited(rate = 1, interval = "1s")
        public void dated(java.sql.Date date) {}
    }

    private static final String HERE = "io.github.ratelimited.interceptor.UnnamedLimitsTests.";
    private final RateLimitedMethods methods =
            new RateLimitedMethods(new DefaultListableBeanFactory(), () -> SettingsPrecedence.NONE);

    @Test
    void numbersTheUnnamedLimitsOfOneMethod() throws Exception {
        assertThat(methods.find(Many.class.getMethod("unnamed"), Many.class).limits())
                .extracting(MethodLimit::name)
                .containsExactly(HERE + "Many.unnamed#1", HERE + "Many.unnamed#2");
    }

    @Test
    void overloadsAreToldApartByTheirParameters() throws Exception {
        assertThat(nameOf("overloaded", String.class)).isEqualTo(HERE + "Many.overloaded(String)");
        assertThat(nameOf("overloaded", String.class, int[].class)).isEqualTo(HERE + "Many.overloaded(String,int[])");
        assertThat(nameOf("dated", java.util.Date.class)).isEqualTo(HERE + "Many.dated(java.util.Date)");
        assertThat(nameOf("dated", java.sql.Date.class)).isEqualTo(HERE + "Many.dated(java.sql.Date)");
    }

    private String nameOf(String name, Class<?>... parameters) throws NoSuchMethodException {
        return methods.find(Many.class.getMethod(name, parameters), Many.class)
                .limits()
                .get(0)
                .name();
    }
}
