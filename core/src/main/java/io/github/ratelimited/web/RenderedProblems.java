package io.github.ratelimited.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.CodecException;
import org.springframework.core.codec.Encoder;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.HttpMessageNotWritableException;

/** Problem details as the application writes them, which it does once for those that are equal. Safe for use by many threads. */
final class RenderedProblems {

    /** Texts may differ by language and by seconds to wait. */
    private static final int MOST_PROBLEMS = 1_000;

    private final Function<ProblemDetail, Optional<RenderedProblem>> writer;
    private final Cache<ProblemDetail, Optional<RenderedProblem>> known =
            Caffeine.newBuilder().maximumSize(MOST_PROBLEMS).build();

    private RenderedProblems(Function<ProblemDetail, Optional<RenderedProblem>> writer) {
        this.writer = writer;
    }

    /** As Spring MVC writes them. */
    static RenderedProblems by(HttpMessageConverter<Object> converter) {
        return new RenderedProblems(problem -> {
            Output output = new Output(new HttpHeaders(), new ByteArrayOutputStream());
            try {
                converter.write(problem, MediaType.APPLICATION_PROBLEM_JSON, output);
            } catch (IOException | HttpMessageNotWritableException ex) {
                return Optional.empty();
            }
            return Optional.ofNullable(output.headers().getFirst(HttpHeaders.CONTENT_TYPE))
                    .map(type -> RenderedProblem.of(type, output.body().toByteArray()));
        });
    }

    /** As WebFlux writes them. */
    static RenderedProblems by(Encoder<Object> encoder) {
        return new RenderedProblems(problem -> {
            try {
                DataBuffer written = encoder.encodeValue(
                        problem,
                        DefaultDataBufferFactory.sharedInstance,
                        ResolvableType.forClass(ProblemDetail.class),
                        MediaType.APPLICATION_PROBLEM_JSON,
                        Map.of());
                byte[] body = new byte[written.readableByteCount()];
                written.read(body);
                return Optional.ofNullable(RenderedProblem.of(MediaType.APPLICATION_PROBLEM_JSON_VALUE, body));
            } catch (UnsupportedOperationException | CodecException ex) {
                return Optional.empty();
            }
        });
    }

    /** {@return whether a client that wants this type takes problem details as JSON} */
    static boolean areWantedBy(MediaType wanted) {
        return wanted.includes(MediaType.APPLICATION_PROBLEM_JSON) || wanted.equals(MediaType.APPLICATION_JSON);
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
        return writer.apply(copy);
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
