package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.sql.Timestamp;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.annotation.AliasFor;

/** Beans whose classes and proxies are put together in less usual ways. */
class ProxiedBeansTests {

    interface Api {

        @RateLimited(name = "api", rate = 1, interval = "1h")
        String plain(String text);
    }

    static class Base {

        public String plain(String text) {
            return text;
        }
    }

    static class Inheriting extends Base implements Api {}

    interface TextStore {

        @RateLimited(name = "texts", rate = 1, interval = "1h")
        String save(String text);
    }

    static class Store<T> {

        public T save(T value) {
            return value;
        }
    }

    static class InheritingTexts extends Store<String> implements TextStore {}

    static class Hidden {

        @RateLimited(name = "hidden", rate = 1, interval = "1h")
        public void call() {}
    }

    public static class Shown extends Hidden {}

    static class Twice {

        @RateLimited(name = "twice", rate = 2, interval = "1h")
        public void call() {}
    }

    interface Scoped {

        @RateLimited(rate = 1, interval = "1h")
        void call();
    }

    @Scope(value = BeanDefinition.SCOPE_PROTOTYPE, proxyMode = ScopedProxyMode.INTERFACES)
    static class ScopedBean implements Scoped {

        @Override
        public void call() {}
    }

    static class Dates {

        @RateLimited(name = "dates", rate = 1, interval = "1h")
        public void at(Date date) {}

        @RateLimited(name = "dates", rate = 2, interval = "1h")
        public void at(java.sql.Date date) {}

        @RateLimited("nowhere")
        public void in(Date date) {}

        @RateLimited(name = "somewhere", rate = 2, interval = "1h")
        public void in(java.sql.Date date) {}

        @RateLimited(name = "stamps", rate = 2, interval = "1h")
        public void on(Timestamp stamp) {}
    }

    @Retention(RetentionPolicy.RUNTIME)
    @RateLimited(name = "one", rate = 1, interval = "1h")
    @RateLimited(name = "two", rate = 1, interval = "1h")
    @interface Two {

        @AliasFor(annotation = RateLimited.class, attribute = "key")
        String by();
    }

    @RateLimited(rate = 1, interval = "1h")
    static class WithWrongSibling {

        public void right() {}

        @Two(by = "#user")
        public void wrong(String user) {}
    }

    @Test
    void anInterfaceLimitsWhatItsClassInheritsFromAnother() {
        for (boolean jdk : new boolean[] {true, false}) {
            Class<?>[] classes = {Inheriting.class, InheritingTexts.class};
            try (AspectContext context =
                    (jdk ? AspectContext.withJdkProxies(classes) : AspectContext.of(classes)).start()) {
                assertThat(context.limiters.declarations).contains("api", "texts");
                Api api = context.get(Api.class);
                TextStore texts = context.get(TextStore.class);
                assertThat(api.plain("a") + texts.save("b")).isEqualTo("ab");
                assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(() -> api.plain("a"));
                assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(() -> texts.save("b"));
            }
        }
    }

    @Test
    void theBridgeToAMethodOfAHiddenClassIsLimitedOnce() {
        try (AspectContext context = AspectContext.of(Shown.class).start()) {
            Shown shown = context.get(Shown.class);
            shown.call();
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(shown::call);
        }
    }

    @Test
    void twoCreatorsOfProxiesTakeThePermitsOnce() {
        try (AspectContext context = AspectContext.of(Twice.class, DefaultAdvisorAutoProxyCreator.class)
                .start()) {
            Twice twice = context.get(Twice.class);
            twice.call();
            twice.call();
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(twice::call);
        }
    }

    @Test
    void theProxyOfAScopeIsNoLimiterOfItsOwn() {
        try (AspectContext context = AspectContext.of(ScopedBean.class).start()) {
            context.get(Scoped.class).call();
            assertThatExceptionOfType(RateLimitExceededException.class)
                    .isThrownBy(() -> context.get(Scoped.class).call());
            assertThat(context.limiters.limits).hasSize(1);
        }
    }

    @Test
    void overloadsWhoseTypesHaveOneNameHideNoMistake() {
        List<Finding> findings = findings(Dates.class);
        assertThat(findings).extracting(Finding::what).anyMatch(what -> what.startsWith("Rate limit 'dates' is"));
        assertThat(findings)
                .extracting(Finding::what)
                .anyMatch(what -> what.startsWith("No rate limit named 'nowhere'"));
        assertThat(findings).extracting(Finding::where).allMatch(where -> where.contains("(java."));
    }

    @Test
    void theMistakeOfAMethodIsNoneOfItsSiblings() {
        assertThat(findings(WithWrongSibling.class))
                .singleElement()
                .satisfies(finding -> assertThat(finding.where()).endsWith("wrong(String)"))
                .satisfies(finding -> assertThat(finding.what()).contains("@Two"));
    }

    private static List<Finding> findings(Class<?> type) {
        try (AspectContext context = AspectContext.of(type)) {
            RateLimitConfigurationException failure = null;
            try {
                context.start();
            } catch (RateLimitConfigurationException ex) {
                failure = ex;
            }
            assertThat(failure).as("start-up fails").isNotNull();
            return failure.getFindings();
        }
    }
}
