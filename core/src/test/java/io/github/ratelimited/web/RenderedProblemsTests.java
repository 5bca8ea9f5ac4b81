package io.github.ratelimited.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.DecisionBuilder;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.context.support.StaticMessageSource;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.AbstractEncoder;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.HttpStatus;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;

/** Answers to rejections that are written once. */
class RenderedProblemsTests {

    private static final String DETAIL = "problemDetail." + RateLimitExceededException.class.getName();

    private final AtomicLong nanos = new AtomicLong();
    private final RateLimitProblems answers = new RateLimitProblems(new Disclosure(name -> true, 100, true));
    private final RenderedProblems problems = RenderedProblems.by(new Words(), answers, nanos::get);

    /** Writes problems as words. */
    private static final class Words extends AbstractEncoder<Object> {

        @Override
        public DataBuffer encodeValue(
                Object value,
                DataBufferFactory buffers,
                ResolvableType type,
                @Nullable MimeType mimeType,
                @Nullable Map<String, Object> hints) {
            return buffers.wrap(value.toString().getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public Flux<DataBuffer> encode(
                Publisher<?> values,
                DataBufferFactory buffers,
                ResolvableType type,
                @Nullable MimeType mimeType,
                @Nullable Map<String, Object> hints) {
            return Flux.from(values).map(value -> encodeValue(value, buffers, type, mimeType, hints));
        }
    }

    private static DecisionBuilder rejected(String limiter) {
        return Decision.of(limiter, RateLimit.of(5, Duration.ofSeconds(10))).rejected(Duration.ofSeconds(7));
    }

    private RenderedProblem of(Decision decision, Locale locale) {
        return problems.of(new RateLimitExceededException(decision), locale);
    }

    private String text(Decision decision, Locale locale) {
        return new String(of(decision, locale).about("/greetings"), StandardCharsets.UTF_8);
    }

    @Test
    void areThoseOfTheirRejection() {
        Decision rejected = rejected("search").remaining(0).build();
        assertThat(text(rejected, Locale.ENGLISH))
                .contains("The limit 'search' of 5 in 10 s is used up.", "instance='/greetings'");
        assertThat(of(rejected, Locale.ENGLISH).headers()).containsOnly(Map.entry("Retry-After", "7"));
        assertThat(of(rejected, Locale.ENGLISH)).isSameAs(of(rejected, Locale.ENGLISH));

        assertThat(text(rejected("search").remaining(2).build(), Locale.ENGLISH))
                .contains("has only 2 left");
        assertThat(text(rejected("other").remaining(0).build(), Locale.ENGLISH)).contains("The limit 'other'");
    }

    /** As an application may make them. */
    @Test
    void sayThatNobodyCouldDecideWhereThatIsWhy() {
        Decision rejected = rejected("search").remaining(0).build();
        assertThat(of(rejected, Locale.ENGLISH).status()).isEqualTo(HttpStatus.TOO_MANY_REQUESTS);

        Decision closed = rejected.but().basis(Basis.CLOSED).build();
        assertThat(of(closed, Locale.ENGLISH).status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
        assertThat(text(closed, Locale.ENGLISH)).contains("Limits cannot be checked right now.");
    }

    @Test
    void areWrittenInEachLanguage() {
        StaticMessageSource messages = new StaticMessageSource();
        messages.addMessage(DETAIL, Locale.GERMAN, "Zu viel.");
        messages.addMessage(DETAIL, Locale.ENGLISH, "Too much.");
        answers.setMessageSource(messages);
        Decision rejected = rejected("search").remaining(0).build();
        assertThat(text(rejected, Locale.GERMAN)).contains("Zu viel.");
        assertThat(text(rejected, Locale.ENGLISH)).contains("Too much.");
    }

    @Test
    void changeWithTheirTextsWithinASecond() {
        Decision rejected = rejected("search").remaining(0).build();
        assertThat(text(rejected, Locale.ENGLISH)).contains("is used up");
        StaticMessageSource messages = new StaticMessageSource();
        messages.addMessage(DETAIL, Locale.ENGLISH, "Too much.");
        answers.setMessageSource(messages);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(text(rejected, Locale.ENGLISH)).contains("Too much.");
    }
}
