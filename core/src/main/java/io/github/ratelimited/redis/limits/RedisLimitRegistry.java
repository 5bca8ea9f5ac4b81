package io.github.ratelimited.redis.limits;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.block.NameBlocks;
import io.github.ratelimited.limits.AppliedLimit;
import io.github.ratelimited.limits.KeyLimitTable;
import io.github.ratelimited.limits.LimitRegistry;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.limits.SharedLimit.Origin;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The limits of all processes, in one hash whose changes each process reads twice a second. An operator's entry decides,
 * else what this process declares, else what is registered, which is what was declared last. What a message might miss
 * while a connection is broken, the next poll finds.
 */
public final class RedisLimitRegistry implements LimitRegistry {

    private final LimitsHash hash;
    private final Map<String, RateLimit> declared = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> firstReading = new CompletableFuture<>();
    private final KnownLimits known;
    private final RedisNameBlocks blocks;
    private final LimitRegistration registration;
    private final RedisKeyLimits keys;
    private final Polling<PollReply> polling;

    /**
     * Limits that all processes share by a connection, on a test's clock or, where that is {@code null}, the server's.
     *
     * @param clock microseconds
     */
    public static RedisLimitRegistry of(
            RedissonConnection connection,
            RedisKeys keys,
            LongSupplier clock,
            Duration timeout,
            ScheduledExecutorService timer,
            @Nullable InstantSource testClock) {
        LimitsHash hash = new LimitsHash(connection, keys.limits(), timeout);
        KeyLimitsHash ofKeys = new KeyLimitsHash(connection, keys.keyLimits(), timeout, testClock);
        RedisKeyLimits known = new RedisKeyLimits(ofKeys, timer, new SharedClock(clock, testClock == null));
        return new RedisLimitRegistry(hash, known, hash::poll, timer, clock);
    }

    RedisLimitRegistry(
            LimitsHash hash,
            RedisKeyLimits keys,
            Function<PollReply.From, CompletableFuture<PollReply>> readings,
            ScheduledExecutorService timer,
            LongSupplier clock) {
        this.hash = hash;
        this.keys = keys;
        this.known = new KnownLimits(changes());
        this.blocks = new RedisNameBlocks(hash, known, new SharedClock(clock, true));
        this.registration = new LimitRegistration(hash, known);
        this.polling = new Polling<>(
                "The limits of other instances",
                timer,
                () -> readings.apply(known.begin()),
                this::takeOver,
                this::endReading);
        polling.read();
    }

    /** {@return the blocks that are stored beside the limits, and read with them} */
    public NameBlocks blocks() {
        return blocks;
    }

    private void endReading() {
        firstReading.complete(null);
        changes().incrementAndGet();
    }

    private boolean takeOver(@Nullable PollReply poll) {
        if (poll == null) {
            return false;
        }
        blocks.read(poll.time());
        boolean more = known.learn(poll);
        blocks.removeEnded();
        if (!more) {
            registration.check(declared);
        }
        return more;
    }

    /** Before the first reading nothing is known, not even whether an operator has changed what is declared here. */
    @Override
    public @Nullable AppliedLimit find(String name) {
        return isRead() ? applied(name) : null;
    }

    @Override
    public boolean isRead() {
        return firstReading.isDone();
    }

    private @Nullable AppliedLimit applied(String name) {
        SharedLimit entry = known.get(name);
        if (entry != null) {
            return applied(name, entry);
        }
        RateLimit own = declared.get(name);
        return own == null ? null : new AppliedLimit(own, Decision.Origin.DECLARED);
    }

    private AppliedLimit applied(String name, SharedLimit entry) {
        return entry.origin() == Origin.OPERATOR
                ? new AppliedLimit(entry.limit(), Decision.Origin.NAME)
                : new AppliedLimit(declared.getOrDefault(name, entry.limit()), Decision.Origin.DECLARED);
    }

    @Override
    public @Nullable RateLimit declared(String name) {
        return declared.get(name);
    }

    @Override
    public KeyLimitTable keys() {
        return keys.table();
    }

    @Override
    public CompletionStage<@Nullable AppliedLimit> load(LimiterKey limiterKey) {
        return keys.load(limiterKey);
    }

    @Override
    public CompletionStage<Boolean> set(
            LimiterKey limiterKey, RateLimit limit, @Nullable Duration validFor, boolean replaces) {
        return keys.set(limiterKey, limit, validFor, replaces);
    }

    @Override
    public CompletionStage<Void> clear(LimiterKey limiterKey) {
        return keys.clear(limiterKey);
    }

    @Override
    public CompletionStage<AppliedLimit> load(String name) {
        return firstReading.thenCompose(ready -> {
            AppliedLimit limit = applied(name);
            return limit != null ? CompletableFuture.completedFuture(limit) : ask(name);
        });
    }

    private CompletionStage<AppliedLimit> ask(String name) {
        return hash.read(name).thenApply(entry -> {
            if (entry == null) {
                throw LocalLimitRegistry.unknown(name, names());
            }
            known.learn(name, entry.text());
            return applied(name, entry);
        });
    }

    @Override
    public void declare(String name, RateLimit limit) {
        declared.put(name, limit);
        changes().incrementAndGet();
    }

    @Override
    public CompletionStage<Boolean> set(String name, RateLimit limit, boolean replaces) {
        if (!replaces && declared.containsKey(name)) {
            return CompletableFuture.completedFuture(false);
        }
        SharedLimit entry = new SharedLimit(limit, Origin.OPERATOR);
        return change(name, entry, () -> replaces ? hash.put(name, entry) : hash.putIfAbsent(name, entry));
    }

    /** Programs that know only the name find what is declared at once. */
    @Override
    public CompletionStage<Void> clear(String name) {
        RateLimit own = declared.get(name);
        SharedLimit entry = own == null ? null : new SharedLimit(own, Origin.DECLARED);
        return change(name, entry, () -> entry == null ? hash.remove(name) : hash.put(name, entry))
                .thenRun(() -> {});
    }

    /** In force here from now on; what was answered outlives a failover to a replica that follows. */
    private CompletableFuture<Boolean> change(
            String name, @Nullable SharedLimit entry, Supplier<CompletableFuture<Boolean>> change) {
        String text = entry == null ? "" : entry.text();
        return known.change(name, () -> change.get().thenApply(done -> done ? text : null))
                .thenCompose(made -> made == null
                        ? CompletableFuture.completedFuture(false)
                        : hash.awaitReplica().thenApply(kept -> true));
    }

    @Override
    public boolean isRemote() {
        return true;
    }

    @Override
    public boolean isSet(String name) {
        SharedLimit entry = known.get(name);
        return entry != null && entry.origin() == Origin.OPERATOR;
    }

    @Override
    public Set<String> names() {
        Set<String> names = new TreeSet<>(declared.keySet());
        names.addAll(known.names());
        return names;
    }

    @Override
    public void close() {
        polling.close();
        keys.close();
        registration.close();
    }
}
