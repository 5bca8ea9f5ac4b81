package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** The page in a browser. Each test opens it anew, so what it counts begins at zero. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PageInBrowser {

    RunningApplication application;
    Browser browser;

    @BeforeAll
    void start() {
        // The second instance gets what is said here.
        application = RunningApplication.start("--ratelimited.redis.timeout=20s");
        browser = Browser.open(application.url());
    }

    @BeforeEach
    void open() {
        application.forget();
        browser.show(application.url());
    }

    @AfterEach
    void findsNothingInTheConsole() {
        assertThat(browser.logs()).isEmpty();
    }

    @AfterAll
    void close() {
        browser.close();
        application.close();
    }

    static String story(String name, String selector) {
        return "[data-story='" + name + "'] .controls " + selector;
    }

    String lane(String limiter, String selector) {
        return browser.text("limit-lane[limiter='" + limiter + "'] " + selector);
    }

    int decisions(String limiter) {
        return Stream.of("allowed", "delayed", "rejected", "failed")
                .mapToInt(kind -> Integer.parseInt(lane(limiter, ".counts ." + kind)))
                .sum();
    }

    Map<String, Integer> counts(String limiter) {
        return Map.of(
                "allowed", Integer.valueOf(lane(limiter, ".counts .allowed")),
                "rejected", Integer.valueOf(lane(limiter, ".counts .rejected")));
    }
}
