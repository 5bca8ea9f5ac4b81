package io.github.ratelimited.interceptor;

import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.LimitedMethodRegistry;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.invocation.TargetClasses;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

/**
 * Takes the permits of a call before it goes on, and rejects it where there are none. Safe for use by many threads.
 */
public final class RateLimitInterceptor implements MethodInterceptor {

    private final Supplier<LimitedMethodRegistry> methods;
    private final Supplier<CallPermits> permits;
    private final Supplier<SynchronousGuard> synchronous;
    private final Supplier<StageGuard> stages;
    private final Supplier<ReactiveGuard> reactive;

    /**
     * Makes the interceptor.
     *
     * @param methods the limits of all methods
     * @param limiters where permits are taken, asked for with the first call
     * @param listeners are notified of each decision in their order, asked for with the first decision
     * @param executor runs methods that return a stage and whose decision is not there at once, asked for with the
     *     first call of such a method
     * @param failures is notified of calls whose cost cannot be evaluated, asked for with the first call
     */
    public RateLimitInterceptor(
            RateLimitedMethods methods,
            ObjectProvider<RateLimiters> limiters,
            ObjectProvider<DecisionListener> listeners,
            Supplier<Executor> executor,
            Supplier<SettleFailures> failures) {
        this.methods = methods.inForce()::get;
        this.permits = SingletonSupplier.of(() -> new CallPermits(
                methods.expressions(),
                limiters.getObject(),
                failures.get(),
                listeners.orderedStream().toList()));
        this.synchronous = SingletonSupplier.of(() -> new SynchronousGuard(permits.get()));
        this.stages = SingletonSupplier.of(() -> new StageGuard(permits.get(), executor.get()));
        this.reactive = SingletonSupplier.of(
                () -> new ReactiveGuard(permits.get(), methods.expressions().scope()));
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        LimitedMethod method = methods.get()
                .find(invocation.getMethod(), target != null ? target.getClass() : TargetClasses.of(invocation));
        if (!method.isLimited() || isLimitedWithin(target)) {
            return invocation.proceed();
        }
        method.requireNoFindings();
        LimitedCall call = permits.get().call(method, invocation);
        return switch (method.kind().style()) {
            case SYNCHRONOUS -> synchronous.get().invoke(call);
            case STAGE -> stages.get().invoke(call);
            case REACTIVE, SUSPENDING -> reactive.get().invoke(call);
        };
    }

    /** Where two creators of proxies are at work, the inner proxy of two takes the permits. */
    private static boolean isLimitedWithin(@Nullable Object target) {
        return target instanceof Advised proxy
                && Arrays.stream(proxy.getAdvisors()).anyMatch(RateLimitAdvisor.class::isInstance);
    }
}
