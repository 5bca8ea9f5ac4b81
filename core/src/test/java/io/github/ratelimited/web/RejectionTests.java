package io.github.ratelimited.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.Decision;
import io.github.ratelimited.ImpossiblePermitsException;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiterUnavailableException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RejectionTests {

    private static CompletableFuture<RuntimeException> rejection(Throwable failure) {
        return CompletableFuture.supplyAsync(() -> RateLimitProblems.rejection(failure));
    }

    private static Stream<Arguments> limits() {
        ZoneId zone = ZoneId.of("Europe/Berlin");
        return Stream.of(
                arguments(RateLimit.of(5, Duration.ofSeconds(10)), "5 in 10 s"),
                arguments(RateLimit.of(7, Duration.ofMillis(1_250)), "7 in 1.25 s"),
                arguments(RateLimit.of(100, Duration.ofHours(1)), "100 in 3600 s"),
                arguments(RateLimit.perCalendar(1_000, CalendarUnit.MONTH, zone), "1000 in a calendar month"));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void tellsTheLimitThatWasApplied(RateLimit limit, String words) {
        Decision decision = Decision.of("search", limit)
                .rejected(Duration.ofSeconds(1))
                .remaining(0)
                .build();
        RateLimitProblems problems = new RateLimitProblems(new Disclosure(name -> true, 100, true));
        assertThat(problems.answer(new RateLimitExceededException(decision), Locale.ENGLISH)
                        .getBody()
                        .getDetail())
                .isEqualTo("The limit 'search' of " + words + " is used up.");
    }

    @Test
    void doesNotSayThatALimitIsUsedUpOfWhichSomethingIsLeft() {
        Decision decision = Decision.of("tokens", RateLimit.of(1_000, Duration.ofMinutes(1)))
                .rejected(Duration.ofSeconds(1))
                .remaining(400)
                .build();
        RateLimitProblems problems = new RateLimitProblems(new Disclosure(name -> true, 100, true));
        assertThat(problems.answer(new RateLimitExceededException(decision), Locale.ENGLISH)
                        .getBody()
                        .getDetail())
                .isEqualTo("The limit 'tokens' of 1000 in 60 s has only 400 left.");
    }

    @ParameterizedTest
    @CsvSource({"9223372036854775807, more", "-9223372036854775808, fewer", "-1, -1", "6, 6"})
    void doesNotTellANumberThatStandsForAnother(long permits, String asked) {
        RateLimit limit = RateLimit.of(5, Duration.ofMinutes(1));
        RateLimitProblems problems = new RateLimitProblems(new Disclosure(name -> true, 100, true));

        assertThat(problems.answer(new ImpossiblePermitsException("tokens", limit, permits, 5), Locale.ENGLISH)
                        .getBody()
                        .getDetail())
                .isEqualTo("The limit 'tokens' grants 0 to 5 permits at once, but " + asked + " were asked for.");
    }

    @Test
    void isFoundAmongCauses() {
        RateLimiterUnavailableException rejected = new RateLimiterUnavailableException("down", null);
        Exception failure = new IllegalStateException(new IllegalArgumentException(rejected));
        assertThat(rejection(failure)).succeedsWithin(Duration.ofSeconds(20)).isSameAs(rejected);
    }

    @Test
    void isNotLookedForForEverAmongCausesThatGoRoundInACircle() {
        Exception one = new IllegalStateException("one");
        one.initCause(new IllegalArgumentException("two", one));
        assertThat(rejection(one)).succeedsWithin(Duration.ofSeconds(20)).isNull();
    }
}
