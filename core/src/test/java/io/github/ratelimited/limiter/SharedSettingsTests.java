package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.local.OpenRateLimiters;
import io.github.ratelimited.redis.RedisRateLimiters;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.rratelimiter.RRateLimiters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What any builder refuses, which each does in the same words. */
class SharedSettingsTests {

    @AutoClose
    private final RedissonConnection nowhere = RedissonConnection.connect(() -> {
        throw new IllegalStateException("no Redis here");
    });

    @Test
    @DisplayName("2.14 settings that builders share are refused alike")
    void refusesSharedSettingsAlike() {
        List<StoreLimitersBuilder<?>> ofStores =
                List.of(RedisRateLimiters.builder(nowhere), LocalRateLimiters.builder(), new OpenRateLimiters());
        List<LimitersBuilder<?>> all = new ArrayList<>(ofStores);
        all.add(RRateLimiters.builder(nowhere));
        Duration day = Duration.ofHours(25);

        assertRefusedAlike(
                all,
                Map.of(
                        "timeout must be positive and at most PT24H, but is PT25H", builder -> builder.timeout(day),
                        "but is 'a:b'", builder -> builder.limit("a:b", RateLimit.of(10, Duration.ofSeconds(1)))));
        assertRefusedAlike(
                ofStores,
                Map.of(
                        "reservationHorizon must be from 0 to 100 years, but is PT-1S",
                                builder -> builder.reservationHorizon(Duration.ofSeconds(-1)),
                        "limitSourceTtl must be positive and at most PT24H, but is PT25H",
                                builder -> builder.limitSourceTtl(day),
                        "limitSourceTimeout must be positive and at most PT24H, but is PT25H",
                                builder -> builder.limitSourceTimeout(day)));
    }

    private static <B> void assertRefusedAlike(List<B> builders, Map<String, Consumer<B>> wrong) {
        assertThat(builders)
                .allSatisfy(builder -> assertThat(wrong)
                        .allSatisfy((words, setting) -> assertThatIllegalArgumentException()
                                .isThrownBy(() -> setting.accept(builder))
                                .withMessageEndingWith(words)));
    }
}
