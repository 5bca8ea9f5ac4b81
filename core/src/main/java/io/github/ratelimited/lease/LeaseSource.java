package io.github.ratelimited.lease;

import io.github.ratelimited.internal.Nanos;
import io.github.ratelimited.internal.PendingFutures;
import io.github.ratelimited.observe.LimiterObservers;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Where chunks come from and what is left of them goes back to. Safe for use by many threads. */
final class LeaseSource {

    final LimiterObservers observer;

    private final LimiterStore chunks;
    private final LimiterStore returns;
    private final Duration timeout;
    private final LongSupplier nanoTime;
    private final PendingFutures asking = new PendingFutures();
    private final PendingFutures returning = new PendingFutures();
    private volatile boolean closed;

    LeaseSource(
            LimiterStore chunks,
            LimiterStore returns,
            Duration timeout,
            LongSupplier nanoTime,
            LimiterObservers observer) {
        this.chunks = chunks;
        this.returns = returns;
        this.timeout = timeout;
        this.nanoTime = nanoTime;
        this.observer = observer;
    }

    long now() {
        return nanoTime.getAsLong();
    }

    boolean isClosed() {
        return closed;
    }

    /** Asks for a chunk; the answer is {@code null} where there is none. Never fails the call that wants more to be there. */
    void ask(Demand wanted, Consumer<@Nullable Grant> answer) {
        CompletableFuture<?> asked = new CompletableFuture<>();
        AtomicBoolean answered = new AtomicBoolean();
        asking.add(asked);
        GrantCallback callback = (grant, failure) -> {
            if (answered.compareAndSet(false, true)) {
                try {
                    answer.accept(grant);
                } finally {
                    asked.complete(null);
                }
            }
        };
        // Looked at only now, so that whoever closes this either is seen here or waits for the answer.
        if (closed) {
            callback.answered(null, null);
            return;
        }
        try {
            chunks.acquire(Acquisition.lease(wanted, Deadline.after(timeout)), callback);
        } catch (RuntimeException | Error ex) {
            callback.answered(null, ex);
        }
    }

    void giveBack(List<Settlement> over) {
        if (!over.isEmpty()) {
            returning.add(returns.settle(over).toCompletableFuture());
        }
    }

    /** From now on nothing is leased. */
    void close() {
        closed = true;
    }

    /** Waits for what is in flight, because the connection may be closed next; first for answers, of which more goes back. */
    void await() {
        asking.await(Nanos.of(timeout));
        returning.await(Nanos.of(timeout));
    }
}
