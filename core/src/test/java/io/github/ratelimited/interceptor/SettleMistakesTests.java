package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.definition.Finding;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What cannot be settled ends the start, with all else that is wrong. */
class SettleMistakesTests {

    /** Whose results are there when nobody looks any more. */
    static class Late {

        @RateLimited(rate = 9, interval = "1s", settle = "1")
        public Future<String> future() {
            return new CompletableFuture<>();
        }

        @RateLimited(rate = 9, interval = "1s", settle = "1")
        public Callable<String> callable() {
            return () -> "";
        }

        @RateLimited(rate = 9, interval = "1s", settle = "1")
        public DeferredResult<String> deferred() {
            return new DeferredResult<>();
        }

        @RateLimited(rate = 9, interval = "1s", settle = "1")
        public WebAsyncTask<String> task() {
            return new WebAsyncTask<>(() -> "");
        }

        @RateLimited(rate = 9, interval = "1s", settle = "1")
        public ResponseBodyEmitter emitter() {
            return new ResponseBodyEmitter();
        }

        @RateLimited(rate = 9, interval = "1s", settle = "1")
        public SseEmitter sse() {
            return new SseEmitter();
        }

        @RateLimited(rate = 9, interval = "1s", settle = "1")
        public StreamingResponseBody body() {
            return out -> {};
        }

        @RateLimited(rate = 9, interval = "1s", settle = "1")
        public ResponseEntity<Flux<String>> entityOfFlux() {
            return ResponseEntity.ok(Flux.empty());
        }

        @RateLimited(rate = 9, interval = "1s", settle = "1")
        public ResponseEntity<StreamingResponseBody> entityOfBody() {
            return ResponseEntity.ok(out -> {});
        }

        @RateLimited(rate = 9, interval = "1s", settle = "1")
        public Mono<ResponseEntity<Flux<String>>> monoOfEntityOfFlux() {
            return Mono.empty();
        }

        @RateLimited(rate = 9, interval = "1s", settle = "1")
        public CompletableFuture<Optional<Mono<String>>> stageOfMono() {
            return new CompletableFuture<>();
        }
    }

    @Test
    void refusesResultsThatAreNotThereWhenTheMethodIsDone() {
        List<Finding> findings = MethodMistakesTests.findings(AspectContext.of(Late.class));
        assertThat(findings)
                .allSatisfy(finding -> assertThat(finding.what())
                        .matches("settle '1' cannot be evaluated, because the method returns before its \\w+ is done"))
                .allSatisfy(finding -> assertThat(finding.action()).contains("RateLimiter.hold", "CompletionStage"))
                .extracting(finding -> finding.where().replaceFirst(".*Late\\.", ""))
                .containsExactlyInAnyOrder(
                        "future()",
                        "callable()",
                        "deferred()",
                        "task()",
                        "emitter()",
                        "sse()",
                        "body()",
                        "entityOfFlux()",
                        "entityOfBody()",
                        "monoOfEntityOfFlux()",
                        "stageOfMono()");
    }

    static class Wrong {

        @RateLimited(rate = 9, interval = "1s", settle = "#result")
        public long reserved(long result, String error, int count) {
            return result;
        }

        @RateLimited(rate = 9, interval = "1s", permits = "0", settle = "#result")
        public long nothing() {
            return 1;
        }

        @RateLimited(rate = 9, interval = "1s", permits = "'one'", settle = "-1")
        public long numbers() {
            return 1;
        }

        @RateLimited(rate = 9, interval = "1s", settle = "#result..usage")
        public long noExpression() {
            return 1;
        }

        @RateLimited(rate = 9, interval = "1s", settle = "#count")
        public List<String> noStream() {
            return List.of();
        }

        @RateLimited(rate = 9, interval = "1s", settle = "#error != null ? 1 : #result")
        public void noResult() {}

        @RateLimited(rate = 9, interval = "1s", key = "#result")
        public long tooEarly() {
            return 1;
        }

        @RateLimited(rate = 9, interval = "1s", settle = "${missing}")
        public long placeholder() {
            return 1;
        }

        @RateLimited(name = "one", rate = 9, interval = "1s", settle = "1")
        @RateLimited(name = "two", rate = 9, interval = "1s", settle = "1")
        public Future<String> toldOnce() {
            return new CompletableFuture<>();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "reserved; cannot tell the parameter 'result' from #result",
                "reserved; cannot tell the parameter 'error' from #error",
                "reserved; cannot tell the parameter 'count' from #count",
                "nothing; permits '0' with settle '#result' lets all calls through that run at the same time",
                "numbers; permits ''one'' of the rate limit on",
                "numbers; settle '-1' of the rate limit on",
                "numbers; must be at least 0, but is -1",
                "noExpression; settle '#result..usage' is not an expression",
                "noStream; settle '#count' uses the unknown variable #count; known are [error, result]",
                "noResult; uses the unknown variable #result; known are [error]",
                "tooEarly; key '#result' uses the unknown variable #result",
                "placeholder; missing",
                "toldOnce; because the method returns before its Future is done"
            })
    void tellsWhatCannotBeSettled(String method, String what) {
        assertThat(MethodMistakesTests.findings(AspectContext.of(Wrong.class)))
                .filteredOn(finding -> finding.where().contains("Wrong." + method + "("))
                .filteredOn(finding -> finding.what().contains(what))
                .singleElement()
                .satisfies(finding -> assertThat(finding.action()).isNotBlank());
    }
}
