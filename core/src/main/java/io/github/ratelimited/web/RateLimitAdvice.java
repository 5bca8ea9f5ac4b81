package io.github.ratelimited.web;

import io.github.ratelimited.ImpossiblePermitsException;
import io.github.ratelimited.NullRequestKeyException;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiterUnavailableException;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.ControllerAdviceBean;
import org.springframework.web.method.annotation.ExceptionHandlerMethodResolver;

/**
 * Has {@link RateLimitProblems} answer one exception. Comes after every advice with an order of its own and before those
 * without one, so that one that handles every exception does not turn rejections into 500; but after those too where one of
 * them names the exception. One advice for each exception, because another may be named. Safe for use by many threads.
 */
public abstract sealed class RateLimitAdvice implements Ordered {

    private final RateLimitProblems problems;
    private final Supplier<Boolean> yields;

    private RateLimitAdvice(
            Class<? extends RuntimeException> exception, RateLimitProblems problems, ListableBeanFactory beans) {
        this.problems = problems;
        this.yields = SingletonSupplier.of(() -> NamedExceptions.contain(exception, beans));
    }

    @Override
    public int getOrder() {
        return yields.get() ? LOWEST_PRECEDENCE : LOWEST_PRECEDENCE - 1;
    }

    ErrorResponse answer(RuntimeException rejected, Locale locale) {
        return problems.answer(rejected, locale);
    }

    /** {@return whether no advice of the application answers rejections before that of the library} */
    static boolean comesFirst(ApplicationContext context) {
        return ControllerAdviceBean.findAnnotatedBeans(context).stream()
                .<Class<?>>map(advice -> Objects.requireNonNullElse(advice.getBeanType(), Object.class))
                .filter(advice -> new ExceptionHandlerMethodResolver(advice)
                                .resolveMethodByExceptionType(RateLimitExceededException.class)
                        != null)
                .findFirst()
                .filter(Exceeded.class::equals)
                .isPresent();
    }

    /** Answers when a limit is used up. */
    @RestControllerAdvice
    public static final class Exceeded extends RateLimitAdvice {

        Exceeded(RateLimitProblems problems, ListableBeanFactory beans) {
            super(RateLimitExceededException.class, problems, beans);
        }

        @ExceptionHandler
        ErrorResponse handle(RateLimitExceededException rejected, Locale locale) {
            return answer(rejected, locale);
        }
    }

    /** Answers when the store could not decide. */
    @RestControllerAdvice
    public static final class Unavailable extends RateLimitAdvice {

        Unavailable(RateLimitProblems problems, ListableBeanFactory beans) {
            super(RateLimiterUnavailableException.class, problems, beans);
        }

        @ExceptionHandler
        ErrorResponse handle(RateLimiterUnavailableException rejected, Locale locale) {
            return answer(rejected, locale);
        }
    }

    /** Answers when more is asked for than can ever be granted. */
    @RestControllerAdvice
    public static final class Impossible extends RateLimitAdvice {

        Impossible(RateLimitProblems problems, ListableBeanFactory beans) {
            super(ImpossiblePermitsException.class, problems, beans);
        }

        @ExceptionHandler
        ErrorResponse handle(ImpossiblePermitsException rejected, Locale locale) {
            return answer(rejected, locale);
        }
    }

    /** Answers when the request has no key. */
    @RestControllerAdvice
    public static final class WithoutKey extends RateLimitAdvice {

        WithoutKey(RateLimitProblems problems, ListableBeanFactory beans) {
            super(NullRequestKeyException.class, problems, beans);
        }

        @ExceptionHandler
        ErrorResponse handle(NullRequestKeyException rejected, Locale locale) {
            return answer(rejected, locale);
        }
    }
}
