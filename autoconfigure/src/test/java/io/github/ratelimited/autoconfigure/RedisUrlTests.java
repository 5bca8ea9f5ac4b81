package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisUrlTests {

    @Test
    void readsAllParts() {
        assertThat(RedisUrl.of("url", "rediss://app:s%3Acret@redis.acme:7000/3"))
                .isEqualTo(new RedisUrl(true, "redis.acme:7000", "app", "s:cret", 3));
    }

    @Test
    void takesAUserInfoWithoutAColonForAPassword() {
        assertThat(RedisUrl.of("url", "redis://secret@redis.acme"))
                .isEqualTo(new RedisUrl(false, "redis.acme:6379", null, "secret", 0));
    }

    @Test
    void readsAnAddressOfIpVersion6() {
        assertThat(RedisUrl.of("url", "redis://[::1]/").server()).isEqualTo("[::1]:6379");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "redis://:secret@a:0 | must have a port from 1 to 65535, but it is 0",
                "redis://:secret@a:65536 | must have a port from 1 to 65535, but it is 65536",
                "redis://:secret@a/-1 | must have a database of at least 0, but it is -1"
            })
    void namesThePropertyAndThePartThatIsOutOfRange(String url, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisUrl.of("acme.url", url))
                .withMessage("acme.url " + problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "redis.acme:6379",
                "http://:secret@redis.acme",
                "redis://:secret@",
                "redis://:secret@a/first",
                "redis://:secret@a b",
                "redis://:secret@a ",
                "redis://:6379",
                "redis://:secret@my_redis:6379",
                "redis://:secret@a:1,b:2",
                "redis://:secret@a:123456789012",
                "redis://:secret@[::1",
                "redis://:secret@a/1/2",
                "redis://:secret@a?database=1",
                "redis://user:12#secret@a",
                "redis://user:12/secret@a",
                "redis://user:12?secret@a",
                "redis://user:12@secret@a",
                "redis-sentinel://:secret@a",
                "unix:///run/redis.sock"
            })
    void namesThePropertyAndNotThePasswordOfWhatIsNoUrl(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisUrl.of("acme.url", url))
                .withMessageStartingWith("acme.url must look like redis://")
                .withMessageContaining("a host has no _, and in a password #, /, ? and @ are written as %23")
                .withMessageNotContaining("secret")
                .withNoCause();
    }
}
