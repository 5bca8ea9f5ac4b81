package io.github.ratelimited.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.scheduler.Schedulers;

class CurrentThreadTests {

    enum Threads {
        EVENT_LOOP_OF_NETTY(true, GlobalEventExecutor.INSTANCE),
        PARALLEL_OF_REACTOR(true, Schedulers.parallel()::schedule),
        ELASTIC_OF_REACTOR(false, Schedulers.boundedElastic()::schedule),
        /** As Redisson's for listeners. */
        MADE_BY_NETTY_FOR_OTHERS(
                false,
                task -> new DefaultThreadFactory("worker").newThread(task).start()),
        /** As those of Vert.x. */
        WORKER(false, task -> new Worker(task).start()),
        OF_THE_JDK(false, task -> new Thread(task).start());

        private final boolean isEventLoop;
        private final Executor executor;

        Threads(boolean isEventLoop, Executor executor) {
            this.isEventLoop = isEventLoop;
            this.executor = executor;
        }
    }

    static final class Worker extends FastThreadLocalThread {

        Worker(Runnable task) {
            super(task, "worker-1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void areTheThreadsThatMustNotBlock(Threads threads) {
        assertThat(CompletableFuture.supplyAsync(CurrentThread::isEventLoop, threads.executor))
                .succeedsWithin(20, TimeUnit.SECONDS)
                .isEqualTo(threads.isEventLoop);
    }
}
