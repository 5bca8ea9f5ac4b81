package io.github.ratelimited.autoconfigure.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.autoconfigure.RateLimitChangedEvent;
import io.github.ratelimited.autoconfigure.RateLimitResetEvent;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What an operator changes and forgets. */
@ExtendWith(OutputCaptureExtension.class)
class EndpointChangesTests extends EndpointFixture {

    @Test
    void changesTheNumberAndTheUnitOfACalendarAndKeepsItsZone() {
        ZoneId zone = ZoneId.of("Europe/Berlin");
        limiters.declare("monthly", RateLimit.perCalendar(5, CalendarUnit.MONTH, zone));

        server.post(ENDPOINT + "/monthly", "{\"rate\":7}");
        assertThat(limiters.get("monthly").limit()).isEqualTo(RateLimit.perCalendar(7, CalendarUnit.MONTH, zone));
        server.post(ENDPOINT + "/monthly", "{\"interval\":\"1 year\"}");
        assertThat(limiters.get("monthly").limit()).isEqualTo(RateLimit.perCalendar(7, CalendarUnit.YEAR, zone));
        assertThat(listed("monthly").get("limit").toString()).contains("calendar={unit=YEAR, zone=Europe/Berlin}");
    }

    @Test
    void keepsABurstUnlessItEqualsTheRate() {
        RateLimit bucket = RateLimit.of(10, Duration.ofMinutes(1)).withAlgorithm(Algorithm.TOKEN_BUCKET);
        limiters.declare("bucket", bucket);

        server.post(ENDPOINT + "/bucket", "{\"rate\":20}");
        assertThat(limiters.get("bucket").limit()).isEqualTo(bucket.withRate(20, 20));
        server.post(ENDPOINT + "/bucket", "{\"burst\":50}");
        server.post(ENDPOINT + "/bucket", "{\"rate\":10}");
        assertThat(limiters.get("bucket").limit()).isEqualTo(bucket.withRate(10, 50));
    }

    @Test
    void changesALimitForAllAndTakesTheChangeBack(CapturedOutput output) {
        Map<String, Object> changed = json(server.post(ENDPOINT + "/annotated", "{\"rate\":5,\"interval\":\"30s\"}"));

        RateLimit before = RateLimit.of(2, Duration.ofMinutes(1));
        RateLimit after = RateLimit.of(5, Duration.ofSeconds(30));
        assertThat(changed).contains(entry("name", "annotated")).containsKeys("before", "after");
        assertThat(limiters.get("annotated").limit()).isEqualTo(after);
        assertThat(listed("annotated")).containsEntry("setBy", "OPERATOR");
        assertThat(output).contains("Rate limit 'annotated' was " + before + " and is " + after + " now");

        json(server.delete(ENDPOINT + "/annotated"));
        assertThat(limiters.get("annotated").limit()).isEqualTo(before);
        assertThat(listed("annotated")).containsEntry("setBy", "ANNOTATION");
        assertThat(heard.events())
                .containsExactly(
                        new RateLimitChangedEvent("annotated", before, after, RateLimitChangedEvent.Cause.ENDPOINT),
                        new RateLimitChangedEvent("annotated", after, before, RateLimitChangedEvent.Cause.ENDPOINT));
    }

    @Test
    void forgetsTheUseOfAKey() {
        RateLimiter alice = limiters.get("annotated").forKey("alice");
        alice.tryAcquire();

        assertThat(server.delete(ENDPOINT + "/annotated?key=alice&state=true").statusCode())
                .isEqualTo(204);

        assertThat(alice.availablePermits()).isEqualTo(2);
        assertThat(heard.events()).containsExactly(new RateLimitResetEvent("annotated", "alice"));
    }

    @Test
    void tellsWhatIsWrongWhereTheApplicationShowsMessages() {
        assertThat(server.post(ENDPOINT + "/annotated", "{\"rate\":0}").body())
                .contains("rate must be at least 1, but is 0");
    }

