package io.github.ratelimited.interceptor.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttributeParserTests {

    @ParameterizedTest
    @CsvSource({
        "500ms,PT0.5S",
        "10s,PT10S",
        "1m,PT1M",
        "1h,PT1H",
        "1d,PT24H",
        "PT1M,PT1M",
        "' 10s ',PT10S",
        "1m30s,PT1M30S"
    })
    void readsDurations(String text, Duration duration) {
        assertThat(AttributeParser.duration("interval", text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "soon",
                "10 parsecs",
                "1x",
                "99999999999999999999s",
                "PT",
                "9223372036854775807d",
                "PT9223372036854775807H",
                "9223372036854775807s1h"
            })
    void refusesWhatIsNoDuration(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AttributeParser.duration("interval", text))
                .withMessage(
                        "interval must be a duration such as 500ms, 10s, 1m, 1h, 1d or PT1M, but is '" + text + "'");
    }

    @Test
    void refusesDurationWithoutUnit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AttributeParser.duration("interval", "60"))
                .withMessage("interval needs a unit, such as '60s', but is '60'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AttributeParser.duration("blockFor", "-1"))
                .withMessage("blockFor needs a unit, such as '1s', but is '-1'");
    }

    @Test
    void readsTimeoutsWithoutUnitOnlyForNeverAndForever() {
        assertThat(AttributeParser.timeout("0")).isZero();
        assertThat(AttributeParser.timeout("-1")).isEqualTo(Duration.ofMillis(-1));
        assertThat(AttributeParser.timeout("2s")).isEqualTo(Duration.ofSeconds(2));
        assertThat(AttributeParser.timeout("")).isNull();
        assertThatIllegalArgumentException().isThrownBy(() -> AttributeParser.timeout("-2"));
    }

    @Test
    void readsTimeZones() {
        assertThat(AttributeParser.zone(" Europe/Berlin ")).isEqualTo(ZoneId.of("Europe/Berlin"));
        assertThat(AttributeParser.zone(" ")).isNull();
    }

    @Test
    void readsNumbers() {
        assertThat(AttributeParser.number("rateString", " 42 ")).isEqualTo(42);
        assertThat(AttributeParser.number("rateString", "")).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AttributeParser.number("rateString", "many"))
                .withMessage("rateString must be a whole number, but is 'many'");
    }
}
