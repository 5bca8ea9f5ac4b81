package io.github.ratelimited.interceptor.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

class LimitedClassesTests {

    static class Plain {

        @Deprecated
        public void call() {}
    }

    static class Below extends Plain implements Seen {}

    static class Beside extends Plain implements Seen {}

    interface Seen {}

    @Retention(RetentionPolicy.RUNTIME)
    @RateLimited(rate = 1, interval = "1s")
    @interface Composed {}

    static class OnMethod {

        @RateLimited(rate = 1, interval = "1s")
        void call() {}
    }

    @RateLimited(rate = 1, interval = "1s")
    static class OnClass {}

    static class WithComposed {

        @Composed
        void call() {}
    }

    static class Repeated {

        @RateLimited(name = "a", rate = 1, interval = "1s")
        @RateLimited(name = "b", rate = 1, interval = "1s")
        void call() {}
    }

    static class OfAbove extends OnMethod {}

    interface OnInterface {

        @RateLimited(rate = 1, interval = "1s")
        void call();
    }

    interface BelowInterface extends OnInterface {}

    abstract static class OfInterface implements BelowInterface {}

    @ParameterizedTest
    @ValueSource(
            classes = {
                OnMethod.class,
                OnClass.class,
                WithComposed.class,
                Repeated.class,
                OfAbove.class,
                OfInterface.class,
                BelowInterface.class
            })
    void findsTheAnnotationWhereverItIs(Class<?> type) {
        assertThat(new LimitedClasses().contains(type)).isTrue();
    }

    @Test
    void scansEachClassOfAHierarchyOnce() {
        List<Class<?>> scanned = new ArrayList<>();
        LimitedClasses classes = new LimitedClasses(type -> {
            scanned.add(type);
            return false;
        });
        for (int i = 0; i < 3; i++) {
            assertThat(classes.contains(Below.class)).isFalse();
            assertThat(classes.contains(Beside.class)).isFalse();
        }
        assertThat(scanned).containsExactly(Below.class, Plain.class, Seen.class, Beside.class);
    }

    /** So neither the creator of proxies nor the proof at start-up asks about, or remembers, a method of it. */
    @Test
    void keepsClassesWithoutLimitsFromThePointcut() {
        RateLimitedMethods methods = new RateLimitedMethods(new DefaultListableBeanFactory(), () -> {
            throw new IllegalStateException("asked for");
        });
        assertThat(methods.mayLimit(Below.class)).isFalse();
        assertThat(methods.mayLimit(OfAbove.class)).isTrue();
    }
}
