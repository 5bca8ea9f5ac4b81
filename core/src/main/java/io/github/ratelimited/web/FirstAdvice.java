package io.github.ratelimited.web;

import io.github.ratelimited.RateLimitExceededException;
import java.util.Objects;
import org.springframework.context.ApplicationContext;
import org.springframework.web.method.ControllerAdviceBean;
import org.springframework.web.method.annotation.ExceptionHandlerMethodResolver;

/** Which advice of an application answers refusals. */
final class FirstAdvice {

    private FirstAdvice() {}

    /** {@return whether it is that of the library} */
    static boolean isOurs(ApplicationContext context) {
        return ControllerAdviceBean.findAnnotatedBeans(context).stream()
                .<Class<?>>map(advice -> Objects.requireNonNullElse(advice.getBeanType(), Object.class))
                .filter(FirstAdvice::handlesRefusals)
                .findFirst()
                .filter(RateLimitAdvice.Exceeded.class::equals)
                .isPresent();
    }

    private static boolean handlesRefusals(Class<?> advice) {
        return new ExceptionHandlerMethodResolver(advice).resolveMethodByExceptionType(RateLimitExceededException.class)
                != null;
    }
}
