package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.interceptor.expression.Variables;
import io.github.ratelimited.interceptor.fallback.FallbackReader;
import io.github.ratelimited.interceptor.invocation.CallScope;
import io.github.ratelimited.interceptor.invocation.ReturnTypes;
import io.github.ratelimited.interceptor.invocation.TargetClasses;
import io.github.ratelimited.interceptor.invocation.ThreadScope;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.RateLimitSettings;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.expression.EvaluationContext;
import org.springframework.util.function.SingletonSupplier;

/**
 * Knows the limits of all methods, and so is the pointcut too. A method is read once. Safe for use by many threads.
 */
public final class RateLimitedMethods extends StaticMethodMatcherPointcut {

    private final ConfigurableBeanFactory beanFactory;
    private final Expressions expressions;
    private final LimitedClasses classes = new LimitedClasses();
    private volatile LimitedMethodRegistry definitions;

    /**
     * Makes the pointcut of a context.
     *
     * @param beanFactory resolves placeholders, and beans in expressions
     * @param settings what the configuration says, asked for when the first limited method is read
     */
    public RateLimitedMethods(ConfigurableBeanFactory beanFactory, Supplier<RateLimitSettings> settings) {
        this.beanFactory = beanFactory;
        this.expressions = new Expressions(beanFactory);
        this.definitions = definitions(SingletonSupplier.of(settings), 0);
        setClassFilter(this::isCandidate);
    }

    private LimitedMethodRegistry definitions(Supplier<RateLimitSettings> settings, int generation) {
        LimitedMethodReader reader = new LimitedMethodReader(
                beanFactory::resolveEmbeddedValue,
                new ReturnTypes(beanFactory.getBeanClassLoader()),
                new MethodLimitReader(settings, generation, expressions, new FallbackReader(beanFactory)));
        return new LimitedMethodRegistry(reader, settings, generation);
    }

    /**
     * Lets a final class go unproxied: the start-up proof names it together with all other mistakes, where a failing
     * proxy would end the start with this one alone.
     */
    private boolean isCandidate(Class<?> type) {
        return mayLimit(type) && (!Modifier.isFinal(type.getModifiers()) || type.getInterfaces().length > 0);
    }

    /**
     * Whether a class can have limited methods, which is known without a look at each of them.
     *
     * @param type the class of a bean
     * @return whether it or a class or interface above it has the annotation anywhere
     */
    public boolean mayLimit(Class<?> type) {
        return classes.contains(type);
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
        return definitions.isLimited(method, targetClass);
    }

    public LimitedMethod find(MethodInvocation invocation) {
        return find(invocation.getMethod(), TargetClasses.of(invocation));
    }

    public LimitedMethod find(Method method, Class<?> targetClass) {
        return definitions.find(method, targetClass);
    }

    /**
     * Whether clients of the application may see the name of a limiter: it is one that its users gave, and the limiter
     * does not only watch. A parent of the context, whose limiters its children use, must agree.
     *
     * @param limiter name of the limiter
     * @return whether the name may be shown
     */
    public boolean isPublic(String limiter) {
        return !definitions.isUnnamed(limiter)
                && settings().mode(limiter) == LimiterMode.ENFORCE
                && isPublicAbove(limiter);
    }

    private boolean isPublicAbove(String limiter) {
        BeanFactory parent = beanFactory.getParentBeanFactory();
        RateLimitedMethods above = parent == null
                ? null
                : parent.getBeanProvider(RateLimitedMethods.class).getIfAvailable();
        return above == null || above.isPublic(limiter);
    }

    /**
     * What happens to calls that the store cannot decide.
     *
     * @param limiter name of a limiter
     * @return what its settings, a method with it or the defaults say, in this order; {@code null} if none does
     */
    public @Nullable FailurePolicy onFailure(String limiter) {
        return definitions.onFailure(limiter);
    }

    /**
     * Which methods use which limiters, as far as methods have been looked at, which at the end of the start are those
     * of all beans.
     *
     * @return a snapshot, sorted by method
     */
    public List<LimiterUse> uses() {
        return definitions.limited().stream()
                .flatMap(method -> method.limits().stream().map(limit -> limit.usedBy(method.place())))
                .distinct()
                .sorted(Comparator.comparing(LimiterUse::method))
                .toList();
    }

    /**
     * What the configuration says.
     *
     * @return the settings in force
     */
    public RateLimitSettings settings() {
        return definitions.settings();
    }

    public Collection<LimitedMethod> limited() {
        return definitions.limited();
    }

    /** The limits of all known methods under other settings, which are not in force yet. */
    public LimitedMethodRegistry under(RateLimitSettings settings) {
        LimitedMethodRegistry other = definitions(() -> settings, definitions.generation() + 1);
        other.readAgain(definitions);
        return other;
    }

    public void use(LimitedMethodRegistry changed) {
        definitions = changed;
    }

    public EvaluationContext context(Variables variables, @Nullable CallScope scope, MethodInvocation invocation) {
        return expressions.context(variables, scope, invocation);
    }

    public ThreadScope scope() {
        return expressions.scope();
    }
}
