package io.github.ratelimited.redis;

import io.github.ratelimited.redis.script.Arguments;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.redis.script.Script;
import io.github.ratelimited.redis.script.ScriptRunner;
import io.github.ratelimited.redis.script.StateFormat;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Usage;
import io.github.ratelimited.store.UsageStore;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is done with the state of a key besides taking permits: one script each, which is not sent again. Safe for use by
 * many threads.
 */
final class RedisOperations implements UsageStore {

    private final ScriptRunner scripts;
    private final RedisKeys keys;
    private final Duration timeout;
    private final @Nullable InstantSource testClock;

    /**
     * Makes the operations.
     *
     * @param timeout longest wait for an answer
     * @param testClock what the scripts use instead of the server's clock, or {@code null}
     */
    RedisOperations(ScriptRunner scripts, RedisKeys keys, Duration timeout, @Nullable InstantSource testClock) {
        this.scripts = scripts;
        this.keys = keys;
        this.timeout = timeout;
        this.testClock = testClock;
    }

    /** One script for each algorithm, and in a cluster for each key, because a slot that moves parts them. */
    CompletionStage<Void> giveBack(List<Reservation> reservations) {
        boolean apart = scripts.isCluster();
        return CompletableFuture.allOf(reservations.stream()
                .filter(reservation -> reservation.demand().permits() > 0)
                .collect(Collectors.groupingBy(
                        reservation -> List.of(
                                reservation.demand().limit().algorithm(), apart ? keys.of(reservation.demand()) : ""),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values()
                .stream()
                .map(this::giveBackTogether)
                .toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<?> giveBackTogether(List<Reservation> reservations) {
        Arguments arguments = new Arguments(header(0), reservations.size() * (Arguments.OF_LIMIT + 3));
        List<String> names = new ArrayList<>(reservations.size());
        for (Reservation reservation : reservations) {
            Demand demand = reservation.demand();
            names.add(keys.of(demand));
            arguments
                    .add(demand.limit())
                    .add(demand.permits())
                    .add(reservation.stateTime())
                    .add(reservation.back());
        }
        String text = Script.GIVE_BACK.text(
                StateFormat.of(reservations.get(0).demand().limit().algorithm()));
        return ScriptRunner.within(Deadline.after(timeout), scripts.run(text, names, arguments.toBytes()));
    }

    /** Counts permits that are used already, whether they are there or not. */
    CompletionStage<?> charge(Demand demand) {
        return run(Script.CHARGE, demand, arguments(demand, 1).add(demand.permits()));
    }

    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        return run(Script.USAGE, demand, arguments(demand, 0))
                .thenApply(ByteBuffer::wrap)
                .thenApply(reply -> new Usage((long) reply.getDouble(), Micros.toDuration((long) reply.getDouble())));
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return run(Script.RELEASE, demand, arguments(demand, 1).add(demand.permits()))
                .thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        return run(Script.RESET, demand, new Arguments(header(0), 0), keys.queueOf(demand))
                .thenCompose(done -> run(Script.RESET, demand, new Arguments(header(0), 0), keys.of(demand)))
                .thenAccept(reply -> {});
    }

    private CompletableFuture<byte[]> run(Script script, Demand demand, Arguments arguments) {
        return run(script, demand, arguments, keys.of(demand));
    }

    private CompletableFuture<byte[]> run(Script script, Demand demand, Arguments arguments, String key) {
        String text = script.text(StateFormat.of(demand.limit().algorithm()));
        return ScriptRunner.within(Deadline.after(timeout), scripts.run(text, List.of(key), arguments.toBytes()));
    }

    private Arguments arguments(Demand demand, int more) {
        return new Arguments(header(0), Arguments.OF_LIMIT + more).add(demand.limit());
    }

    /**
     * What the arguments of every script begin with.
     *
     * @param notAfter moment on the server's clock after which it does nothing, 0 for none
     */
    long[] header(long notAfter) {
        long now = testClock == null ? 0 : Micros.clock(testClock).getAsLong();
        return new long[] {now, notAfter};
    }
}
