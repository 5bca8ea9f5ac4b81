package io.github.ratelimited.interceptor.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ratelimited.RateLimited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.springframework.core.annotation.AliasFor;

class AnnotationLookupTests extends MethodLookup {

    @Retention(RetentionPolicy.RUNTIME)
    @RateLimited(rate = 3, interval = "1s")
    @interface PerSecond {

        @AliasFor(annotation = RateLimited.class, attribute = "name")
        String of();

        @AliasFor(annotation = RateLimited.class, attribute = "rate")
        long permits() default 7;
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
