package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;

class FallbackTests {

    static class Api {

        @RateLimited(name = "same", rate = 1, interval = "10s", fallback = "later")
        public Object same(String user) {
            return "hello " + user;
        }

        private String later(String user) {
            return "later, " + user;
        }

        @RateLimited(name = "why", rate = 1, interval = "10s", fallback = "why")
        public String why(int number) {
            return "number " + number;
        }

        String why(Integer number, RateLimitExceededException rejected) {
            return number + " rejected by " + rejected.getDecision().limiter();
        }

        @RateLimited(name = "either", rate = 1, interval = "10s", fallback = "instead")
        public String either() {
            return "either";
        }

        String instead() {
            return "rejected";
        }

        String instead(RateLimitExceededException rejected) {
            return "rejected by " + rejected.getDecision().limiter();
        }

        @RateLimited(name = "other", rate = 1, interval = "10s", fallback = "@answers.${answer}")
        public String other(String user) {
            return "hello " + user;
        }

        @RateLimited(name = "stage", rate = 1, interval = "10s", fallback = "stageLater")
        public CompletionStage<String> stage() {
            return CompletableFuture.completedFuture("now");
        }

        CompletableFuture<String> stageLater() {
            return CompletableFuture.completedFuture("later");
        }

        @RateLimited(name = "mono", rate = 1, interval = "10s", fallback = "monoLater")
        public Mono<String> mono() {
            return Mono.just("now");
        }

        Mono<String> monoLater(RateLimitExceededException rejected) {
            return Mono.just("later");
        }

        @RateLimited(name = "failing", rate = 1, interval = "10s", fallback = "fails")
        public void failing() throws IOException {}

        void fails() throws IOException {
            throw new IOException("failed");
        }

        @RateLimited(name = "first", rate = 5, interval = "10s", fallback = "unused")
        @RateLimited(name = "second", rate = 1, interval = "10s")
        public String both() {
            return "both";
        }

        String unused() {
            return "unused";
        }
    }

    public static class Answers {

        public String answer(CharSequence user) {
            return "answer for " + user;
        }

        private String secret(String user) {
            return user;
        }
    }

    static class Beans {

        @Bean
        Answers answers() {
            return new Answers();
        }
    }

    @RateLimited(rate = 1, interval = "10s", fallback = "sorry")
    static class Whole {

        public String one() {
            return "one";
        }

        public String two(int number) {
            return "two";
        }

        public String sorry() {
            return "sorry";
        }

        public String sorry(int number) {
            return "number " + number;
        }
    }

    interface Client {

        @RateLimited(name = "client", rate = 1, interval = "10s", fallback = "none")
        String get();

        default String none() {
            return "none";
        }
    }

    static class HttpClient implements Client {

        @Override
        public String get() {
            return "got";
        }
    }

    private static AspectContext started() {
        return AspectContext.of(Api.class, Beans.class)
                .properties(java.util.Map.of("answer", "answer"))
                .start();
    }

    @Test
    void answersInPlaceOfTheMethod() {
        try (AspectContext context = started()) {
            Api api = context.get(Api.class);
            assertThat(api.same("alice")).isEqualTo("hello alice");
            assertThat(api.same("bob")).isEqualTo("later, bob");
            api.why(1);
            assertThat(api.why(2)).isEqualTo("2 rejected by why");
            api.either();
            assertThat(api.either()).isEqualTo("rejected by either");
            api.other("alice");
            assertThat(api.other("bob")).isEqualTo("answer for bob");
        }
    }

    @Test
    void answersForAsynchronousMethods() {
        try (AspectContext context = started()) {
            Api api = context.get(Api.class);
            api.stage();
            assertThat(api.stage().toCompletableFuture()).isCompletedWithValue("later");
            assertThat(api.mono().block()).isEqualTo("now");
            assertThat(api.mono().block()).isEqualTo("later");
            context.limiters.slow = true;
            CompletionStage<String> stage = api.stage();
            context.limiters.decideWaiting();
            assertThat(stage.toCompletableFuture())
                    .succeedsWithin(java.time.Duration.ofSeconds(20))
                    .isEqualTo("later");
        }
    }

    @Test
    void answersForSuspendingFunctions() {
        try (AspectContext context = AspectContext.of(Coroutines.class).start()) {
            Coroutines coroutines = context.get(Coroutines.class);
            Callers callers = new Callers();
            assertThat(callers.ask(coroutines, "alice")).isEqualTo("asked alice");
            assertThat(callers.ask(coroutines, "bob")).isEqualTo("ask later, bob: asking");
        }
    }

    @Test
    void failsAsTheFallbackDoes() throws Exception {
        try (AspectContext context = started()) {
            Api api = context.get(Api.class);
            api.failing();
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(api::failing)
                    .withMessage("failed");
        }
    }

    @Test
    void ofTheLimitThatRejectedAnswersAlone() {
        try (AspectContext context = started()) {
            Api api = context.get(Api.class);
            api.both();
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(api::both);
        }
    }

    @Test
    void isNotLimitedByTheAnnotationOfItsClass() {
        try (AspectContext context = AspectContext.of(Whole.class).start()) {
            Whole whole = context.get(Whole.class);
            whole.one();
            assertThat(whole.one()).isEqualTo("sorry");
            assertThat(whole.sorry(1)).isEqualTo("number 1");
            assertThat(whole.sorry(1)).isEqualTo("number 1");
            assertThat(context.limiters.names()).hasSize(2).noneMatch(name -> name.contains("sorry"));
        }
    }

    @Test
    void mayBeADefaultMethodOfAnInterface() {
        try (AspectContext context =
                AspectContext.withJdkProxies(HttpClient.class).start()) {
            Client client = context.get(Client.class);
            client.get();
            assertThat(client.get()).isEqualTo("none");
        }
    }
}
