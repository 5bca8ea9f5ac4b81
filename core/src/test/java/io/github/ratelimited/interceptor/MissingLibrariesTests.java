package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.core.Context;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.SpringVersion;
import org.springframework.expression.Expression;
import reactor.core.publisher.Mono;

class MissingLibrariesTests {

    static class Api {

        @RateLimited(name = "plain", rate = 1, interval = "10s")
        public String plain() {
            return "plain";
        }

        @RateLimited(name = "stage", rate = 1, interval = "10s")
        public CompletableFuture<String> stage() {
            return CompletableFuture.completedFuture("stage");
        }
    }

    static class Publishing {

        @RateLimited(name = "flow", rate = 1, interval = "10s")
        public java.util.concurrent.Flow.Publisher<String> flow() {
            return subscriber -> {};
        }
    }

    /** Runs within the class loader that lacks the optional libraries. */
    public static final class Application {

        public Application() {}

        public static String calls() {
            try (AspectContext context =
                    AspectContext.of(Api.class).executor(Runnable::run).start()) {
                Api api = context.get(Api.class);
                context.limiters.slow = true;
                CompletableFuture<String> stage = api.stage();
                context.limiters.decideWaiting();
                return api.plain() + ", " + stage.join();
            }
        }

        /** Making it would load all reactive libraries, where there are any. */
        public static boolean asksForReactiveTypes() throws ReflectiveOperationException {
            calls();
            Field registry = ReactiveAdapterRegistry.class.getDeclaredField("sharedInstance");
            registry.setAccessible(true);
            return registry.get(null) != null;
        }

        public static String mistake() {
            try (AspectContext context = AspectContext.of(Publishing.class)) {
                context.start();
                return "started";
            } catch (RateLimitConfigurationException ex) {
                return ex.getMessage();
            }
        }
    }

    private static Object run(String method) throws Exception {
        URL[] urls = Stream.of(
                        RateLimited.class,
                        MissingLibrariesTests.class,
                        SpringVersion.class,
                        BeanFactory.class,
                        AopUtils.class,
                        ApplicationContext.class,
                        Expression.class,
                        Log.class,
                        LoggerFactory.class,
                        Logger.class,
                        Context.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .distinct()
                .toArray(URL[]::new);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            assertThat(loader.getResource(Mono.class.getName().replace('.', '/') + ".class"))
                    .isNull();
            return loader.loadClass(Application.class.getName())
                    .getMethod(method)
                    .invoke(null);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void limitsPlainMethodsAndStagesWithoutAnyOptionalLibrary() throws Exception {
        assertThat(run("calls")).isEqualTo("plain, stage");
    }

    @Test
    void asksForNoReactiveTypesWhereMethodsReturnTypesOfTheJdk() throws Exception {
        assertThat(run("asksForReactiveTypes")).isEqualTo(false);
    }

    @Test
    void saysWhichLibraryAReactiveMethodNeeds() throws Exception {
        assertThat(run("mistake"))
                .asString()
                .contains("Publishing.flow(): its return type java.util.concurrent.Flow$Publisher is reactive, which"
                        + " needs reactor-core on the class path");
    }
}
