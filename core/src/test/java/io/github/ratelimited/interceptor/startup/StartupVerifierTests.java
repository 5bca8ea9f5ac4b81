package io.github.ratelimited.interceptor.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.AspectContext;
import io.github.ratelimited.interceptor.MethodMistakesTests;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;

class StartupVerifierTests {

    @RateLimited(rate = 1, interval = "1s")
    static final class Final {

        public void call() {}
    }

    static class Open {

        @RateLimited(name = "inherited", rate = 1, interval = "1s")
        public void inherited() {}
    }

    static final class FinalChild extends Open {}

    static class Sealed {

        @RateLimited(rate = 1, interval = "1s")
        public final void sealed() {}
    }

    static class Factory implements FactoryBean<Sealed> {

        @Override
        public Sealed getObject() {
            return new Sealed();
        }

        @Override
        public Class<?> getObjectType() {
            return Sealed.class;
        }
    }

    static class Beans {

        @Bean
        @RateLimited(rate = 1, interval = "1s")
        String text() {
            return "text";
        }
    }

    static class Good {

        @RateLimited(rate = 1, interval = "1s")
        public void good() {}
    }

    static class Early implements BeanFactoryPostProcessor {

        @Override
        public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
            beanFactory.getBean(Good.class);
        }
    }

    interface Seen {

        void seen();
    }

    static class HalfSeen implements Seen {

        @Override
        @RateLimited(rate = 1, interval = "1s")
        public final void seen() {}

        @RateLimited(rate = 1, interval = "1s")
        public void unseen() {}
    }

    @Test
    void namesFinalClass() {
        for (Class<?> type : List.of(Final.class, FinalChild.class)) {
            assertThat(MethodMistakesTests.findings(AspectContext.of(type)))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.what()).startsWith("The class is final"))
                    .satisfies(finding -> assertThat(finding.action()).isEqualTo("Remove final"));
        }
    }

    @Test
    void namesFinalMethodOfWhatAFactoryMakes() {
        assertThat(MethodMistakesTests.findings(AspectContext.of(Factory.class)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).startsWith("The method is final"));
    }

    @Test
    void namesBeanMethod() {
        assertThat(MethodMistakesTests.findings(AspectContext.of(Beans.class)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).startsWith("It is a @Bean method"));
    }

    @Test
    void namesBeanThatWasMadeTooEarly() {
        assertThat(MethodMistakesTests.findings(AspectContext.of(Good.class, Early.class)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.where()).endsWith("$Good"))
                .satisfies(finding ->
                        assertThat(finding.what()).startsWith("Limits of bean ").contains("have no effect"));
    }

    @Test
    void namesMethodThatNoInterfaceOfAJdkProxyHas() {
        assertThat(MethodMistakesTests.findings(AspectContext.withJdkProxies(HalfSeen.class)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.where()).endsWith("HalfSeen.unseen()"))
                .satisfies(finding -> assertThat(finding.what()).contains("is a JDK proxy"));
    }

    @Test
    void letsStandInsOfTestsBe() {
        try (AspectContext context = AspectContext.of(Good.class, Early.class)) {
            context.context()
                    .getBeanFactory()
                    .registerSingleton(
                            "org.springframework.test.context.bean.override.internalBeanOverrideRegistry", "");
            assertThat(context.start().get(Good.class)).isExactlyInstanceOf(Good.class);
        }
    }

    @Test
    void declaresTheLimitsOfAllMethodsForProgramsThatOnlyKnowTheName() {
        try (AspectContext context = AspectContext.of(Good.class).start()) {
            assertThat(context.limiters.names()).containsExactly(StartupVerifierTests.class.getName() + ".Good.good");
        }
    }
}
