package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.Redis;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tenants with plans, and an operator who raises one. */
class SearchTests {

    @AutoClose
    private static final RunningApplication APPLICATION = RunningApplication.start(
            "--spring.data.redis.url=" + Redis.shared().url(), "--ratelimited.prefix=" + UUID.randomUUID());

    private static long granted(String tenant, int calls) {
        return IntStream.range(0, calls)
                .filter(call -> APPLICATION
                                .send("GET", "/api/search?tenant=" + tenant, "")
                                .statusCode()
                        == 200)
                .count();
    }

    @ParameterizedTest
    @CsvSource({"free-7, 5", "pro-7, 20", "enterprise-7, 100", "acme, 5", "gold-7, 5"})
    void countByTheirPlan(String tenant, int rate) {
        assertThat(granted(tenant, rate + 3)).isEqualTo(rate);
    }

    @Test
    void areRaisedOneByOne() {
        assertThat(APPLICATION
                        .send("POST", "/actuator/ratelimited/search?key=free-1", "{\"rate\":8,\"interval\":\"10s\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(granted("free-1", 11)).isEqualTo(8);
        assertThat(granted("free-2", 8)).isEqualTo(5);
        assertThat(APPLICATION
                        .send("DELETE", "/actuator/ratelimited/search?key=free-1", "")
                        .statusCode())
                .isEqualTo(200);
        assertThat(APPLICATION
                        .context()
                        .getBean(RateLimiters.class)
                        .get("search")
                        .forKey("free-1")
                        .isRateSet())
                .isFalse();
    }
}
