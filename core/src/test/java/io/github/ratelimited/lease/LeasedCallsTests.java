package io.github.ratelimited.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.AspectContext;
import io.github.ratelimited.limiter.TestSettings;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.local.OpenStore;
import io.github.ratelimited.reactive.ReactorRateLimiter;
import io.github.ratelimited.reactive.RxRateLimiter;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Which calls of a leased limiter are granted what is held, whatever they return. */
class LeasedCallsTests {

    private static final int CALLS = 200;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Lease lease = new Lease();

    @AutoClose
    private final RateLimiters limiters = TestSettings.of(lease.store, new OpenStore(), new LocalLimitRegistry())
            .limiters();

    static class Api {

        @RateLimited(name = "hot", rate = 1_000_000, interval = "1s")
        public String plain() {
            return "done";
        }

        @RateLimited(name = "hot", rate = 1_000_000, interval = "1s")
        public CompletableFuture<String> stage() {
            return CompletableFuture.completedFuture("done");
        }

        @RateLimited(name = "hot", rate = 1_000_000, interval = "1s", timeout = "1s")
        public CompletableFuture<String> waitingStage() {
            return CompletableFuture.completedFuture("done");
        }

        @RateLimited(name = "hot", rate = 1_000_000, interval = "1s")
        public Mono<String> mono() {
            return Mono.just("done");
        }

        @RateLimited(name = "hot", rate = 1_000_000, interval = "1s", timeout = "1s")
        public Mono<String> waitingMono() {
            return Mono.just("done");
        }

        @RateLimited(name = "hot", rate = 1_000_000, interval = "1s")
        public Flux<String> flux() {
            return Flux.just("done");
        }

        @RateLimited(name = "hot", rate = 1_000_000, interval = "1s")
        public Single<String> single() {
            return Single.just("done");
        }
    }

    enum Method {
        PLAIN(Api::plain),
        STAGE(api -> api.stage().join()),
        WAITING_STAGE(api -> api.waitingStage().join()),
        MONO(api -> api.mono().block()),
        WAITING_MONO(api -> api.waitingMono().block()),
        FLUX(api -> api.flux().blockLast()),
        SINGLE(api -> api.single().blockingGet());

        private final Consumer<Api> call;

        Method(Consumer<Api> call) {
            this.call = call;
        }
    }

    enum Form {
        DECIDE(limiter -> limiter.decide(1, Duration.ZERO)),
        DECIDE_WAITING(limiter -> limiter.decide(1, SECOND)),
        DECIDE_ASYNC(limiter -> limiter.decideAsync(1, Duration.ZERO)),
        TRY_ACQUIRE_ASYNC(limiter -> limiter.tryAcquireAsync(1, SECOND)),
        ACQUIRE_ASYNC(limiter -> limiter.acquireAsync(1)),
        REACTOR(limiter ->
                ReactorRateLimiter.of(limiter).decide(1, Duration.ZERO).block()),
        RX_JAVA(limiter -> RxRateLimiter.of(limiter).decide(1, Duration.ZERO).blockingGet());

        private final Consumer<RateLimiter> call;

        Form(Consumer<RateLimiter> call) {
            this.call = call;
        }
    }

    private int asked() {
        return lease.redis.calls.size() + lease.redis.leases.size();
    }

    @ParameterizedTest
    @EnumSource
    void annotatedMethodsTakeWhatIsHeld(Method method) {
        // The window of SLIDING_WINDOW_COUNTER, the default, lasts for another second.
        lease.redis.resetAfter = Duration.ofSeconds(2);
        try (AspectContext context =
                AspectContext.of(Api.class).limiters(limiters).start()) {
            Api api = context.get(Api.class);
            IntStream.range(0, CALLS).forEach(i -> method.call.accept(api));
        }
        assertThat(asked()).isLessThan(CALLS / 10);
    }

    @ParameterizedTest
    @EnumSource
    void limitersTakeWhatIsHeld(Form form) {
        RateLimiter hot = limiters.declare("hot", Lease.LIMIT);
        IntStream.range(0, CALLS).forEach(i -> form.call.accept(hot));
        assertThat(asked()).isLessThan(CALLS / 10);
    }

    @Test
    void waitingCallersTakeWhatIsHeldWherePermitsCannotBeReserved() {
        try (RateLimiters unreserved = TestSettings.of(lease.store, new OpenStore(), new LocalLimitRegistry())
                .horizon(Duration.ZERO)
                .limiters()) {
            RateLimiter hot = unreserved.declare("hot", Lease.LIMIT);
            IntStream.range(0, CALLS).forEach(i -> hot.decide(1, SECOND));
        }
        assertThat(asked()).isLessThan(CALLS / 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT1S"})
    void holdsAreTakenInTheStore(Duration timeout) {
        RateLimiter hot = limiters.declare("hot", Lease.LIMIT);
        IntStream.range(0, CALLS).forEach(i -> hot.decide(1, Duration.ZERO));
        int before = lease.asked();
        hot.hold(1, timeout);
        hot.holdAsync(1, timeout);
        limiters.hold(Map.of(hot, 1L), timeout);
        limiters.holdAsync(Map.of(hot, 1L), timeout);
        ReactorRateLimiter.of(hot).hold(1, timeout).block();
        RxRateLimiter.of(hot).hold(1, timeout).blockingGet();
        assertThat(lease.asked()).isEqualTo(before + 6);
    }
}
