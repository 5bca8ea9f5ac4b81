package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import java.lang.reflect.Proxy;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;

class JdkProxyTests {

    interface Greeter {

        String greet(String user);
    }

    static final class FinalGreeter implements Greeter {

        @Override
        @RateLimited(rate = 1, interval = "1s", key = "#user")
        public String greet(String user) {
            return "hello " + user;
        }
    }

    @Scope(BeanDefinition.SCOPE_PROTOTYPE)
    static final class LateFinalGreeter implements Greeter {

        @Override
        @RateLimited(name = "late-final", rate = 1, interval = "1s")
        public String greet(String user) {
            return "hello " + user;
        }
    }

    @Lazy
    static class LazyGreeter implements Greeter {

        @Override
        @RateLimited(name = "lazy-final", rate = 1, interval = "1s")
        public final String greet(String user) {
            return "hello " + user;
        }
    }

    @Lazy
    static final class HiddenGreeter implements Greeter {

        @Override
        public String greet(String user) {
            return hidden(user);
        }

        @RateLimited(rate = 1, interval = "1s")
        public String hidden(String user) {
            return "hello " + user;
        }
    }

    interface Client {

        @RateLimited(rate = 1, interval = "1s", key = "#path")
        String get(String path);
    }

    /** Makes clients as repositories and HTTP clients are made: an interface and no class of the user. */
    abstract static class ClientFactory implements FactoryBean<Client> {

        @Override
        public Class<?> getObjectType() {
            return Client.class;
        }
    }

    static class PlainClientFactory extends ClientFactory {

        @Override
        public Client getObject() {
            return (Client) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Client.class}, (proxy, method, args) -> "answer");
        }
    }

    static class SpringClientFactory extends ClientFactory {

        @Override
        public Client getObject() {
            ProxyFactory factory = new ProxyFactory(Client.class, (MethodInterceptor) invocation -> "answer");
            return (Client) factory.getProxy();
        }
    }

    @Test
    void limitsClassThroughItsInterface() {
        try (AspectContext context =
                AspectContext.withJdkProxies(FinalGreeter.class).start()) {
            Greeter greeter = context.get(Greeter.class);
            assertThat(AopUtils.isJdkDynamicProxy(greeter)).isTrue();
            assertThat(greeter.greet("alice")).isEqualTo("hello alice");
            assertThatExceptionOfType(RateLimitExceededException.class)
                    .isThrownBy(() -> greeter.greet("alice"))
                    .satisfies(rejected ->
                            assertThat(rejected.getDecision().limiter()).endsWith("JdkProxyTests.FinalGreeter.greet"));
            assertThat(greeter.greet("bob")).isEqualTo("hello bob");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoCreators {

        @Bean
        Greeter greeter() {
            return new OpenGreeter();
        }

        /** Makes a JDK proxy around that of the class, as set-ups of other libraries do. */
        @Bean
        static DefaultAdvisorAutoProxyCreator more() {
            DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
            creator.setProxyTargetClass(false);
            return creator;
        }
    }

    static class OpenGreeter implements Greeter {

        @Override
        @RateLimited(name = "twice", rate = 3, interval = "1h")
        public String greet(String user) {
            return "hello " + user;
        }
    }

    @Test
    void limitsOnceThroughAProxyOfAProxy() {
        try (AspectContext context = AspectContext.of(TwoCreators.class).start()) {
            Greeter greeter = context.get(Greeter.class);
            assertThat(AopUtils.isJdkDynamicProxy(greeter)).isTrue();
            assertThat(AopUtils.isCglibProxy(AspectContext.target(greeter))).isTrue();
            for (int i = 0; i < 3; i++) {
                greeter.greet("alice");
            }
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(() -> greeter.greet("alice"));
        }
    }

    @Test
    void limitsWhatIsFinalThroughTheInterfaceOfABeanThatComesLate() {
        for (Class<?> type : List.of(LateFinalGreeter.class, LazyGreeter.class)) {
            try (AspectContext context = AspectContext.withJdkProxies(type).start()) {
                context.get(Greeter.class).greet("alice");
                assertThatExceptionOfType(RateLimitExceededException.class)
                        .isThrownBy(() -> context.get(Greeter.class).greet("alice"));
            }
        }
    }

    @Test
    void refusesWhatIsFinalOnABeanThatComesLateWhereNoInterfaceHelps() {
        for (AspectContext context : List.of(
                AspectContext.withJdkProxies(HiddenGreeter.class),
                AspectContext.of(LateFinalGreeter.class),
                AspectContext.of(LazyGreeter.class))) {
            assertThat(MethodMistakesTests.findings(context))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.what()).contains("is final"));
        }
    }

    @Test
    void limitsInterfaceWithoutClassUnderTheNameOfTheInterface() {
        for (Class<?> factory : new Class<?>[] {PlainClientFactory.class, SpringClientFactory.class}) {
            try (AspectContext context = AspectContext.of(factory).start()) {
                Client client = context.get(Client.class);
                assertThat(client.get("/a")).isEqualTo("answer");
                assertThatExceptionOfType(RateLimitExceededException.class)
                        .isThrownBy(() -> client.get("/a"))
                        .satisfies(rejected ->
                                assertThat(rejected.getDecision().limiter()).endsWith("JdkProxyTests.Client.get"));
                assertThat(context.limiters.limits).hasSize(1);
            }
        }
    }

    @RateLimited(rate = 1, interval = "1s")
    interface Remote {

        String call();
    }

    @Configuration(proxyBeanMethods = false)
    static class Clients {

        /** Has no target, as clients of HTTP interfaces have none. */
        @Bean
        Remote remote() {
            return ProxyFactory.getProxy(Remote.class, (MethodInterceptor) invocation -> "called");
        }
    }

    @Test
    void anInterfaceLimitsAllMethodsOfAProxyWithoutTarget() {
        try (AspectContext context = AspectContext.withJdkProxies(Clients.class).start()) {
            Remote remote = context.get(Remote.class);
            assertThat(remote.call()).isEqualTo("called");
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(remote::call);
        }
    }
}
