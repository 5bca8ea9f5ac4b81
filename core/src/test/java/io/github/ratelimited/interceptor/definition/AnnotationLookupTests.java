package io.github.ratelimited.interceptor.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import jakarta.annotation.PostConstruct;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AliasFor;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.ModelAttribute;

class AnnotationLookupTests {

    @Retention(RetentionPolicy.RUNTIME)
    @RateLimited(rate = 3, interval = "1s")
    @interface PerSecond {

        @AliasFor(annotation = RateLimited.class, attribute = "name")
        String of();

        @AliasFor(annotation = RateLimited.class, attribute = "rate")
        long permits() default 7;
    }

    @RateLimited(rate = 1, interval = "1s")
    static class Whole implements AutoCloseable, BeanFactoryAware, Ordered {

        public void covered() {}

        @RateLimited(name = "own", rate = 2, interval = "1s")
        public void ownWins() {}

        public static void unlimitedStatic() {}

        void unlimitedPackagePrivate() {}

        protected void unlimitedProtected() {}

        private void unlimitedPrivate() {}

        @PostConstruct
        public void unlimitedStart() {}

        @ExceptionHandler
        public void unlimitedAnswer() {}

        @InitBinder
        public void unlimitedBinder() {}

        @ModelAttribute
        public void unlimitedModel() {}

        @GetMapping
        @ModelAttribute
        public void coveredHandler() {}

        @GetMapping
        void coveredHiddenHandler() {}

        @Override
        public int getOrder() {
            return 0;
        }

        @Override
        public void setBeanFactory(BeanFactory beanFactory) {}

        @Override
        public void close() {}

        @Override
        public String toString() {
            return "whole";
        }
    }

    static class Inheriting extends Whole {

        public void inherited() {}
    }

    @RateLimited(name = "shared", rate = 1, interval = "1s")
    static class Named {

        public void one() {}

        public void two() {}
    }

    interface Contract<T> {

        @RateLimited(name = "contract", rate = 1, interval = "1s", key = "#given")
        void take(T given);
    }

    static class Taking implements Contract<String> {

        @Override
        public void take(String renamed) {}
    }

    static class Base<T> {

        public void take(T given) {}
    }

    static class Replacing implements Contract<String> {

        @Override
        @RateLimited(name = "replaced", rate = 1, interval = "1s")
        public void take(String given) {}
    }

    interface OnType {

        void ofTheType();
    }

    @RateLimited(name = "type", rate = 1, interval = "1s")
    interface AnnotatedType extends OnType {

        void declared();
    }

    static class Joined extends Base<String> implements AnnotatedType {

        @Override
        public void declared() {}

        @Override
        public void ofTheType() {}
    }

    interface Source {

        Object read(int line);
    }

    interface Narrower extends Source {

        @Override
        @RateLimited(name = "narrower", rate = 1, interval = "1s", key = "#line")
        String read(int line);
    }

    static class Reading implements Narrower {

        @Override
        public String read(int line) {
            return "line " + line;
        }
    }

    static class Many {

        @RateLimited(name = "a", rate = 1, interval = "1s")
        @RateLimited(name = "b", rate = 2, interval = "1s")
        @PerSecond(of = "c")
        public void mixed() {}
    }

    private static final String HERE = "io.github.ratelimited.interceptor.definition.AnnotationLookupTests.";
    private final RateLimitedMethods methods =
            new RateLimitedMethods(new DefaultListableBeanFactory(), () -> SettingsPrecedence.NONE);

    private LimitedMethod find(Class<?> declaring, String name, Class<?> target) {
        Method method = Arrays.stream(declaring.getDeclaredMethods())
                .filter(candidate -> candidate.getName().equals(name) && !candidate.isBridge())
                .findFirst()
                .orElseThrow();
        LimitedMethod found = methods.find(method, target);
        assertThat(found.findings()).isEmpty();
        return found;
    }

