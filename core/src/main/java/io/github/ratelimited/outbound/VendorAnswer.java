package io.github.ratelimited.outbound;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * What a vendor's answer says about its limit. Nothing in it is believed further than as a wait of bounded length: text
 * that is no number and moments that have passed say nothing.
 *
 * @param status HTTP status
 * @param headers header fields
 */
record VendorAnswer(int status, HttpHeaders headers) {

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,30}(\\.[0-9]{1,9})?");

    /** The longest wait that the answer asks for, zero when it asks for none. */
    Duration wait(ObeySettings settings) {
        Stream<Duration> asked = Stream.concat(
                status == 429 || status == 503 ? retryAfter() : Stream.of(),
                Stream.concat(LimitFields.waits(values("RateLimit")), pair(settings)));
        Duration longest = asked.max(Duration::compareTo).orElse(Duration.ZERO);
        if (longest.isNegative()) {
            return Duration.ZERO;
        }
        return longest.compareTo(settings.maxBlock()) > 0 ? settings.maxBlock() : longest;
    }

    private Stream<Duration> retryAfter() {
        return values(HttpHeaders.RETRY_AFTER).stream().flatMap(text -> {
            BigDecimal seconds = number(text);
            if (seconds != null) {
                return Stream.of(ResetUnit.SECONDS.until(seconds, now()));
            }
            Instant now = now();
            Instant moment = HttpDate.read(text, now);
            return moment == null ? Stream.of() : Stream.of(Duration.between(now, moment));
        });
    }

    private Stream<Duration> pair(ObeySettings settings) {
        BigDecimal remaining = settings.remaining() == null ? null : first(settings.remaining());
        BigDecimal reset = settings.reset() == null ? null : first(settings.reset());
        return remaining == null || reset == null || remaining.signum() > 0
                ? Stream.of()
                : Stream.of(settings.unit().until(reset, now()));
    }

    private @Nullable BigDecimal first(String name) {
        List<String> values = values(name);
        return values.isEmpty() ? null : number(values.get(0));
    }

    private List<String> values(String name) {
        return headers.getOrEmpty(name).stream().map(String::trim).toList();
    }

    static @Nullable BigDecimal number(String text) {
        return NUMBER.matcher(text).matches() ? new BigDecimal(text) : null;
    }

    /** By the vendor's clock where the response has one, because ours may differ. */
    private Instant now() {
        Instant own = Clock.systemUTC().instant();
        String date = headers.getFirst(HttpHeaders.DATE);
        Instant stated = date == null ? null : HttpDate.read(date.trim(), own);
        return stated == null ? own : stated;
    }
}
