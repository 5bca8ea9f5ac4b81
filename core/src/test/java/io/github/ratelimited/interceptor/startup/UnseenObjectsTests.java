package io.github.ratelimited.interceptor.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.AspectContext;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.context.annotation.Bean;

/** Objects that calls reach without a proxy. */
class UnseenObjectsTests {

    static class Sender {

        @RateLimited(name = "sender", rate = 3, interval = "1h")
        public void send() {}
    }

    static class Nothing {}

    static class Proxied {

        @Bean
        Sender sender() {
            return new Sender();
        }

        @Bean
        Map<String, Object> senders(Sender sender) {
            return Map.of("mail", sender, "count", 3);
        }
    }

    static class InMap {

        @Bean
        Map<String, Sender> senders() {
            return Map.of("mail", new Sender());
        }
    }

    static class InList {

        @Bean
        List<Object> senders() {
            return List.of("none", new Sender(), new Sender());
        }
    }

    static class InArray {

        @Bean
        Sender[] senders() {
            return new Sender[] {null, new Sender()};
        }
    }

    static class Loading {

        @Bean
        List<Object> rows() {
            return new AbstractList<>() {
                @Override
                public Object get(int index) {
                    throw new IllegalStateException("loads row " + index);
                }

                @Override
                public int size() {
                    return 1;
                }
            };
        }
    }

    @Test
    void namesABeanThatWasRegisteredAsAnObject() {
        ProxyFactory others = new ProxyFactory(new Sender());
        others.setProxyTargetClass(true);
        for (Object mail : List.of(new Sender(), others.getProxy())) {
            try (AspectContext context = AspectContext.of(Nothing.class)) {
                context.context().getBeanFactory().registerSingleton("mail", mail);

                assertThatExceptionOfType(RateLimitConfigurationException.class)
                        .isThrownBy(context::start)
                        .withMessageContaining("Limits of bean 'mail' have no effect")
                        .withMessageContaining("register its class instead of an object");
            }
        }
    }

    @Test
    void namesAnObjectThatIsOnlyInsideABean() {
        for (Class<?> beans : new Class<?>[] {InMap.class, InList.class, InArray.class}) {
            try (AspectContext context = AspectContext.of(beans)) {
                assertThatExceptionOfType(RateLimitConfigurationException.class)
                        .isThrownBy(context::start)
                        .satisfies(failure -> assertThat(failure.getFindings()).hasSize(1))
                        .withMessageContaining(Sender.class.getName())
                        .withMessageContaining("in bean 'senders'");
            }
        }
    }

    @Test
    void loadsNothingFromACollectionOfTheApplication() {
        try (AspectContext context = AspectContext.of(Loading.class)) {
            assertThatNoException().isThrownBy(context::start);
        }
    }

    @Test
    void takesBeansInsideABean() {
        try (AspectContext context = AspectContext.of(Proxied.class)) {
            assertThatNoException().isThrownBy(context::start);
        }
    }
}
