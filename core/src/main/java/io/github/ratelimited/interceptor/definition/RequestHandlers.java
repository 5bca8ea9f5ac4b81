package io.github.ratelimited.interceptor.definition;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** Recognizes methods that handle HTTP requests, those of annotated controllers and those that router functions call, or messages. */
public final class RequestHandlers {

    private static final List<String> MAPPINGS = List.of(
            "org.springframework.web.bind.annotation.RequestMapping",
            "org.springframework.web.service.annotation.HttpExchange");
    private static final List<String> FUNCTIONAL = List.of(
            "org.springframework.web.servlet.function.ServerRequest",
            "org.springframework.web.reactive.function.server.ServerRequest");

    private static final String MESSAGES = "org.springframework.messaging.handler.annotation.MessageMapping";
    private static final String CONNECTIONS = "org.springframework.messaging.rsocket.annotation.ConnectMapping";

    private RequestHandlers() {}

    public static boolean contains(Method method) {
        return !isOfClient(method)
                && (isMapped(method)
                        || Arrays.stream(method.getParameterTypes())
                                .anyMatch(type -> FUNCTIONAL.contains(type.getName())));
    }

    /** Whether it handles messages, which STOMP and RSocket have. */
    public static boolean isForMessages(Method method) {
        MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
        return annotations.isPresent(MESSAGES) || annotations.isPresent(CONNECTIONS);
    }

    /** Whether it is a handler of an annotated controller. Those are often not public. */
    static boolean isMapped(Method method) {
        MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
        return MAPPINGS.stream().anyMatch(annotations::isPresent);
    }

    /** A client of an HTTP interface has the same annotations, but the application does not implement its methods. */
    private static boolean isOfClient(Method method) {
        return method.getDeclaringClass().isInterface() || Proxy.isProxyClass(method.getDeclaringClass());
    }
}
