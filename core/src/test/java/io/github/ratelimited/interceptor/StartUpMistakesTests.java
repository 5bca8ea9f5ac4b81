package io.github.ratelimited.interceptor;

import static io.github.ratelimited.interceptor.StartUpLog.logged;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.annotation.Order;

/** Annotations that end the start, and those next to them that do not. */
class StartUpMistakesTests {

    static class WithPolicies {

        @RateLimited(name = "open", rate = 1, interval = "1s", onFailure = FailurePolicy.OPEN)
        public void open() {}

        @RateLimited(name = "closed", rate = 1, interval = "1s", onFailure = FailurePolicy.CLOSED)
        public void closed() {}
    }

    static class WithOtherPolicy {

        @RateLimited(name = "open", rate = 1, interval = "1s", onFailure = FailurePolicy.CLOSED)
        public void other() {}

        @RateLimited(name = "closed", rate = 1, interval = "1s")
        public void silent() {}
    }

    @Retention(RetentionPolicy.RUNTIME)
    @RateLimited(name = "burst", rate = 1, interval = "1s")
    @RateLimited(name = "day", rate = 100, interval = "1d")
    @interface TwoLimits {

        @AliasFor(annotation = RateLimited.class, attribute = "key")
        String whom() default "";
    }

    @Retention(RetentionPolicy.RUNTIME)
    @TwoLimits
    @interface AroundTwoLimits {}

    @Retention(RetentionPolicy.RUNTIME)
    @RateLimited(name = "second", rate = 1, interval = "1s")
    @RateLimited(name = "minute", rate = 10, interval = "1m")
    @Order
    @interface Plain {

        @AliasFor(annotation = Order.class, attribute = "value")
        int place() default 0;
    }

    static class Aliased {

        @TwoLimits(whom = "#user")
        public void direct(String user) {}

        @AroundTwoLimits
        public void around() {}
    }

    static class Composed {

        @Plain(place = 1)
        public void plain() {}
    }

    @RateLimited(rate = 1, interval = "1s")
    static class Hidden implements AutoCloseable {

        void send() {}

        @Override
        public void close() {}
    }

    static class OfLibrary {

        public final void configure() {}
    }

    @RateLimited(name = "inheriting", rate = 1, interval = "1s")
    static class Inheriting extends OfLibrary {

        public void work() {}
    }

    private static RateLimitConfigurationException failure(AspectContext context) {
        try (context) {
            return catchThrowableOfType(RateLimitConfigurationException.class, context::start);
        }
    }

    @Test
    void saysWhatToDoAboutAFinalMethodOfALibrary() {
        assertThat(failure(AspectContext.of(Inheriting.class)).getFindings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.where()).endsWith(".Inheriting.configure()"))
                .satisfies(finding -> assertThat(finding.action())
                        .isEqualTo("Remove final in " + OfLibrary.class.getName()
                                + ", or put the annotation on the methods to limit instead of the class"));
    }

    @Test
    void refusesAnAnnotationOnAClassThatLimitsNothing() {
        assertThat(failure(AspectContext.of(Hidden.class)).getFindings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.what()).startsWith("The annotation on the class limits nothing");
                    assertThat(finding.where()).isEqualTo(Hidden.class.getName());
                });
    }

    @Test
    void refusesMethodsThatDifferAboutTheFailureOfOneLimiter() {
        assertThat(failure(AspectContext.of(WithPolicies.class, WithOtherPolicy.class))
                        .getFindings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.what())
                            .startsWith("Rate limit 'open' has onFailure ")
                            .contains("CLOSED")
                            .contains("OPEN");
                    assertThat(finding.action()).endsWith("in ratelimited.limiters.open.on-failure");
                });
    }

    @Test
    void takesMethodsThatDifferWhereTheConfigurationDecides() {
        LimiterSettings local =
                new LimiterSettings(null, null, null, null, null, null, FailurePolicy.LOCAL, null, null, null, null);
        AspectContext context = AspectContext.of(WithPolicies.class, WithOtherPolicy.class)
                .settings(LimiterSettings.NONE, Map.of("open", local));
        assertThat(logged(context)).isNotEmpty();
    }

    @Test
    void refusesComposedAnnotationThatSetsOneOfSeveralLimits() {
        assertThat(failure(AspectContext.of(Aliased.class)).getFindings())
                .hasSize(2)
                .allSatisfy(finding -> assertThat(finding.what())
                        .isEqualTo("@TwoLimits carries 2 rate limits and sets attributes with @AliasFor,"
                                + " which cannot say of which limit; give it one"));
    }

    @Test
    void takesComposedAnnotationOfSeveralLimitsThatSetsAnother() {
        try (AspectContext context = AspectContext.of(Composed.class).start()) {
            assertThat(context.limiters.names()).containsExactlyInAnyOrder("minute", "second");
        }
    }

    @Test
    void saysWhatToDoAboutClassThatWasCompiledWithoutParameterNames(@TempDir Path directory) throws Exception {
        compileWithoutParameters(directory);
        URL[] classes = {directory.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, StartUpMistakesTests.class.getClassLoader())) {
            AspectContext context = AspectContext.of(loader.loadClass("Unnamed"));
            context.context().setClassLoader(loader);
            assertThat(failure(context).getFindings())
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.where()).isEqualTo("Unnamed.login(String)"))
                    .satisfies(finding -> assertThat(finding.what())
                            .isEqualTo("key '#user' uses #user, but the class has no parameter names: compile with"
                                    + " -parameters or use #a0"));
        }
    }

    private static void compileWithoutParameters(Path directory) throws IOException {
        Path source = Files.writeString(
                directory.resolve("Unnamed.java"),
                "public class Unnamed { @io.github.ratelimited.RateLimited(rate = 1, interval = \"1s\", key = \"#user\")"
                        + " public void login(String user) {} }");
        String classPath = RateLimited.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-nowarn", "-cp", classPath, source.toString());
        assertThat(result).isZero();
    }
}
