package io.github.ratelimited.outbound;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the field {@code RateLimit} of the IETF, such as {@code "minute";r=0;t=12, "day";r=5}. */
final class LimitFields {

    private static final String QUOTED = "\"(?:[^\"\\\\]|\\\\.)*+\"";

    /** A name in quotes or a token, and what follows it up to the next comma that is not in quotes. */
    private static final Pattern ITEM = Pattern.compile(
            "\\G\\s*(?:" + QUOTED + "|[^\",;\\s]++)(?<parameters>(?:;(?:[^\",]|" + QUOTED + ")*+)?)\\s*(?:,|$)");

    private static final Pattern PARAMETER =
            Pattern.compile("(?:^|;)\\s*(?<name>[rt])=(?<value>[0-9]{1,15})\\s*(?=;|$)");
    private static final int LONGEST = 2_000;

    private LimitFields() {}

    /** {@return how long each limit of which nothing is left lasts} */
    static Stream<Duration> waits(List<String> values) {
        return values.stream().filter(value -> value.length() <= LONGEST).flatMap(LimitFields::waits);
    }

    private static Stream<Duration> waits(String value) {
        return ITEM.matcher(value)
                .results()
                .map(item -> item.group(1).replaceAll(QUOTED, ""))
                .flatMap(LimitFields::waitOf);
    }

    private static Stream<Duration> waitOf(String parameters) {
        Matcher matcher = PARAMETER.matcher(parameters);
        String remaining = null;
        String reset = null;
        while (matcher.find()) {
            if (matcher.group("name").equals("r")) {
                remaining = matcher.group("value");
            } else {
                reset = matcher.group("value");
            }
        }
        return remaining == null || reset == null || new BigDecimal(remaining).signum() > 0
                ? Stream.of()
                : Stream.of(ResetUnit.SECONDS.until(new BigDecimal(reset), Instant.EPOCH));
    }
}
