package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.redis.connection.RedissonConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class LocalStoreTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
            .withPropertyValues(
                    "ratelimited.store=local",
                    "ratelimited.limiters.login.rate=1",
                    "ratelimited.limiters.login.interval=100ms");

    @Test
    void decidesWithoutConnectionDetails() {
        runner.run(context -> {
            RateLimiters limiters = context.getBean(RateLimiters.class);
            assertThat(limiters.names()).containsExactly("login");
            assertThat(limiters.get("login").decide(1, Duration.ZERO).basis()).isEqualTo(Decision.Basis.STORE);
        });
    }

    @Test
    void whatCodeDeclaresReplacesWhatTheConfigurationSays() {
        RateLimit hundred = RateLimit.of(100, Duration.ofMinutes(1));
        runner.run(context -> {
            RateLimiters limiters = context.getBean(RateLimiters.class);
            assertThat(limiters.get("login").limit()).isNotEqualTo(hundred);
            assertThat(limiters.declare("login", hundred).limit()).isEqualTo(hundred);
        });
    }

    @Test
    void connectsToNoRedisThatIsThere() {
        runner.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RedissonConnection.class));
    }

    @Test
    void limitsMethodsByTheClockOfATest() {
        SetClock clock = new SetClock();
        runner.withUserConfiguration(AspectTests.Application.class)
                .withBean("rateLimitedClock", InstantSource.class, () -> clock)
                .run(context -> {
                    AspectTests.Letters letters = context.getBean(AspectTests.Letters.class);

                    letters.send("alice");
                    clock.now = clock.now.plusSeconds(59);
                    assertThatThrownBy(() -> letters.send("alice")).isInstanceOf(RateLimitExceededException.class);
                    clock.now = clock.now.plusSeconds(1);
                    assertThat(letters.send("alice")).isEqualTo("sent to alice");
                });
    }

    @Test
    void leavesOtherClocksAlone() {
        runner.withBean("clock", Clock.class, () -> Clock.fixed(Instant.EPOCH, ZoneOffset.UTC))
                .run(context -> {
                    RateLimiter login = context.getBean(RateLimiters.class).get("login");
                    assertThat(login.tryAcquire()).isTrue();
                    await().until(login::tryAcquire);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"LOCAL", "Local"})
    void readsTheStoreInAnySpellingOfSpringBoot(String spelling) {
        runner.withPropertyValues("ratelimited.store=" + spelling)
                .run(context -> assertThat(context).hasSingleBean(RateLimiters.class));
    }

    @Test
    void unknownStoreFailsTheStartAndIsNamedWithAllOtherMistakes() {
        runner.withPropertyValues("ratelimited.store=memcached", "ratelimited.order=first")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasRootCauseInstanceOf(SettingsException.class)
                        .rootCause()
                        .hasMessageContainingAll(
                                "ratelimited.store: ", "memcached", "ratelimited.order: ", "\"first\""));
    }

    private static final class SetClock implements InstantSource {

        private volatile Instant now = Instant.parse("2030-01-01T00:00:00Z");

        @Override
        public Instant instant() {
            return now;
        }
    }
}
