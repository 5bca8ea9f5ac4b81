package io.github.ratelimited.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.HttpMessageNotWritableException;

/** Problem details as a converter writes them, which it does once for those that are equal. Safe for use by many threads. */
final class RenderedProblems {

    /** Texts may differ by language and by seconds to wait. */
    private static final int MOST_PROBLEMS = 1_000;

    private final HttpMessageConverter<Object> converter;
    private final Cache<ProblemDetail, Optional<RenderedProblem>> known =
            Caffeine.newBuilder().maximumSize(MOST_PROBLEMS).build();

    RenderedProblems(HttpMessageConverter<Object> converter) {
        this.converter = converter;
    }

    /** The problem, which is complete, as it is written; {@code null} where it cannot be. */
    @Nullable
    RenderedProblem of(ProblemDetail problem) {
        return known.get(problem, this::render).orElse(null);
    }

    private Optional<RenderedProblem> render(ProblemDetail problem) {
        ProblemDetail copy = ProblemDetail.forStatus(problem.getStatus());
        copy.setType(problem.getType());
        copy.setTitle(problem.getTitle());
        copy.setDetail(problem.getDetail());
        copy.setProperties(problem.getProperties());
        copy.setInstance(RenderedProblem.ANY);
        Output output = new Output(new HttpHeaders(), new ByteArrayOutputStream());
        try {
            converter.write(copy, MediaType.APPLICATION_PROBLEM_JSON, output);
        } catch (IOException | HttpMessageNotWritableException ex) {
            return Optional.empty();
        }
        return Optional.ofNullable(output.headers().getFirst(HttpHeaders.CONTENT_TYPE))
                .map(type -> RenderedProblem.of(type, output.body().toByteArray()));
    }

    private record Output(HttpHeaders headers, ByteArrayOutputStream body) implements HttpOutputMessage {

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public OutputStream getBody() {
            return body;
        }
    }
}
