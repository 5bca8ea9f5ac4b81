package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.hold.TakenPermits;
import io.github.ratelimited.interceptor.expression.CallEnd;
import io.github.ratelimited.interceptor.invocation.TargetClasses;
import io.github.ratelimited.internal.CurrentThread;
import io.github.ratelimited.internal.Futures;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.interceptor.AsyncExecutionInterceptor;
import org.springframework.util.ClassUtils;

/** Takes permits on the call of a method that returns a stage. Blocks no thread. */
final class StageGuard {

    private static final CompletionStage<?> NONE = CompletableFuture.completedFuture(null);

    private final CallPermits permits;
    private final Executor executor;
    private final UnaryOperator<Executor> carrier;

    /**
     * Makes the guard.
     *
     * @param executor runs methods whose decision is not there at once
     */
    StageGuard(CallPermits permits, Executor executor) {
        this.permits = permits;
        this.executor = executor;
        this.carrier =
                ClassUtils.isPresent("io.micrometer.context.ContextSnapshotFactory", StageGuard.class.getClassLoader())
                        ? CallerThreadLocals::carriedTo
                        : UnaryOperator.identity();
    }

    @Nullable
    Object invoke(LimitedCall call) throws Throwable {
        if (isOnThreadOfAsync(call.invocation())) {
            return outcome(call, permits.take(call));
        }
        CompletableFuture<TakenPermits> asked = permits.later(call, null);
        if (!asked.isDone()) {
            return later(call, asked);
        }
        TakenPermits taken;
        try {
            taken = asked.join();
        } catch (CompletionException ex) {
            return CompletableFuture.failedFuture(Futures.cause(ex));
        }
        return outcome(call, taken);
    }

    private static @Nullable Object outcome(LimitedCall call, TakenPermits taken) throws Throwable {
        try {
            Object outcome = call.outcome(taken.decision());
            settle(taken, outcome instanceof CompletionStage<?> stage ? stage : NONE);
            return outcome;
        } catch (Throwable ex) {
            CompletableFuture<?> failed = CompletableFuture.failedFuture(ex);
            settle(taken, failed);
            if (isRejection(ex, taken)) {
                return failed;
            }
            throw ex;
        }
    }

    /** Of this call, and not of another one that the method makes. */
    private static boolean isRejection(Throwable failure, TakenPermits taken) {
        return failure instanceof RateLimitExceededException exceeded && exceeded.getDecision() == taken.decision();
    }

    /** {@code @Async} stands around the limit: it has chosen this thread for the method, and waits on it for the stage. */
    private static boolean isOnThreadOfAsync(MethodInvocation invocation) {
        return invocation instanceof ProxyMethodInvocation proxied
                && proxied.getProxy() instanceof Advised proxy
                && !CurrentThread.isEventLoop()
                && Arrays.stream(proxy.getAdvisors()).anyMatch(advisor -> isAsync(advisor, invocation));
    }

    private static boolean isAsync(Advisor advisor, MethodInvocation invocation) {
        return advisor.getAdvice() instanceof AsyncExecutionInterceptor
                && advisor instanceof PointcutAdvisor pointcut
                && pointcut.getPointcut()
                        .getMethodMatcher()
                        .matches(invocation.getMethod(), TargetClasses.of(invocation));
    }

    private static void settle(TakenPermits taken, CompletionStage<?> stage) {
        if (taken.isSettled()) {
            stage.whenComplete((value, failure) ->
                    taken.end(failure == null ? CallEnd.returned(value) : CallEnd.failed(Futures.cause(failure))));
        }
    }

    private CompletableFuture<@Nullable Object> later(LimitedCall call, CompletableFuture<TakenPermits> asked) {
        CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        StartOrCancel beginning = new StartOrCancel(asked);
        asked.whenCompleteAsync(
                        (taken, failure) -> {
                            if (failure != null) {
                                result.completeExceptionally(Futures.cause(failure));
                            } else if (beginning.begin()) {
                                settle(taken, result);
                                complete(result, call, taken.decision());
                            }
                        },
                        carrier.apply(executor))
                // Only an executor that takes no more tasks leaves the result open.
                .whenComplete((taken, failure) -> {
                    if (failure != null) {
                        result.completeExceptionally(Futures.cause(failure));
                    }
                });
        result.whenComplete((value, failure) -> beginning.end());
        return result;
    }

    private static void complete(
            CompletableFuture<@Nullable Object> result, LimitedCall call, @Nullable Decision decided) {
        try {
            Object outcome = call.laterOutcome(decided);
            if (outcome instanceof CompletionStage<?> stage) {
                stage.whenComplete((value, failure) -> complete(result, value, failure));
                result.whenComplete((value, failure) -> passOn(result, value, failure, stage));
            } else {
                result.complete(null);
            }
        } catch (Throwable ex) {
            result.completeExceptionally(ex);
        }
    }

    /** Callers may cancel the stage that they got, or complete it as {@code orTimeout} does. */
    private static void passOn(
            CompletableFuture<?> result,
            @Nullable Object value,
            @Nullable Throwable failure,
            CompletionStage<?> stage) {
        if (result.isCancelled() && stage instanceof Future<?> future) {
            future.cancel(true);
        } else if (stage instanceof CompletableFuture<?> ofMethod) {
            complete(ofMethod, value, failure);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> void complete(CompletableFuture<T> future, @Nullable Object value, @Nullable Throwable failure) {
        if (failure != null) {
            future.completeExceptionally(failure);
        } else {
            future.complete((T) value);
        }
    }
}
