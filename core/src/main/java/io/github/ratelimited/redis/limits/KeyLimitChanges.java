package io.github.ratelimited.redis.limits;

import io.github.ratelimited.internal.CurrentThread;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.redis.limits.KeyLimitsHash.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
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
    private final Consumer<Change> sent;
    private final BiConsumer<Change, Boolean> answered;
    private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean sending = new AtomicBoolean();

    private record Waiting(Change change, CompletableFuture<Character> outcome) {}

    /**
     * Starts with nothing to send.
     *
     * @param sent is notified of each change before it is sent
     * @param answered is notified of each change that was sent, before others are sent, and whether it is known to be made
     */
    KeyLimitChanges(KeyLimitsHash hash, Consumer<Change> sent, BiConsumer<Change, Boolean> answered) {
        this.hash = hash;
        this.sent = sent;
        this.answered = answered;
    }

    /** {@return what became of it, once a replica has it, where there is one} */
    CompletableFuture<Character> make(Change change) {
        CurrentThread.requireStack();
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
        List<Change> changes = some.stream().map(Waiting::change).toList();
        try {
            changes.forEach(sent);
            hash.change(changes)
                    .whenComplete((outcomes, failure) -> tell(changes, failure == null ? outcomes : ""))
                    .thenCompose(outcomes -> hash.awaitReplica().thenApply(there -> outcomes))
                    .whenComplete((outcomes, failure) -> {
                        sending.set(false);
                        send();
                        complete(some, outcomes, failure);
                    });
        } catch (RuntimeException | Error ex) {
            tell(changes, "");
            sending.set(false);
            complete(some, "", ex);
            send();
        }
    }

    private void tell(List<Change> changes, String outcomes) {
        for (int i = 0; i < changes.size(); i++) {
            answered.accept(changes.get(i), i < outcomes.length() && outcomes.charAt(i) == '1');
        }
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
