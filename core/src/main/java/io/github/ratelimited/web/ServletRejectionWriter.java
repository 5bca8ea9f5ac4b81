package io.github.ratelimited.web;

import io.github.ratelimited.RateLimitExceededException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.accept.ContentNegotiationManager;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.method.ControllerAdviceBean;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.handler.HandlerExceptionResolverComposite;
import org.springframework.web.servlet.mvc.method.annotation.ExceptionHandlerExceptionResolver;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import org.springframework.web.servlet.support.RequestContextUtils;

/** Writes answers to rejections as Spring MVC would. Safe for use by many threads. */
public final class ServletRejectionWriter {

    private final ContentNegotiationManager negotiation;
    private final RenderedProblems problems;

    private ServletRejectionWriter(ContentNegotiationManager negotiation, RenderedProblems problems) {
        this.negotiation = negotiation;
        this.problems = problems;
    }

    /** {@return that of an application, none where it answers rejections, changes problem details, or cannot write them} */
    public static Optional<ServletRejectionWriter> of(ApplicationContext context) {
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

    /** Whether no advice before that of the library handles rejections, and none changes bodies. */
    private static boolean comesFirst(ApplicationContext context) {
        return RateLimitAdvice.comesFirst(context)
                && ControllerAdviceBean.findAnnotatedBeans(context).stream()
                        .map(ControllerAdviceBean::getBeanType)
                        .noneMatch(type -> type == null || ResponseBodyAdvice.class.isAssignableFrom(type));
    }

    @SuppressWarnings("unchecked")
    private static Optional<ServletRejectionWriter> find(ApplicationContext context) {
        ContentNegotiationManager negotiation =
                context.getBean("mvcContentNegotiationManager", ContentNegotiationManager.class);
        return context
                .getBean("requestMappingHandlerAdapter", RequestMappingHandlerAdapter.class)
                .getMessageConverters()
                .stream()
                .filter(converter -> converter.canWrite(ProblemDetail.class, MediaType.APPLICATION_PROBLEM_JSON))
                .findFirst()
                .map(converter -> new ServletRejectionWriter(
                        negotiation,
                        RenderedProblems.by(
                                (HttpMessageConverter<Object>) converter, context.getBean(RateLimitProblems.class))));
    }

    /** {@return whether the client takes problem details as JSON} */
    boolean isWantedBy(HttpServletRequest request) {
        try {
            return RenderedProblems.areWantedBy(negotiation
                    .resolveMediaTypes(new ServletWebRequest(request))
                    .get(0));
        } catch (HttpMediaTypeNotAcceptableException ex) {
            return false;
        }
    }

    /**
     * {@return whether the answer to a rejection was written}
     *
     * @throws IllegalStateException when something else has begun to write text
     */
    boolean write(RateLimitExceededException rejected, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        RenderedProblem problem = problems.of(rejected, RequestContextUtils.getLocale(request));
        byte @Nullable [] body = problem == null ? null : problem.about(request.getRequestURI());
        if (problem == null || body == null) {
            return false;
        }
        ServletOutputStream output = response.getOutputStream();
        response.setStatus(problem.status().value());
        problem.headers().forEach(response::setHeader);
        response.setContentType(problem.contentType());
        response.setContentLength(body.length);
        if (mayNameAFile(request.getRequestURI())) {
            response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "inline;filename=f.txt");
        }
        output.write(body);
        return true;
    }

    /** The body repeats the URI, so a link could make browsers save it as a program. Spring MVC does the same against that. */
    private static boolean mayNameAFile(String uri) {
        int last = uri.lastIndexOf('/');
        return uri.indexOf('.', last) >= 0 || uri.indexOf('%', last) >= 0;
    }
}
