package io.github.ratelimited.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.internal.LoggedLines;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.limits.SharedLimit.Origin;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What programs that know only the name of a limiter go by. */
class RegisteredLimitsTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    @AutoClose
    private final LoggedLines lines = LoggedLines.of(RedisLimitRegistry.class);

    private final LimitHashes hashes = LimitHashes.of(redis);
    private final LimitsHash hash = hashes.names();
    private final RedisKeyLimits keys = hashes.keys();

    @Test
    @DisplayName("2.11 a redeployment registers its limit in place of the one before, and so does a rollback")
    void whatWasStartedLastIsRegistered() {
        for (int rate : new int[] {5, 9, 5}) {
            try (Deployment deployment = new Deployment()) {
                deployment.declare(rate);
                deployment.readUntilRegistered(rate);
            }
        }
    }

    @Test
    void whatADeploymentDeclaresAnewWhileItRunsIsRegistered() {
        try (Deployment deployment = new Deployment()) {
            for (int rate : new int[] {5, 9, 5}) {
                deployment.declare(rate);
                deployment.readUntilRegistered(rate);
            }
        }
    }

    @Test
    void deploymentsThatDisagreeDoNotFight() {
        try (Deployment old = new Deployment();
                Deployment young = new Deployment()) {
            old.declare(5);
            old.readUntilRegistered(5);
            old.read();
            young.declare(9);
            young.readUntilRegistered(9);
            lines.events().clear();
            for (int i = 0; i < 5; i++) {
                old.read();
                young.read();
                assertThat(registered()).isEqualTo(declared(9));
            }

            assertThat(old.limits.find("api").limit()).isEqualTo(limit(5));
            assertThat(young.limits.find("api").limit()).isEqualTo(limit(9));
            assertThat(lines.events())
                    .singleElement()
                    .asString()
                    .contains("'api' is " + limit(5) + " here, but another deployment declares " + limit(9));
        }
    }

    @Test
    void anOperatorsLimitStays() {
        SharedLimit operators = new SharedLimit(limit(9), Origin.OPERATOR);
        hash.put("api", operators).join();
        try (Deployment deployment = new Deployment()) {
            deployment.declare(5);
            deployment.read();
            deployment.read();
            assertThat(registered()).isEqualTo(operators);
        }
        // As when it was set between the reading and the writing.
        assertThat(hash.replace("api", declared(5), declared(7)).join()).isFalse();
        assertThat(registered()).isEqualTo(operators);
    }

    @Test
    void anOperatorsLimitThatIsTakenBackLeavesWhatIsDeclared() {
        try (Deployment deployment = new Deployment()) {
            deployment.declare(5);
            deployment.limits.set("api", limit(9), true).toCompletableFuture().join();
            assertThat(registered()).isEqualTo(new SharedLimit(limit(9), Origin.OPERATOR));

            deployment.limits.clear("api").toCompletableFuture().join();

            assertThat(registered()).isEqualTo(declared(5));
            assertThat(deployment.limits.find("api").limit()).isEqualTo(limit(5));
        }
    }

    @Test
    void everyInstanceTellsOnceOfAnOperatorsLimit() {
        try (Deployment deployment = new Deployment()) {
            deployment.declare(5);
            deployment.readUntilRegistered(5);
            hash.put("api", new SharedLimit(limit(9), Origin.OPERATOR)).join();
            Awaitility.await().until(() -> {
                deployment.read();
                return deployment.limits.isSet("api");
            });
            deployment.read();
            hash.put("api", declared(5)).join();
            Awaitility.await().until(() -> {
                deployment.read();
                return !deployment.limits.isSet("api");
            });
            deployment.read();
        }
        assertThat(lines.events())
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "Rate limit 'api' is " + limit(9) + ", which an operator has set, instead of " + limit(5),
                        "Rate limit 'api' is " + limit(5) + " again, as declared");
    }

    private SharedLimit registered() {
        return hash.read("api").join();
    }

    private static SharedLimit declared(int rate) {
        return new SharedLimit(limit(rate), Origin.DECLARED);
    }

    private static RateLimit limit(int rate) {
        return RateLimit.of(rate, Duration.ofSeconds(1));
    }

    private final class Deployment implements AutoCloseable {

        private final ManualTimer timer = new ManualTimer(new TestClock());
        private final RedisLimitRegistry limits =
                new RedisLimitRegistry(hash, keys, hash::poll, timer, Micros.monotonicClock());

        private Deployment() {
            Awaitility.await().until(() -> timer.waiting() == 1);
        }

        private void declare(int rate) {
            limits.declare("api", limit(rate));
        }

        private void read() {
            timer.advance(600_000);
            Awaitility.await().until(() -> timer.waiting() == 1);
        }

        private void readUntilRegistered(int rate) {
            Awaitility.await().until(() -> {
                read();
                return declared(rate).equals(registered());
            });
        }

        @Override
        public void close() {
            limits.close();
        }
    }
}
