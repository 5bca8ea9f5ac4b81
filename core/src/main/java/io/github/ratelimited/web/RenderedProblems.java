package io.github.ratelimited.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Locale;
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
import org.springframework.web.ErrorResponse;

/**
 * Answers to rejections as the application writes them. Those of equal rejections are made once in a second, so that texts that
 * the application changes meanwhile are seen. Safe for use by many threads.
 */
final class RenderedProblems {

    /** Texts may differ by language and by seconds to wait. */
    private static final int MOST_PROBLEMS = 1_000;

    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final RateLimitProblems answers;
    private final Function<ProblemDetail, @Nullable Written> writer;
    private final Cache<Rejection, Optional<RenderedProblem>> known;

    private RenderedProblems(
            RateLimitProblems answers, Ticker ticker, Function<ProblemDetail, @Nullable Written> writer) {
        this.answers = answers;
        this.writer = writer;
        this.known = Caffeine.newBuilder()
                .maximumSize(MOST_PROBLEMS)
                .expireAfterWrite(LONGEST)
                .ticker(ticker)
                .build();
    }

    private record Written(@Nullable String contentType, byte[] body) {}

    /** All of a rejection that its answer tells of. */
    private record Rejection(
            String limiter,
            RateLimit limit,
            Audience audience,
            boolean closed,
            boolean blocked,
            long remaining,
            long retryAfter,
            Locale locale) {

        static Rejection of(Decision decision, Locale locale) {
            return new Rejection(
                    decision.limiter(),
                    decision.limit(),
                    decision.audience(),
                    decision.basis() == Basis.CLOSED,
                    decision.blocked(),
                    decision.remaining(),
                    Seconds.retryAfter(decision.retryAfter()),
                    locale);
        }
    }

    /** As Spring MVC writes them. */
    static RenderedProblems by(HttpMessageConverter<Object> converter, RateLimitProblems answers) {
        return new RenderedProblems(answers, Ticker.systemTicker(), problem -> {
            Output output = new Output(new HttpHeaders(), new ByteArrayOutputStream());
            try {
                converter.write(problem, MediaType.APPLICATION_PROBLEM_JSON, output);
            } catch (IOException | HttpMessageNotWritableException ex) {
                return null;
            }
            return new Written(
                    output.headers().getFirst(HttpHeaders.CONTENT_TYPE),
                    output.body().toByteArray());
        });
    }

    /** As WebFlux writes them. */
    static RenderedProblems by(Encoder<Object> encoder, RateLimitProblems answers, Ticker ticker) {
        return new RenderedProblems(answers, ticker, problem -> {
            try {
                DataBuffer written = encoder.encodeValue(
                        problem,
                        DefaultDataBufferFactory.sharedInstance,
                        ResolvableType.forClass(ProblemDetail.class),
                        MediaType.APPLICATION_PROBLEM_JSON,
                        Map.of());
                byte[] body = new byte[written.readableByteCount()];
                written.read(body);
                return new Written(MediaType.APPLICATION_PROBLEM_JSON_VALUE, body);
            } catch (UnsupportedOperationException | CodecException ex) {
                return null;
            }
        });
    }

    /** {@return whether a client that wants this type takes problem details as JSON} */
    static boolean areWantedBy(MediaType wanted) {
        return wanted.includes(MediaType.APPLICATION_PROBLEM_JSON) || wanted.equals(MediaType.APPLICATION_JSON);
    }

    /** The answer to a rejection as it is written; {@code null} where it cannot be. */
    @Nullable
    RenderedProblem of(RateLimitExceededException rejected, Locale locale) {
        return known.get(Rejection.of(rejected.getDecision(), locale), same -> render(rejected, locale))
                .orElse(null);
    }

    private Optional<RenderedProblem> render(RateLimitExceededException rejected, Locale locale) {
        ErrorResponse answer = answers.answer(rejected, locale);
        answer.getBody().setInstance(RenderedProblem.ANY);
        Written written = writer.apply(answer.getBody());
        return written == null || written.contentType() == null
                ? Optional.empty()
                : RenderedProblem.of(answer, written.contentType(), written.body());
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