    @Test
    void namesWhatItDoesNotKnow() {
        assertThat(server.post(ENDPOINT + "/annotated", "{\"rate\":5,\"validFor\":\"\"}")
                        .body())
                .contains("validFor must be text, a whole number, true or false, or be left out, but is ''");
        String known = " is known here, but [key, rate, interval, burst, validFor]";
        assertThat(server.post(ENDPOINT + "/annotated", "{\"rate\":5,\"intervall\":\"1s\"}")
                        .body())
                .contains("No 'intervall'" + known);
        assertThat(server.post(ENDPOINT + "/annotated?rates=5", "{\"rate\":5}").body())
                .contains("No 'rates'" + known);
        assertThat(server.get(ENDPOINT + "/annotated?plans=pro").statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            annotated | {}
            annotated | {"rates":5}
            annotated | {"rate":5,"validfor":"1h"}
            annotated?ky=alice | {"rate":5}
            annotated | {"rate":0}
            annotated | {"rate":"many"}
            annotated | {"rate":5.7}
            annotated | {"rate":[5,6]}
            annotated?rate=5&rate=6 | {}
            annotated | {"rate":5,"duration":"1m"}
            annotated | {"rate":"","interval":"1s"}
            annotated | {"rate":[],"interval":"1s"}
            annotated | {"rate":null,"interval":"1s"}
            annotated | {"rate":5,"burst":""}
            annotated | {"interval":"soon"}
            annotated | {"interval":""}
            annotated | {"interval":"1 month"}
            annotated | {"interval":60}
            annotated | {"rate":5,"interval":"60"}
            annotated | {"interval":"-1s"}
            annotated | {"burst":9}
            unknown   | {"rate":5}
            %7Bx%7D   | {"rate":5}
            """)
    void refusesWrongInputAndChangesNothing(String name, String body) {
        RateLimit before = limiters.get("annotated").limit();

        assertThat(server.post(ENDPOINT + "/" + name, body).statusCode()).isIn(400, 404);

        assertThat(limiters.get("annotated").limit()).isEqualTo(before);
        assertThat(limiters.get("annotated").isRateSet()).isFalse();
        assertThat(limiters.names()).doesNotContain("unknown");
        assertThat(heard.events()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rate | 1.5 | rate must be a whole number, but is '1.5'",
                "burst | many | burst must be a whole number, but is 'many'"
            })
    void saysWhichValueOfWhichFieldIsWrong(String field, String value, String problem) {
        assertThat(server.post(ENDPOINT + "/annotated", "{\"" + field + "\":\"" + value + "\"}")
                        .body())
                .contains(problem);
        assertThat(server.delete(ENDPOINT + "/annotated?state=maybe").body())
                .contains("state must be true or false, but is 'maybe'");
    }

    @ParameterizedTest
    @CsvSource({"unknown", "unknown?key=alice", "unknown?key=alice&state=true", "annotated?ky=alice", "annotated?state="
    })
    void refusesWrongDeletesAndChangesNothing(String path) {
        limiters.get("annotated").setRate(RateLimit.of(3, Duration.ofMinutes(1)));
        limiters.get("annotated").forKey("alice").tryAcquire();

        assertThat(server.delete(ENDPOINT + "/" + path).statusCode()).isIn(400, 404);

        assertThat(limiters.get("annotated").isRateSet()).isTrue();
        assertThat(limiters.get("annotated").forKey("alice").availablePermits()).isEqualTo(2);
        assertThat(heard.events()).isEmpty();
    }

    @Test
    void worksOverJmx() throws Exception {
        MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("org.springframework.boot:type=Endpoint,name=Ratelimited");

        assertThat(jmx.invoke(name, "limiters", new Object[0], new String[0]).toString())
                .contains("annotated");
        String[] types = {
            "java.lang.Object",
            "java.lang.Object",
            "java.lang.Long",
            "java.lang.String",
            "java.lang.Long",
            "java.lang.String",
            "java.lang.String"
        };
        jmx.invoke(name, "change", new Object[] {"annotated", null, 4L, "20s", null, null, null}, types);
        assertThat(limiters.get("annotated").limit()).isEqualTo(RateLimit.of(4, Duration.ofSeconds(20)));
        jmx.invoke(name, "change", new Object[] {"annotated/block", "eve", null, null, null, null, "1m"}, types);
        assertThat(limiters.get("annotated").forKey("eve").blockedFor()).isPositive();
    }
}
