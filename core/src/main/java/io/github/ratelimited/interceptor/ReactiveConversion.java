package io.github.ratelimited.interceptor;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Single;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ReactiveAdapter;

/**
 * Makes publishers of reactive results and back. Spring's adapters do, too, but those of {@code Single} and
 * {@code Maybe} cancel the source once it has given its value, which it would take for a caller who has gone.
 */
final class ReactiveConversion {

    private static final String RX_JAVA = "io.reactivex.rxjava3.core.";

    private ReactiveConversion() {}

    static Publisher<?> toPublisher(@Nullable Object result, ReactiveAdapter adapter) {
        Publisher<?> direct = isRxJava(adapter) ? RxJava.toPublisher(result) : null;
        return direct != null ? direct : adapter.toPublisher(result);
    }

    static Object fromPublisher(Publisher<?> publisher, ReactiveAdapter adapter) {
        return isRxJava(adapter) && adapter.getReactiveType() == Maybe.class
                ? RxJava.maybe(publisher)
                : adapter.fromPublisher(publisher);
    }

    private static boolean isRxJava(ReactiveAdapter adapter) {
        return adapter.getReactiveType().getName().startsWith(RX_JAVA);
    }

    /** Loaded only if RxJava is present. */
    private static final class RxJava {

        static @Nullable Publisher<?> toPublisher(@Nullable Object result) {
            if (result instanceof Single<?> single) {
                return single.toFlowable();
            }
            return result instanceof Maybe<?> maybe ? maybe.toFlowable() : null;
        }

        static Maybe<?> maybe(Publisher<?> publisher) {
            return Flowable.fromPublisher(publisher).singleElement();
        }
    }
}
