package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.RedisServer;
import org.junit.jupiter.api.Test;

class GivenRedisBrowserTests {

    @Test
    void showsThatARedisThatWasGivenDoesNotAnswer() {
        try (RedisServer given = RedisServer.start();
                RunningApplication application = RunningApplication.start("--spring.data.redis.url=" + given.url());
                Browser browser = Browser.open(application.url())) {
            browser.await(() -> assertThat(browser.text("#redis-state")).isEqualTo("Redis of your own"));
            assertThat(browser.text("#outage")).isEmpty();

            given.kill();
            browser.await(() -> assertThat(browser.text("#redis-state")).isEqualTo("Your Redis does not answer"));
            assertThat(browser.count("#redis-light[data-state='off']")).isEqualTo(1);
            assertThat(browser.text("#outage")).startsWith("While Redis is down");

            given.restart();
            browser.await(() -> assertThat(browser.text("#redis-state")).isEqualTo("Redis of your own"));
            assertThat(browser.text("#outage")).isEmpty();
        }
    }
}
