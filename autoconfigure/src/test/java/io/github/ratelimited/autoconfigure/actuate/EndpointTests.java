package io.github.ratelimited.autoconfigure.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitChangedEvent;
import io.github.ratelimited.autoconfigure.RateLimitResetEvent;
import io.github.ratelimited.autoconfigure.web.Server;
import io.github.ratelimited.observe.LeaseCounts;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(OutputCaptureExtension.class)
class EndpointTests {

    private static final String ENDPOINT = "/actuator/ratelimited";
    private static final Server server = Server.start(
            WebApplicationType.SERVLET,
            OperatedApplication.class,
            "--management.endpoints.web.exposure.include=ratelimited",
            "--management.endpoints.jmx.exposure.include=ratelimited",
            "--spring.jmx.enabled=true",
            "--spring.web.error.include-message=always",
            "--ratelimited.endpoint.denied-keys=10",
            "--ratelimited.defaults.rate=7",
            "--ratelimited.defaults.interval=1m",
            "--ratelimited.limiters.configured.rate=9",
            "--ratelimited.limiters.configured.mode=shadow");

    private final RateLimiters limiters = server.context().getBean(RateLimiters.class);
    private final OperatedApplication.Heard heard = server.context().getBean(OperatedApplication.Heard.class);

    @BeforeEach
    void startAnew() {
        limiters.get("annotated").clearRate();
        limiters.get("annotated").reset();
        limiters.get("annotated").forKey("alice").reset();
        heard.events().clear();
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static Map<String, Object> json(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonMapper().readValue(answer.body(), new TypeReference<>() {});
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> listed(String name) {
        return ((List<Map<String, Object>>) json(server.get(ENDPOINT)).get("limiters"))
                .stream()
                        .filter(limiter -> limiter.get("name").equals(name))
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void tellsWhatWasLeased() {
        LeaseCounts leases = server.context().getBean(LeaseCounts.class);
        leases.leased("configured", 10);
        leases.leaseEnded("configured", 7, 3);

        assertThat(listed("configured")).containsEntry("leases", Map.of("leased", 10, "used", 7, "returned", 3));
        assertThat(listed("annotated").get("leases")).isNull();
    }

    @Test
    void listsLimitersWithLimitOriginMethodsModeAndCounts() {
        limiters.declare("program", RateLimit.of(1, Duration.ofMinutes(1)));
        OperatedApplication.Calls calls = server.context().getBean(OperatedApplication.Calls.class);
        calls.annotated("carol");

        assertThat(listed("annotated"))
                .containsEntry("origin", "ANNOTATION")
                .containsEntry("mode", "ENFORCE")
                .containsEntry(
                        "methods",
                        List.of(
                                OperatedApplication.Calls.class.getCanonicalName() + ".alsoAnnotated()",
                                OperatedApplication.Calls.class.getCanonicalName() + ".annotated(String)"));
        assertThat(listed("annotated").get("limit"))
                .hasToString("{rate=2, interval=PT1M, algorithm=SLIDING_WINDOW, burst=2, type=OVERALL, calendar=null}");
        assertThat(listed("annotated").get("decisions"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsKeys("ALLOWED", "DELAYED", "DENIED", "SHADOW_DENIED")
                .doesNotContainEntry("ALLOWED", 0);
        assertThat(listed("configured"))
                .containsEntry("origin", "CONFIGURATION")
                .containsEntry("mode", "SHADOW");
        assertThat(listed("defaults")).containsEntry("origin", "DEFAULT");
        assertThat(listed("program")).containsEntry("origin", "PROGRAM").containsEntry("methods", List.of());
    }

    @Test
    void tellsHowMuchOfAKeyIsLeft() {
        limiters.get("annotated").forKey("alice").tryAcquire();

        assertThat(json(server.get(ENDPOINT + "/annotated?key=alice")))
                .containsEntry("availablePermits", 1)
                .hasEntrySatisfying(
                        "resetAfter",
                        time -> assertThat(Duration.parse((String) time))
                                .isPositive()
                                .isLessThanOrEqualTo(Duration.ofMinutes(1)));
        assertThat(json(server.get(ENDPOINT + "/annotated"))).containsEntry("availablePermits", 2);
        assertThat(server.get(ENDPOINT + "/unknown").statusCode()).isEqualTo(404);
    }

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
    void changesALimitForAllAndTakesTheChangeBack(CapturedOutput output) {
        Map<String, Object> changed = json(server.post(ENDPOINT + "/annotated", "{\"rate\":5,\"interval\":\"30s\"}"));

        RateLimit before = RateLimit.of(2, Duration.ofMinutes(1));
        RateLimit after = RateLimit.of(5, Duration.ofSeconds(30));
        assertThat(changed).contains(entry("name", "annotated")).containsKeys("before", "after");
        assertThat(limiters.get("annotated").limit()).isEqualTo(after);
        assertThat(listed("annotated")).containsEntry("origin", "OPERATOR");
        assertThat(output).contains("Rate limit 'annotated' was " + before + " and is " + after + " now");

        json(server.delete(ENDPOINT + "/annotated"));
        assertThat(limiters.get("annotated").limit()).isEqualTo(before);
        assertThat(listed("annotated")).containsEntry("origin", "ANNOTATION");
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            annotated | {}
            annotated | {"rates":5}
            annotated | {"rate":0}
            annotated | {"rate":"many"}
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
    @CsvSource({"unknown", "unknown?key=alice", "unknown?key=alice&state=true"})
    void refusesWrongDeletesAndChangesNothing(String path) {
        limiters.get("annotated").setRate(RateLimit.of(3, Duration.ofMinutes(1)));
        limiters.get("annotated").forKey("alice").tryAcquire();

        assertThat(server.delete(ENDPOINT + "/" + path).statusCode()).isIn(400, 404);

        assertThat(limiters.get("annotated").isRateSet()).isTrue();
        assertThat(limiters.get("annotated").forKey("alice").availablePermits()).isEqualTo(2);
        assertThat(heard.events()).isEmpty();
    }

    @Test
    void showsHashesOfTheKeysDeniedMost() {
        RateLimiter mallory = limiters.get("annotated").forKey("mallory");
        for (int i = 0; i < 9; i++) {
            mallory.tryAcquire();
        }

        String body = server.get(ENDPOINT).body();
        assertThat(body).doesNotContain("mallory").contains("\"denials\":7").contains("deniedKeys");
    }

    @Test
    void worksOverJmx() throws Exception {
        MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("org.springframework.boot:type=Endpoint,name=Ratelimited");

        assertThat(jmx.invoke(name, "limiters", new Object[0], new String[0]).toString())
                .contains("annotated");
        String[] types = {
            "java.lang.String",
            "java.lang.Object",
            "java.lang.Long",
            "java.lang.String",
            "java.lang.Long",
            "java.lang.String"
        };
        jmx.invoke(name, "change", new Object[] {"annotated", null, 4L, "20s", null, null}, types);
        assertThat(limiters.get("annotated").limit()).isEqualTo(RateLimit.of(4, Duration.ofSeconds(20)));
    }
}
