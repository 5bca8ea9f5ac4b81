package io.github.ratelimited.interceptor.startup;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.AspectContext;
import io.github.ratelimited.interceptor.StartUpLog;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;

class SelfCallsTests {

    static class Orders {

        @RateLimited(rate = 1, interval = "1s")
        public String place(String item) {
            return item;
        }
    }

    static class Direct extends Orders {

        public String all(List<String> items) {
            return items.isEmpty() ? "" : place(items.get(0));
        }
    }

    static class InLambda extends Orders {

        public void all(List<String> items) {
            items.forEach(item -> place(item + "!"));
        }
    }

    static class AsReference extends Orders {

        public Function<String, String> all() {
            return this::place;
        }
    }

    static class Above {

        @RateLimited(name = "above", rate = 1, interval = "1s")
        public void limited() {}

        public void calls() {
            limited();
        }
    }

    static class Inherited extends Above {}

    static class ThroughProxy extends Orders {

        @Autowired
        private ObjectProvider<ThroughProxy> self;

        public String all(String item) {
            return self.getObject().place(item);
        }
    }

    static class OnAnother extends Orders {

        public String all(Orders others, String item) {
            return others.place(item);
        }
    }

    static class Overriding extends Orders {

        @Override
        public String place(String item) {
            return super.place(item);
        }
    }

    static class OnAnotherInAField extends Orders {

        private OnAnotherInAField next;

        public String all(String item) {
            return next.place(item);
        }
    }

    static class OnAnotherThatIsReturned extends Orders {

        OnAnotherThatIsReturned next() {
            return new OnAnotherThatIsReturned();
        }

        public String all(String item) {
            return next().place(item);
        }
    }

    static class OfAnyObject extends Orders {

        public BiFunction<OfAnyObject, String, String> all() {
            return OfAnyObject::place;
        }
    }

    static class Bridged implements UnaryOperator<String> {

        @Override
        @RateLimited(rate = 1, interval = "1s")
        public String apply(String item) {
            return item;
        }
    }

    private static List<String> warnings(Class<?> type) {
        return StartUpLog.logged(AspectContext.of(type)).stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(event -> event.getFormattedMessage())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(classes = {Direct.class, InLambda.class, AsReference.class})
    void warnsOfCallsOnTheSameObject(Class<?> type) {
        assertThat(warnings(type))
                .singleElement()
                .satisfies(text -> assertThat(text)
                        .startsWith("These calls within one object bypass the proxy and are not limited")
                        .contains(type.getCanonicalName() + ".all ")
                        .contains("calls " + type.getCanonicalName() + ".place(String)"));
    }

    @ParameterizedTest
    @ValueSource(classes = Inherited.class)
    void warnsOfCallsInTheClassAbove(Class<?> type) {
        assertThat(warnings(type))
                .singleElement()
                .satisfies(text -> assertThat(text)
                        .contains(Above.class.getCanonicalName() + ".calls calls " + type.getCanonicalName()
                                + ".limited()"));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Orders.class,
                ThroughProxy.class,
                OnAnother.class,
                OnAnotherInAField.class,
                OnAnotherThatIsReturned.class,
                OfAnyObject.class,
                Overriding.class,
                Bridged.class
            })
    void staysSilentWhereAProxyMayBeAsked(Class<?> type) {
        assertThat(warnings(type)).isEmpty();
    }
}
