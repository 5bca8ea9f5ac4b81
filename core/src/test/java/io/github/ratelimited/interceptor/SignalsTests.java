package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What a limited method gives sees the signals that it would see without a limit. */
class SignalsTests {

    static class Api {

        final List<String> seen = new CopyOnWriteArrayList<>();

        private <T> Flux<T> observed(Flux<T> flux) {
            return flux.doOnRequest(n -> seen.add("request " + n))
                    .doOnNext(value -> seen.add("next " + value))
                    .doOnCancel(() -> seen.add("cancel"))
                    .doFinally(end -> seen.add("finally " + end));
        }

        private <T> Flowable<T> observed(Flowable<T> flowable) {
            return flowable.doOnRequest(n -> seen.add("request " + n))
                    .doOnEach(signal -> seen.add(signal.toString()))
                    .doOnCancel(() -> seen.add("cancel"))
                    .doFinally(() -> seen.add("finally"));
        }

        @RateLimited(name = "mono", rate = 9, interval = "10s", key = "${key}")
        public Mono<Integer> mono(String kind) {
            Mono<Integer> source = kind.equals("never") ? Mono.never() : Mono.just(1);
            return source.filter(value -> !kind.equals("empty"))
                    .doOnNext(value -> require(!kind.equals("failing")))
                    .doOnRequest(n -> seen.add("request " + n))
                    .doOnEach(signal -> seen.add(String.valueOf(signal.getType())))
                    .doOnCancel(() -> seen.add("cancel"))
                    .doFinally(end -> seen.add("finally " + end));
        }

        private static void require(boolean holds) {
            if (!holds) {
                throw new IllegalStateException("failing");
            }
        }

        @RateLimited(name = "flux", rate = 9, interval = "10s", key = "${key}")
        public Flux<Integer> flux() {
            return observed(Flux.range(1, 4));
        }

        @RateLimited(name = "publisher", rate = 9, interval = "10s", key = "${key}")
        public Publisher<Integer> publisher() {
            return observed(Flux.range(1, 4));
        }

        @RateLimited(name = "flowable", rate = 9, interval = "10s", key = "${key}")
        public Flowable<Integer> flowable() {
            return observed(Flowable.range(1, 4));
        }

        @RateLimited(name = "observable", rate = 9, interval = "10s", key = "${key}")
        public Observable<Integer> observable() {
            return Observable.range(1, 3)
                    .doOnEach(signal -> seen.add(signal.toString()))
                    .doOnDispose(() -> seen.add("dispose"))
                    .doFinally(() -> seen.add("finally"));
        }

        @RateLimited(name = "single", rate = 9, interval = "10s", key = "${key}")
        public Single<Integer> single() {
            return Single.just(1)
                    .doOnSuccess(value -> seen.add("success " + value))
                    .doOnDispose(() -> seen.add("dispose"))
                    .doFinally(() -> seen.add("finally"));
        }

        @RateLimited(name = "maybe", rate = 9, interval = "10s", key = "${key}")
        public Maybe<Integer> maybe() {
            return Maybe.just(1)
                    .doOnSuccess(value -> seen.add("success " + value))
                    .doOnDispose(() -> seen.add("dispose"))
                    .doFinally(() -> seen.add("finally"));
        }

        @RateLimited(name = "completable", rate = 9, interval = "10s", key = "${key}")
        public Completable completable() {
            return Completable.complete()
                    .doOnComplete(() -> seen.add("complete"))
                    .doOnDispose(() -> seen.add("dispose"))
                    .doFinally(() -> seen.add("finally"));
        }
    }

    /** Takes one value after another, and no more than two. */
    private static final class Two extends BaseSubscriber<Integer> {

        private int taken;

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            subscription.request(1);
        }

        @Override
        protected void hookOnNext(Integer value) {
            if (++taken == 2) {
                cancel();
            } else {
                request(1);
            }
        }
    }

    private record Use(String name, Consumer<Api> of) {

        @Override
        public String toString() {
            return name;
        }
    }

    private record Decided(boolean late, String key) {}

    static Stream<Object[]> uses() {
        List<Use> uses = new ArrayList<>(List.of(
                new Use("Flux", api -> api.flux().subscribe()),
                new Use("Flux by one", api -> api.flux().subscribe(new Two())),
                new Use("Publisher", api -> Flux.from(api.publisher()).subscribe()),
                new Use("Flowable", api -> api.flowable().subscribe()),
                new Use("Flowable by one", api -> api.flowable().subscribe(new Two())),
                new Use("Observable", api -> api.observable().subscribe()),
                new Use(
                        "Observable, the first",
                        api -> api.observable().firstElement().subscribe()),
                new Use("Single", api -> api.single().subscribe()),
                new Use("Maybe", api -> api.maybe().subscribe()),
                new Use("Completable", api -> api.completable().subscribe())));
        for (String kind : List.of("value", "empty", "failing")) {
            uses.add(new Use("Mono, " + kind, api -> api.mono(kind).subscribe(value -> {}, failure -> {})));
        }
        List<Decided> each = Stream.of("'all'", "#request == null ? 'all' : 'web'")
                .flatMap(key -> Stream.of(new Decided(false, key), new Decided(true, key)))
                .toList();
        return uses.stream().flatMap(use -> each.stream().map(decided -> new Object[] {use, decided}));
    }

    @ParameterizedTest
    @MethodSource("uses")
    void areThoseOfTheUnlimitedMethod(Use use, Decided decided) {
        Api unlimited = new Api();
        use.of().accept(unlimited);
        assertThat(unlimited.seen).isNotEmpty();
        try (AspectContext context = AspectContext.of(Api.class)
                .properties(Map.of("key", decided.key()))
                .start()) {
            context.limiters.slow = decided.late();
            Api target = (Api) AspectContext.target(context.get(Api.class));
            use.of().accept(context.get(Api.class));
            context.limiters.decideWaiting();
            Awaitility.await().untilAsserted(() -> assertThat(target.seen).isEqualTo(unlimited.seen));
        }
    }

    @ParameterizedTest
    @MethodSource("decided")
    void includeACancelOfWhoNeedsItNoMore(Decided decided) {
        try (AspectContext context = AspectContext.of(Api.class)
                .properties(Map.of("key", decided.key()))
                .start()) {
            context.limiters.slow = decided.late();
            Api target = (Api) AspectContext.target(context.get(Api.class));
            var subscribed = context.get(Api.class).mono("never").subscribe();
            context.limiters.decideWaiting();
            Awaitility.await().until(() -> !target.seen.isEmpty());
            subscribed.dispose();
            assertThat(target.seen).containsExactly("request 9223372036854775807", "cancel", "finally cancel");
        }
    }

    static List<Decided> decided() {
        return List.of(new Decided(false, "'all'"), new Decided(true, "#request == null ? 'all' : 'web'"));
    }
}
