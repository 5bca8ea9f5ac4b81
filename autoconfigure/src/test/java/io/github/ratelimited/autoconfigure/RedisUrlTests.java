package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
    @ValueSource(
            strings = {
                "",
                "redis.acme:6379",
                "http://:secret@redis.acme",
                "redis://:secret@",
                "redis://:secret@a/first",
                "redis://:secret@a b"
            })
    void namesThePropertyAndNotThePasswordOfWhatIsNoUrl(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisUrl.of("acme.url", url))
                .withMessageStartingWith("acme.url must look like redis://")
                .withMessageNotContaining("secret")
                .withNoCause();
    }
}
