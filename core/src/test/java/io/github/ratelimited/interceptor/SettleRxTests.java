package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What methods cost that return types of RxJava. */
class SettleRxTests {

    static class Api {

        @RateLimited(name = "flowable", rate = 100, interval = "1m", permits = "50", settle = "#count + #result")
        public Flowable<Integer> flowable() {
            return Flowable.just(7, 8);
        }

        @RateLimited(name = "observable", rate = 100, interval = "1m", permits = "50", settle = "#count + #result")
        public Observable<Integer> observable() {
            return Observable.just(7, 8);
        }

        @RateLimited(name = "single", rate = 100, interval = "1m", permits = "50", settle = "#result")
        public Single<Integer> single() {
            return Single.just(7);
        }

        @RateLimited(name = "maybe", rate = 100, interval = "1m", permits = "50", settle = "#result")
        public Maybe<Integer> maybe() {
            return Maybe.just(7);
        }

        @RateLimited(
                name = "completable",
                rate = 100,
                interval = "1m",
                permits = "50",
                settle = "#error == null ? 1 : 2")
        public Completable completable() {
            return Completable.error(new IllegalStateException("failed"));
        }
    }

    static class Nothing {

        @RateLimited(name = "nothing", rate = 100, interval = "1m", permits = "50", settle = "#error == null ? 1 : 2")
        public @Nullable Single<Integer> single() {
            return null;
        }
    }

    @Test
    void settlesACallWhoseResultIsNoSingle() {
        try (AspectContext context = AspectContext.of(Nothing.class).start()) {
            context.get(Nothing.class).single().test().assertError(IllegalStateException.class);
            assertThat(context.limiters.settled).containsExactly("nothing=50->2");
        }
    }

    @Test
    void settlesEveryTypeOfRxJava() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            Api api = context.get(Api.class);
            api.flowable().blockingLast();
            api.observable().blockingLast();
            api.single().blockingGet();
            api.maybe().blockingGet();
            api.completable().onErrorComplete().blockingAwait();
            assertThat(context.limiters.settled)
                    .containsExactly(
                            "flowable=50->10", "observable=50->10", "single=50->7", "maybe=50->7", "completable=50->2");
        }
    }
}
