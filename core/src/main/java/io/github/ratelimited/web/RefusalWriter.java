package io.github.ratelimited.web;

import io.github.ratelimited.RateLimitExceededException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.context.ApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.ErrorResponse;
import org.springframework.web.accept.ContentNegotiationManager;
import org.springframework.web.method.ControllerAdviceBean;
import org.springframework.web.method.annotation.ExceptionHandlerMethodResolver;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.handler.HandlerExceptionResolverComposite;
import org.springframework.web.servlet.mvc.method.annotation.ExceptionHandlerExceptionResolver;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/**
 * Writes problem details as Spring MVC would.
 *
 * @param negotiation tells what clients want
 * @param converter writes JSON
 */
public record RefusalWriter(ContentNegotiationManager negotiation, HttpMessageConverter<Object> converter) {

    /**
     * The writer of an application.
     *
     * @param context the application
     * @return empty where the application answers refusals, changes problem details, or cannot write them
     */
    public static Optional<RefusalWriter> of(ApplicationContext context) {
        return isPlain(context) && !hasInterceptors(context) && comesFirst(context) ? find(context) : Optional.empty();
    }

    private static boolean isPlain(ApplicationContext context) {
        return context.getBean("handlerExceptionResolver", HandlerExceptionResolver.class)
                        instanceof HandlerExceptionResolverComposite composite
                && composite.getExceptionResolvers() != null
                && !composite.getExceptionResolvers().isEmpty()
                && composite.getExceptionResolvers().get(0).getClass() == ExceptionHandlerExceptionResolver.class;
    }

    private static boolean hasInterceptors(ApplicationContext context) {
        List<ErrorResponse.Interceptor> interceptors = new ArrayList<>();
        context.getBeanProvider(WebMvcConfigurer.class)
                .forEach(configurer -> configurer.addErrorResponseInterceptors(interceptors));
        return !interceptors.isEmpty();
    }

    /** Whether no advice before that of the library handles refusals. */
    private static boolean comesFirst(ApplicationContext context) {
        for (ControllerAdviceBean advice : ControllerAdviceBean.findAnnotatedBeans(context)) {
            Class<?> type = advice.getBeanType();
            if (type == RateLimitAdvice.Exceeded.class) {
                return true;
            }
            if (type == null
                    || new ExceptionHandlerMethodResolver(type)
                                    .resolveMethodByExceptionType(RateLimitExceededException.class)
                            != null) {
                return false;
            }
        }
        return false;
    }

    @SuppressWarnings("unchecked")
    private static Optional<RefusalWriter> find(ApplicationContext context) {
        ContentNegotiationManager negotiation =
                context.getBean("mvcContentNegotiationManager", ContentNegotiationManager.class);
        return context
                .getBean("requestMappingHandlerAdapter", RequestMappingHandlerAdapter.class)
                .getMessageConverters()
                .stream()
                .filter(converter -> converter.canWrite(ProblemDetail.class, MediaType.APPLICATION_PROBLEM_JSON))
                .findFirst()
                .map(converter -> new RefusalWriter(negotiation, (HttpMessageConverter<Object>) converter));
    }
}
