package io.github.ratelimited.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.TestSize;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;

class VendorAnswerTests {

    private static final ObeySettings HOUR = new ObeySettings(Duration.ofHours(1), null, null, ResetUnit.SECONDS);
    private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

    private static HttpHeaders headers(String... fields) {
        HttpHeaders headers = new HttpHeaders();
        headers.set("Date", date(NOW));
        for (int i = 0; i < fields.length; i += 2) {
            headers.add(fields[i], fields[i + 1]);
        }
        return headers;
    }

    private static String date(Instant moment) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(moment.atOffset(ZoneOffset.UTC));
    }

    private static Duration wait(int status, String... fields) {
        return new VendorAnswer(status, headers(fields)).wait(HOUR);
    }

    @ParameterizedTest
    @CsvSource({"429,5,5", "503,5,5", "200,5,0", "404,5,0", "429,0,0", "429,1.5,1.5", "429,1000000000,3600"})
    void waitsForTheSecondsOfRetryAfter(int status, String value, double seconds) {
        assertThat(wait(status, "Retry-After", value)).isEqualTo(Duration.ofMillis((long) (seconds * 1000)));
    }

    @ParameterizedTest
    @CsvSource({"30,30", "-30,0", "0,0", "100000,3600"})
    void waitsForTheDateOfRetryAfterByTheVendorsClock(long ahead, long seconds) {
        assertThat(wait(429, "Retry-After", date(NOW.plusSeconds(ahead)))).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Fri, 01 May 2026 10:01:00 GMT|60",
                "Mon, 01 May 2026 10:01:00 GMT|60",
                "01 May 2026 10:01:00 GMT|60",
                "Friday, 01-May-26 10:01:00 GMT|60",
                "Sunday, 01-May-26 10:01:00 GMT|60",
                "Sunday, 01-May-80 10:01:00 GMT|0",
                "Sunday, 01-May-70 10:01:00 GMT|3600",
                "Fri May  1 10:01:00 2026|60",
                "Sun May  1 10:01:00 2026|60",
                "Mon Jun 15 10:01:00 2026|3600",
                "Fri, 01 May 2026 10:01:00|0",
                "Fri May 2026|0"
            })
    void readsDatesOfHttpOldAndNew(String date, long seconds) {
        assertThat(wait(429, "Retry-After", date)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void readsTheVendorsClockWhateverDayOfTheWeekItIs() {
        HttpHeaders headers = headers("Retry-After", "Fri, 01 May 2026 10:01:00 GMT");
        headers.set("Date", "Sun May  1 10:00:30 2026");

        assertThat(new VendorAnswer(429, headers).wait(HOUR)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void waitsForADateByItsOwnClockWhereTheVendorTellsNone() {
        HttpHeaders headers = new HttpHeaders();
        headers.set("Retry-After", date(Instant.now().plusSeconds(100)));

        assertThat(new VendorAnswer(429, headers).wait(HOUR))
                .isBetween(Duration.ofSeconds(90), Duration.ofSeconds(100));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"soon", "", " ", "-5", "5 minutes", "NaN", "1e9", "0x10", "99999999999999999999999999999999999"})
    void textThatIsNoWaitSaysNothing(String value) {
        assertThat(wait(429, "Retry-After", value)).isZero();
    }

    @Test
    void theLongestOfTwoFieldsCounts() {
        assertThat(wait(429, "Retry-After", "3", "Retry-After", "7")).isEqualTo(Duration.ofSeconds(7));
        assertThat(wait(429, "Retry-After", "3", "Retry-After", "soon")).isEqualTo(Duration.ofSeconds(3));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"minute\";r=0;t=12|12",
                "\"minute\";t=12;r=0|12",
                "\"minute\";r=1;t=12|0",
                "\"minute\";r=0;t=12, \"day\";r=0;t=100|100",
                "\"minute\";r=5;t=12, \"day\";r=0;t=100|100",
                "\"a, \\\";r=0;t=9\";r=3;t=12|0",
                "minute;r=0;pk=:dXNlcg==:;t=4|4",
                "\"minute\";r=0;pk=\"a, b\";t=12, \"day\";r=0;t=5|12",
                "\"minute\";r=3;pk=\";r=0\";t=12|0",
                "\"minute\";r=0|0",
                "\"minute\";r=0;t=999999999999999|3600",
                "r=0, t=9|0",
                "\"open;r=0;t=9|0"
            })
    void waitsWhereAFieldOfTheIetfSaysThatNothingIsLeft(String value, long seconds) {
        assertThat(wait(200, "RateLimit", value)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource({
        "SECONDS,60,60",
        "MILLISECONDS,1500,1.5",
        "EPOCH_SECONDS,1777629660,60",
        "EPOCH_MILLISECONDS,1777629601500,1.5",
        "EPOCH_SECONDS,5,0",
        "EPOCH_SECONDS,999999999999999999999999999999,3600"
    })
    void waitsWhereTheVendorsOwnFieldsSayThatNothingIsLeft(ResetUnit unit, String reset, double seconds) {
        ObeySettings settings = new ObeySettings(Duration.ofHours(1), "X-Left", "X-Reset", unit);

        assertThat(new VendorAnswer(200, headers("X-Left", "0", "X-Reset", reset)).wait(settings))
                .isEqualTo(Duration.ofMillis((long) (seconds * 1000)));
        assertThat(new VendorAnswer(200, headers("X-Left", "1", "X-Reset", reset)).wait(settings))
                .isZero();
        assertThat(new VendorAnswer(200, headers("X-Left", "none", "X-Reset", reset)).wait(settings))
                .isZero();
        assertThat(new VendorAnswer(200, headers("X-Left", "-1", "X-Reset", reset)).wait(settings))
                .isZero();
    }

    @Test
    void noTextMakesItWaitLongerThanItMayOrFail() {
        Random random = new Random(20_260_501);
        String characters = "0123456789;,=\"\\rt -.:GMTMay";
        for (int i = 0; i < TestSize.of(10_000, 100_000); i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(40); length > 0; length--) {
                text.append(characters.charAt(random.nextInt(characters.length())));
            }
            String value = text.toString();

            assertThat(wait(429, "Retry-After", value, "RateLimit", "\"a\";" + value, "Date", value))
                    .as(value)
                    .isBetween(Duration.ZERO, Duration.ofHours(1));
        }
    }
}
