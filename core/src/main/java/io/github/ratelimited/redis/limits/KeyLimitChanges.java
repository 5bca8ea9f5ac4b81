package io.github.ratelimited.redis.limits;

import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.redis.limits.KeyLimitsHash.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends changes of limits one script after the other, those that come meanwhile together: so however many are made, requests
 * for permits never wait behind more than one short script. Safe for use by many threads.
 */
final class KeyLimitChanges {

    /** Keeps Redis busy for less than a millisecond. */
    private static final int AT_ONCE = 100;

    private final KeyLimitsHash hash;
    private final Consumer<List<Change>> sent;
    private final Consumer<Change> made;
    private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean sending = new AtomicBoolean();

    private record Waiting(Change change, CompletableFuture<Character> outcome) {}

    /**
     * Starts with nothing to send.
     *
     * @param sent is notified of changes before they are sent
     * @param made is notified of changes that were made, before others are sent
     */
    KeyLimitChanges(KeyLimitsHash hash, Consumer<List<Change>> sent, Consumer<Change> made) {
        this.hash = hash;
        this.sent = sent;
        this.made = made;
    }

    /** {@return what became of it, once a replica has it, where there is one} */
    CompletableFuture<Character> make(Change change) {
        CompletableFuture<Character> outcome = new CompletableFuture<>();
        queue.add(new Waiting(change, outcome));
        send();
        return outcome;
    }

    private void send() {
        if (queue.isEmpty() || !sending.compareAndSet(false, true)) {
            return;
        }
        List<Waiting> some = new ArrayList<>();
        while (some.size() < AT_ONCE && queue.peek() != null) {
            some.add(queue.remove());
        }
        if (some.isEmpty()) {
            sending.set(false);
            send();
            return;
        }
        try {
            List<Change> changes = some.stream().map(Waiting::change).toList();
            sent.accept(changes);
            hash.change(changes)
                    .thenApply(outcomes -> learn(some, outcomes))
                    .thenCompose(outcomes -> hash.awaitReplica().thenApply(there -> outcomes))
                    .whenComplete((outcomes, failure) -> {
                        sending.set(false);
                        send();
                        complete(some, outcomes, failure);
                    });
        } catch (RuntimeException ex) {
            sending.set(false);
            complete(some, "", ex);
        }
    }

    private String learn(List<Waiting> some, String outcomes) {
        for (int i = 0; i < some.size(); i++) {
            if (outcomes.charAt(i) == '1') {
                made.accept(some.get(i).change);
            }
        }
        return outcomes;
    }

    private static void complete(List<Waiting> some, String outcomes, @Nullable Throwable failure) {
        for (int i = 0; i < some.size(); i++) {
            if (failure != null) {
                some.get(i).outcome.completeExceptionally(Futures.cause(failure));
            } else {
                some.get(i).outcome.complete(outcomes.charAt(i));
            }
        }
    }
}
