package io.github.ratelimited.interceptor.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import jakarta.annotation.PostConstruct;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.SmartApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.ModelAttribute;

class ClassCoverageTests extends MethodLookup {

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

    interface Greeter {

        default void coveredDefault() {}
    }

    @RateLimited(rate = 1, interval = "1s")
    static class Listening implements SmartApplicationListener, Predicate<String>, Validator, Greeter {

        @Override
        public void onApplicationEvent(ApplicationEvent event) {}

        @Override
        public boolean supportsEventType(Class<? extends ApplicationEvent> type) {
            return true;
        }

        @Override
        public boolean test(String text) {
            return true;
        }

        @Override
        public boolean supports(Class<?> type) {
            return true;
        }

        @Override
        public void validate(Object target, Errors errors) {}

        public boolean supportsPayments() {
            return true;
        }
    }

    @RateLimited(name = "shared", rate = 1, interval = "1s")
    static class Named {

        public void one() {}

        public void two() {}
    }

    @RateLimited(rate = 1, interval = "1s")
    static class Door {

        public void start() {}

        public void close() {}

        public int getOrder() {
            return 0;
        }
    }

    @RateLimited(rate = 1, interval = "1s")
    static class Beans {

        @Bean
        public String unlimitedBean() {
            return "bean";
        }

        public void covered() {}
    }

    private static final String HERE = "io.github.ratelimited.interceptor.definition.ClassCoverageTests.";

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
    void classDoesNotStandForWhatInterfacesOfLibrariesAskOrBring() {
        Set<String> covered = Stream.of(Listening.class.getMethods())
                .filter(method -> methods.find(method, Listening.class).isLimited())
                .map(Method::getName)
                .collect(Collectors.toSet());

        assertThat(covered)
                .containsExactlyInAnyOrder(
                        "onApplicationEvent", "test", "validate", "supportsPayments", "coveredDefault");
    }

    @Test
    void methodsNamedLikeThoseOfTheContainerAreWorkWhereTheContainerDoesNotKnowThem() {
        for (String name : List.of("start", "close", "getOrder")) {
            assertThat(names(Door.class, name)).as(name).containsExactly(HERE + "Door." + name);
        }
    }

    @Test
    void classDoesNotStandForItsBeanMethods() {
        assertThat(names(Beans.class, "unlimitedBean")).isEmpty();
        assertThat(names(Beans.class, "covered")).containsExactly(HERE + "Beans.covered");
    }

    @Test
    void subclassesInheritTheLimitsOfTheClass() {
        assertThat(names(Inheriting.class, "inherited")).containsExactly(HERE + "Inheriting.inherited");
        assertThat(find(Whole.class, "covered", Inheriting.class).limits())
                .extracting(MethodLimit::name)
                .containsExactly(HERE + "Inheriting.covered");
    }
}