    private List<String> names(Class<?> declaring, String name) {
        return find(declaring, name, declaring).limits().stream()
                .map(MethodLimit::name)
                .toList();
    }

    @Test
    void classStandsForItsPublicMethodsEachWithALimiterOfItsOwn() {
        assertThat(names(Whole.class, "covered")).containsExactly(HERE + "Whole.covered");
        assertThat(names(Named.class, "one")).containsExactly("shared");
        assertThat(names(Named.class, "two")).containsExactly("shared");
    }

    @Test
    void methodWinsOverClassAsAWhole() {
        assertThat(names(Whole.class, "ownWins")).containsExactly("own");
    }

    @Test
    void classDoesNotStandForWhatIsNotTheWorkOfTheBean() {
        for (Method method : Whole.class.getDeclaredMethods()) {
            boolean work = List.of("covered", "coveredHandler", "coveredHiddenHandler", "ownWins")
                    .contains(method.getName());
            assertThat(methods.find(method, Whole.class).isLimited())
                    .as(method.getName())
                    .isEqualTo(work);
        }
    }

    @Test
    void subclassesInheritTheLimitsOfTheClass() {
        assertThat(names(Inheriting.class, "inherited")).containsExactly(HERE + "Inheriting.inherited");
        assertThat(find(Whole.class, "covered", Inheriting.class).limits())
                .extracting(MethodLimit::name)
                .containsExactly(HERE + "Inheriting.covered");
    }

    @Test
    void findsAnnotationOfTheGenericInterfaceMethodWithItsParameterNames() {
        LimitedMethod onInterface = find(Contract.class, "take", Taking.class);
        LimitedMethod onClass = find(Taking.class, "take", Taking.class);
        assertThat(onInterface.limits()).extracting(MethodLimit::name).containsExactly("contract");
        assertThat(onClass.limits()).extracting(MethodLimit::name).containsExactly("contract");
        assertThat(onClass.variables().indexes()).containsEntry("given", 0).containsEntry("renamed", 0);
    }

    @Test
    void methodOfTheClassReplacesTheOneOfTheInterface() {
        assertThat(names(Replacing.class, "take")).containsExactly("replaced");
    }

    @Test
    void bridgeMethodHasTheLimitOfItsBridge() throws Exception {
        Method bridge = Taking.class.getDeclaredMethod("take", Object.class);
        assertThat(bridge.isBridge()).isTrue();
        assertThat(methods.find(bridge, Taking.class).limits())
                .extracting(MethodLimit::name)
                .containsExactly("contract");
    }

    @Test
    void limitOfAMethodWithANarrowerTypeCountsOnce() throws Exception {
        Object proxy = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Narrower.class}, (self, method, arguments) -> null);

        assertThat(Narrower.class.getDeclaredMethods()).hasSize(2);
        assertThat(names(Reading.class, "read")).containsExactly("narrower");
        for (Method method : proxy.getClass().getMethods()) {
            if (method.getName().equals("read")) {
                assertThat(methods.find(method, proxy.getClass()).limits()).hasSize(1);
            }
        }
    }

    @Test
    void interfaceTypeStandsForTheClassThatImplementsIt() {
        assertThat(names(Joined.class, "declared")).containsExactly("type");
        assertThat(find(OnType.class, "ofTheType", Joined.class).limits()).hasSize(1);
        assertThat(find(Base.class, "take", Joined.class).limits()).hasSize(1);
        assertThat(find(Base.class, "take", Base.class).isLimited()).isFalse();
    }

    @Test
    void directContainedAndComposedAnnotationsAddUp() {
        LimitedMethod mixed = find(Many.class, "mixed", Many.class);
        assertThat(mixed.limits())
                .extracting(MethodLimit::name, limit -> limit.limit().rate())
                .containsExactlyInAnyOrder(tuple("a", 1L), tuple("b", 2L), tuple("c", 7L));
    }
}
