package io.github.ratelimited.autoconfigure.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.observe.LeaseCounts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an operator is told. */
class EndpointTests extends EndpointFixture {

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
                .containsEntry("setBy", "ANNOTATION")
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
        assertThat(listed("configured")).containsEntry("setBy", "CONFIGURATION").containsEntry("mode", "SHADOW");
        assertThat(listed("defaults")).containsEntry("setBy", "DEFAULT");
        assertThat(listed("program")).containsEntry("setBy", "PROGRAM").containsEntry("methods", List.of());
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
    void showsHashesOfTheKeysDeniedMost() {
        RateLimiter mallory = limiters.get("annotated").forKey("mallory");
        for (int i = 0; i < 9; i++) {
            mallory.tryAcquire();
        }

        String body = server.get(ENDPOINT).body();
        assertThat(body).doesNotContain("mallory").contains("\"denials\":7").contains("deniedKeys");
    }
}
