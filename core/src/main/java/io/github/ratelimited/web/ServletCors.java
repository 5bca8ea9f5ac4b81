package io.github.ratelimited.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.cors.CorsProcessor;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.cors.DefaultCorsProcessor;

/**
 * Lets a browser show a rejection to scripts of other origins, though it comes before anything that does so for answers of
 * the application. Safe for use by many threads.
 */
public final class ServletCors {

    private final Supplier<List<CorsConfigurationSource>> sources;
    private final CorsProcessor processor = new DefaultCorsProcessor();

    /**
     * Makes it for an application.
     *
     * @param sources what the application allows; the first that knows a request counts. Asked for at the first rejection of
     *     a request of another origin
     */
    public ServletCors(Supplier<List<CorsConfigurationSource>> sources) {
        this.sources = SingletonSupplier.of(sources);
    }

    /** {@return whether the rejection may be written; otherwise the request was answered as one of a wrong origin} */
    boolean allows(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!isOfOtherOrigin(request)) {
            return true;
        }
        CorsConfiguration configuration = sources.get().stream()
                .map(source -> source.getCorsConfiguration(request))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return configuration == null || processor.processRequest(configuration, request, response);
    }

    /** An origin that is none is that of no browser. */
    private static boolean isOfOtherOrigin(HttpServletRequest request) {
        try {
            return CorsUtils.isCorsRequest(request);
        } catch (IllegalArgumentException ex) {
            return false;
        }
    }
}
