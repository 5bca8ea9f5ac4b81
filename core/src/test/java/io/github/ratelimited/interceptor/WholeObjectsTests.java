package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.definition.Finding;
import jakarta.servlet.http.HttpServletRequest;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Mono;

/** An object that can be no value fails the start where it stands for one, and not each call. */
class WholeObjectsTests {

    static class Order {

        final String id = "o1";
    }

    static class Impossible {

        @RateLimited(rate = 1, interval = "1s", key = "#request")
        public void request() {}

        @RateLimited(rate = 1, interval = "1s", key = "{'a', #sent}")
        public void servletRequest(HttpServletRequest sent) {}

        @RateLimited(rate = 1, interval = "1s", key = "#sent ?: 'none'")
        public void reactiveRequest(ServerHttpRequest sent) {}

        @RateLimited(rate = 1, interval = "1s", key = "#body")
        public void stream(InputStream body) {}

        @RateLimited(rate = 1, interval = "1s", key = "#a0")
        public void future(CompletableFuture<String> result) {}

        @RateLimited(rate = 1, interval = "1s", key = "#result")
        public void publisher(Mono<String> result) {}

        @RateLimited(rate = 1, interval = "1s", key = "#counter")
        public void counter(AtomicLong counter) {}

        @RateLimited(rate = 1, interval = "1s", key = "#counters")
        public void counters(AtomicLong[] counters) {}

        @RateLimited(rate = 1, interval = "1s", key = "#queue")
        public void queue(ArrayDeque<String> queue) {}

        @RateLimited(rate = 1, interval = "1s", key = "'order ' + #order")
        public void text(Order order) {}

        @RateLimited(rate = 1, interval = "1s", key = "#root")
        public void root() {}

        @RateLimited(rate = 1, interval = "1s", key = "target")
        public void target() {}

        @RateLimited(rate = 1, interval = "1s", condition = "#user")
        public void condition(String user) {}

        @RateLimited(rate = 9, interval = "1s", permits = "#order")
        public void permits(Order order) {}

        @RateLimited(rate = 1, interval = "1s", plan = "#level")
        public void plan(int level) {}

        @RateLimited(rate = 1, interval = "1s", key = "null")
        public void nobody() {}

        @RateLimited(rate = 1, interval = "1s", key = "{'a', null}")
        public void nobodyInParts() {}
    }

    static class Possible {

        @RateLimited(rate = 1, interval = "1s", key = "{#a0, #a1, #a2, #a3}")
        public void parts(Object any, Map<String, String> map, Optional<String> optional, int[] numbers) {}

        @RateLimited(rate = 1, interval = "1s", key = "#builder ?: #type")
        public void special(StringBuilder builder, Class<?> type) {}

        @RateLimited(rate = 1, interval = "1s", key = "'a' + #number + #letter + #list + #any")
        public void text(int number, Character letter, List<String> list, Object any) {}

        @RateLimited(rate = 1, interval = "1s", key = "#order.id")
        public void part(Order order) {}

        @RateLimited(rate = 1, interval = "1s", key = "#caller")
        public void mayBeThePrincipal(Order caller) {}

        @RateLimited(rate = 1, interval = "1s", key = "#request")
        public void argument(String request) {}

        @RateLimited(
                rate = 9,
                interval = "1s",
                condition = "#flag",
                permits = "#amount",
                plan = "#plan",
                settle = "#cost + 1")
        public void values(boolean flag, CharSequence amount, Comparable<?> plan, int cost) {}
    }

    @Test
    void fails() {
        List<Finding> findings = MethodMistakesTests.findings(AspectContext.of(Impossible.class));

        assertThat(findings)
                .hasSize(17)
                .extracting(Finding::what)
                .contains("key '#request' takes #request as a whole, which is no value; use a part of it, such as"
                        + " #request.method")
                .contains(
                        "key '#counter' takes #counter as a whole, but java.util.concurrent.atomic.AtomicLong is no type"
                                + " for key; use a part of it")
                .contains("permits '#order' takes #order as a whole, but " + Order.class.getName()
                        + " is no type for permits; use a part of it")
                .anyMatch(what -> what.startsWith("key 'null' of the rate limit") && what.endsWith("must not be null"));
    }

    @Test
    void startsWithWhatCanHaveAText() {
        try (AspectContext context = AspectContext.of(Possible.class)) {
            assertThat(context.start().get(Possible.class)).isNotNull();
        }
    }
}
