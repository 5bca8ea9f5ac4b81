package io.github.ratelimited.limits;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.internal.DaemonThreads;
import io.github.ratelimited.internal.Deadlines;
import io.github.ratelimited.internal.Nanos;
import io.github.ratelimited.observe.LimiterObserver.Sourced;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the application's {@link LimitSource} returns for single keys, remembered and asked for again in the background. Safe for
 * use by many threads.
 */
public final class LimitSources implements AutoCloseable {

    private static final int MOST_KEYS = 100_000;

    /** A longer key takes the place of several: attackers choose keys of any length. */
    private static final int USUAL_KEY = 200;

    /** How soon a source is asked again that has failed before its first answer for a key. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final int THREADS = 16;
    private static final int MOST_WAITING = 1_000;
    private static final int IDLE_SECONDS = 10;

    private final SourceSettings settings;
    private final SourceLog log;
    private final Cache<LimiterKey, SourceAnswer> known = Caffeine.newBuilder()
            .maximumWeight(MOST_KEYS)
            .weigher(LimitSources::places)
            .executor(Runnable::run)
            .build();
    private final Set<SourceAnswer> asked = ConcurrentHashMap.newKeySet();
    private final FittedLimits fitted = new FittedLimits();
    private final ThreadPoolExecutor threads;

    /** Starts with nothing known. */
    public LimitSources(SourceSettings settings) {
        this(settings, task -> DaemonThreads.make("ratelimited-limit-source", task));
    }

    LimitSources(SourceSettings settings, ThreadFactory factory) {
        this.settings = settings;
        this.threads = threads(factory);
        this.log = new SourceLog(settings.observer());
    }

    /** As many as a pool of connections has, and few questions that wait for one. */
    private static ThreadPoolExecutor threads(ThreadFactory factory) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), factory);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static int places(LimiterKey limiterKey, SourceAnswer limit) {
        return 1 + limit.keyParts.stream().mapToInt(String::length).sum() / USUAL_KEY;
    }

    /** Whether the application has a source, which it has or has not from the start. */
    boolean mayBeAsked() {
        return settings.source() != null;
    }

    boolean areAskedFor(String limiter) {
        return settings.limiters().test(limiter);
    }

    /** Asks again for each key when it is used next; until then its last limit is in force. */
    public void readAgain() {
        known.asMap().values().forEach(SourceAnswer::outdate);
    }

    /** Whether there is an answer, or none was to be had in time. */
    boolean isKnown(LimiterKey limiterKey) {
        SourceAnswer limit = known.getIfPresent(limiterKey);
        return limit != null && limit.isReady(settings.nanoTime().getAsLong());
    }

    /** The limit of a key beside the limiter's own; {@code null} where there is none. Is looked up again when it is old. */
    @Nullable
    AppliedLimit find(LimiterKey limiterKey, RateLimit own) {
        SourceAnswer sourced = known.getIfPresent(limiterKey);
        if (sourced == null) {
            return null;
        }
        if (sourced.isDue(settings.nanoTime().getAsLong()) && sourced.begin()) {
            ask(limiterKey, sourced);
        }
        AppliedLimit returned = sourced.limit();
        if (returned == null) {
            return null;
        }
        AppliedLimit limit = fitted.beside(own, returned);
        String conflict = LimitConflict.of(own, limit.limit());
        if (conflict != null) {
            log.unusable(limiterKey.limiter(), limit.limit(), conflict);
            return null;
        }
        return limit;
    }

    /** Complete when the limit of a key is known, or for too long not. */
    CompletionStage<?> load(LimiterKey limiterKey, List<String> keyParts) {
        SourceAnswer limit = known.getIfPresent(limiterKey);
        if (limit == null) {
            long wait = Nanos.of(settings.timeout());
            SourceAnswer fresh = new SourceAnswer(keyParts, settings.nanoTime().getAsLong() + wait);
            limit = known.asMap().putIfAbsent(limiterKey, fresh);
            if (limit == null) {
                limit = fresh;
                ask(limiterKey, fresh);
            }
        }
        SourceAnswer awaited = limit;
        long left = awaited.waitUntil - settings.nanoTime().getAsLong();
        return Deadlines.all(left, List.of(awaited.first)).thenRun(() -> {
            if (!awaited.first.isDone()) {
                log.late(limiterKey.limiter(), settings.timeout());
            }
        });
    }

    private void ask(LimiterKey limiterKey, SourceAnswer limit) {
        asked.add(limit);
        try {
            threads.execute(() -> answer(limiterKey, limit));
        } catch (RejectedExecutionException tooMany) {
            if (!threads.isShutdown()) {
                log.rejected(limiterKey.limiter());
            }
            giveUp(limiterKey, limit);
        } catch (Error ex) {
            giveUp(limiterKey, limit);
            log.failed(limiterKey.limiter(), ex);
        }
    }

    private void giveUp(LimiterKey limiterKey, SourceAnswer limit) {
        keep(limit, PAUSE);
        if (!limit.hasAnswer()) {
            known.asMap().remove(limiterKey, limit);
        }
    }

    private void answer(LimiterKey limiterKey, SourceAnswer limit) {
        String limiter = limiterKey.limiter();
        Duration pause = PAUSE;
        try {
            LimitSource source = settings.source();
            RateLimit returned = source == null ? null : ask(source, limiter, limit.keyParts);
            pause = settings.ttl();
            limit.apply(returned == null ? null : new AppliedLimit(returned, Origin.SOURCE));
            log.answered(limiter, returned == null ? Sourced.NONE : Sourced.FOUND);
        } catch (Throwable ex) {
            log.failed(limiter, ex);
        } finally {
            keep(limit, limit.hasAnswer() ? settings.ttl() : pause);
        }
    }

    /** Calls the method that the application has written, so that advice of a proxy counts. */
    private static @Nullable RateLimit ask(LimitSource source, String limiter, List<String> parts) {
        return parts.size() == 1 ? source.limitFor(limiter, parts.get(0)) : source.limitFor(limiter, parts);
    }

    private void keep(SourceAnswer limit, Duration duration) {
        asked.remove(limit);
        limit.keep(settings.nanoTime().getAsLong() + Nanos.of(duration));
    }

    /** Calls that wait for an answer go on at once, without it. */
    @Override
    public void close() {
        threads.shutdownNow();
        asked.forEach(limit -> limit.first.complete(null));
        known.invalidateAll();
    }
}
