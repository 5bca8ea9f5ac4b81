package io.github.ratelimited.redis.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.store.Demand;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisKeysTests {

    private static final RateLimit LIMIT = RateLimit.of(5, Duration.ofSeconds(10));

    private final RedisKeys keys = new RedisKeys("ratelimited");

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder().build();

    private String key(Object key) {
        return keys.of(
                new Demand("greetings", limiters.get("greetings").forKey(key).key(), LIMIT, 1));
    }

    @Test
    void holdLimiterKeyAlgorithmAndStateVersion() {
        assertThat(key("alice")).isEqualTo("ratelimited:greetings:{alice}:sw2");
        assertThat(key(List.of("acme", "sales"))).isEqualTo("ratelimited:greetings:{%(acme%,sales%,%)}:sw2");
        assertThat(keys.of(new Demand("greetings", "", LIMIT.withAlgorithm(Algorithm.TOKEN_BUCKET), 1)))
                .isEqualTo("ratelimited:greetings:{%}:tb2");
    }

    @Test
    void neverCollide() {
        List<Object> hostile = List.of(
                "user:{42",
                "user:}42",
                "a{}b",
                "",
                "%",
                "%%",
                "a-b",
                List.of("a", "b"),
                List.of("a-b"),
                List.of("a,b"),
                List.of(List.of("a"), "b"),
                List.of(List.of("a", "b")),
                List.of(),
                "a\u0000b",
                "a\nb",
                "ab",
                "\ud83d\ude00",
                "\ud83d\ude01",
                "\ud83d",
                "?",
                "x".repeat(10_000),
                "x".repeat(10_001),
                "%0025",
                "%0000",
                "null",
                List.of(""),
                List.of("", ""));
        Set<String> all = new HashSet<>();
        hostile.forEach(key -> assertThat(all.add(key(key))).as("%s", key).isTrue());
        assertThat(all).allSatisfy(key -> {
            assertThat(key.length()).isLessThan(300);
            assertThat(key.chars().filter(c -> c == '{' || c == '}').count()).isEqualTo(2);
            assertThat(key.chars()).noneMatch(Character::isISOControl);
            assertThat(key).doesNotContain("{}");
        });
    }

    @Test
    void areEqualForEqualValuesOfAnyType() {
        assertThat(key(42)).isEqualTo(key("42")).isEqualTo(key(42L)).isEqualTo(key(Optional.of("42")));
        assertThat(key(new String[] {"a", "b"})).isEqualTo(key(List.of("a", "b")));
        assertThat(key(new int[] {1, 2})).isEqualTo(key(List.of(1, 2)));
    }

    @Test
    void refuseValuesWithoutTextOfTheirOwn() {
        var limiter = limiters.get("greetings");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.forKey(new Object()))
                .withMessageContaining("java.lang.Object");
        assertThatIllegalArgumentException().isThrownBy(() -> limiter.forKey(Optional.empty()));
        assertThatIllegalArgumentException().isThrownBy(() -> limiter.forKey(new String[] {"a", null}));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a{b", "a}b", "a\nb"})
    void refusePrefixesThatBreakTheHashTag(String prefix) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedisKeys(prefix))
                .withMessageContaining("prefix");
    }

    /** 31C3 is what the specification of Redis Cluster names for 123456789. */
    @Test
    void lieInTheSlotsThatRedisComputes() {
        assertThat(keys.slot(new Demand("any", "123456789", LIMIT, 1))).isEqualTo(0x31C3);
        assertThat(keys.slot(new Demand("other", "123456789", LIMIT, 1))).isEqualTo(0x31C3);
    }
}
