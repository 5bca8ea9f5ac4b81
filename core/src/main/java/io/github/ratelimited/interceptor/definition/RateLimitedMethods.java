package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.interceptor.fallback.FallbackReader;
import io.github.ratelimited.interceptor.invocation.ReturnKinds;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.util.function.SingletonSupplier;

/**
 * The limits of all methods under the settings in force. A method is read once. Safe for use by many threads.
 */
public final class RateLimitedMethods {

    private final ConfigurableBeanFactory beanFactory;
    private final Expressions expressions;
    private final LimitedClasses classes = new LimitedClasses();
    private final AtomicReference<LimitedMethodRegistry> inForce;

    /**
     * Starts without methods.
     *
     * @param beanFactory resolves placeholders, and beans in expressions
     * @param settings what the configuration says, asked for when the first limited method is read
     */
    public RateLimitedMethods(ConfigurableBeanFactory beanFactory, Supplier<SettingsPrecedence> settings) {
        this.beanFactory = beanFactory;
        this.expressions = new Expressions(beanFactory);
        this.inForce = new AtomicReference<>(definitions(SingletonSupplier.of(settings), 0));
    }

    private LimitedMethodRegistry definitions(Supplier<SettingsPrecedence> settings, int generation) {
        LimitedMethodReader reader = new LimitedMethodReader(
                beanFactory::resolveEmbeddedValue,
                new ReturnKinds(beanFactory.getBeanClassLoader()),
                new MethodLimitReader(settings, generation, expressions, new FallbackReader(beanFactory)));
        return new LimitedMethodRegistry(reader, settings, generation);
    }

    /** Whether a class, or a class or interface above it, has the annotation anywhere, for which no method is read. */
    public boolean mayLimit(Class<?> type) {
        return classes.contains(type);
    }

    /** Whether a method is limited, for which its limits are not read. */
    public boolean isLimited(Method method, Class<?> targetClass) {
        return registry().isLimited(method, targetClass);
    }

    public LimitedMethod find(Method method, Class<?> targetClass) {
        return registry().find(method, targetClass);
    }

    /** {@return has the limits under the settings in force, for callers that ask often} */
    public AtomicReference<LimitedMethodRegistry> inForce() {
        return inForce;
    }

    private LimitedMethodRegistry registry() {
        return Objects.requireNonNull(inForce.get());
    }

    /**
     * {@return which methods use which limiters, sorted by method} As far as methods have been read, which at the end of
     * start-up are those of all beans.
     */
    public List<UsedLimiter> uses() {
        return registry().limited().stream()
                .flatMap(method -> method.limits().stream().map(limit -> limit.usedBy(method.place())))
                .distinct()
                .sorted(Comparator.comparing(UsedLimiter::method))
                .toList();
    }

    /** {@return what the configuration says now} */
    public SettingsPrecedence settings() {
        return registry().settings();
    }

    public Collection<LimitedMethod> limited() {
        return registry().limited();
    }

    /** The limits of all known methods under other settings, which are not in force yet. */
    public LimitedMethodRegistry under(SettingsPrecedence settings) {
        LimitedMethodRegistry known = registry();
        LimitedMethodRegistry other = definitions(() -> settings, known.generation() + 1);
        other.readAgain(known);
        return other;
    }

    public void use(LimitedMethodRegistry changed) {
        inForce.set(changed);
    }

    /**
     * {@return what happens to calls of a limiter that the store cannot decide, as a method with it, its settings or the
     * defaults say, in this order; {@code null} if none does}
     */
    public @Nullable FailurePolicy failurePolicy(String limiter) {
        return registry().failurePolicy(limiter);
    }

    /** The same for how long it blocks a key that it rejects; {@code null} also for a limiter that only watches. */
    public @Nullable Duration blockFor(String limiter) {
        return registry().blockFor(limiter);
    }

    /** Whether the name of a limiter was made from a method, because its annotation gives none. */
    boolean isUnnamed(String limiter) {
        return registry().isUnnamed(limiter);
    }

    public Expressions expressions() {
        return expressions;
    }
}
