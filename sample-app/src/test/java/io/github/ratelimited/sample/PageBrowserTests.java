package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;

/** The page in a browser. Each test opens it anew, so what it counts begins at zero. */
class PageBrowserTests {

    private static final RunningApplication APPLICATION = // The second instance gets what is said here.
            RunningApplication.start("--ratelimited.redis.timeout=20s");
    private static final Browser BROWSER = Browser.open(APPLICATION.url());

    @BeforeEach
    void open() {
        APPLICATION.forget();
        BROWSER.show(APPLICATION.url());
    }

    @AfterEach
    void findsNothingInTheConsole() {
        assertThat(BROWSER.logs()).isEmpty();
    }

    @AfterAll
    static void close() {
        BROWSER.close();
        APPLICATION.close();
    }

    @Test
    void showsEachLimiterWithItsLimit() {
        assertThat(BROWSER.count("limit-lane")).isEqualTo(19);
        assertThat(lane("rides", ".limit")).isEqualTo("6 per h, SLIDING_WINDOW");
        assertThat(lane("rides", ".left")).isEqualTo("6 of 6 left");
        assertThat(BROWSER.text("#redis-state")).isEqualTo("Redis runs");
    }

    @Test
    void namesAllThatCanBePressedOrRead() {
        assertThat(BROWSER.driver().findElements(By.cssSelector("button, input, [role=meter], [role=img]")))
                .hasSizeGreaterThan(50)
                .allSatisfy(element -> assertThat(element.getAccessibleName()).isNotBlank());
    }

    @Test
    void showsFiveGrantsAndFifteenRefusalsOfABurst() {
        BROWSER.press(story("GREETINGS", "[data-count='20']"));

        BROWSER.await(() -> assertThat(counts("greetings")).isEqualTo(Map.of("allowed", 5, "denied", 15)));
        BROWSER.await(() -> assertThat(BROWSER.text(story("GREETINGS", ".answers")))
                .isEqualTo("5 × 200, 15 × 429: The limit 'greetings' is used up."));
        BROWSER.await(() -> assertThat(lane("greetings", ".left")).startsWith("0 of 5 left, the next in"));
    }

    @Test
    void showsHowAlgorithmsDifferUnderOneBurst() {
        BROWSER.press(story("COMPARISON", "[data-count='20']"));

        BROWSER.await(() -> assertThat(counts("leaky-bucket").get("denied")).isPositive());
        BROWSER.await(() -> assertThat(counts("sliding-window")).isEqualTo(Map.of("allowed", 5, "denied", 15)));
        BROWSER.await(() -> assertThat(counts("fixed-window")).isEqualTo(Map.of("allowed", 5, "denied", 15)));
    }

    @Test
    void showsAChangedLimitAtOnce() {
        BROWSER.find("limit-lane[limiter='replies'] input").sendKeys("12", Keys.ENTER);
        BROWSER.await(() -> assertThat(lane("replies", ".limit")).isEqualTo("12 per min, SLIDING_WINDOW"));

        BROWSER.press(story("REPLIES", "[data-count='20']"));
        BROWSER.await(() -> assertThat(counts("replies")).isEqualTo(Map.of("allowed", 12, "denied", 8)));

        BROWSER.press("limit-lane[limiter='replies'] .reset");
        BROWSER.await(() -> assertThat(lane("replies", ".limit")).isEqualTo("10 per min, SLIDING_WINDOW"));
    }

    @Test
    void showsAQuotaOfTheCalendarWithItsEnd() {
        assertThat(lane("quota", ".limit")).isEqualTo("10 per minute in Europe/Berlin, CALENDAR_WINDOW");
        assertThat(lane("quota-month", ".limit")).isEqualTo("1,000 per month in Europe/Berlin, CALENDAR_WINDOW");

        BROWSER.press(story("QUOTA", "[data-count='1']"));

        BROWSER.await(() -> assertThat(lane("quota-month", ".left")).startsWith("999 of 1,000 left until "));
        assertThat(lane("quota", ".left")).contains(" of 10 left until ");
    }

    @Test
    void saysWhySixHundredAndOneMessagesAreAMistake() {
        BROWSER.press(story("PUSH", "[data-messages='601']"));

        BROWSER.await(() -> assertThat(BROWSER.text(story("PUSH", ".answers")))
                .startsWith("1 × 422: The limit 'push-messages' grants at most 600 permits at once"));
    }

    @Test
    void showsThatAVendorIsClosed() {
        BROWSER.press(story("VENDOR", "[data-close='5']"));
        BROWSER.await(() -> {
            BROWSER.press(story("VENDOR", "[data-count='20']"));
            BROWSER.await(() -> assertThat(lane("vendor", ".left")).startsWith("blocked for"));
        });

        BROWSER.await(
                () -> assertThat(BROWSER.text(story("VENDOR", ".answers"))).contains("× 503"));
        assertThat(lane("vendor", ".counts .failed")).isEqualTo("0");
        BROWSER.await(() -> assertThat(lane("vendor", ".left")).endsWith("of 100 left"));
    }

    @Test
    void showsABlockAndLiftsIt() {
        BROWSER.press(story("CODES", "[data-count='20']"));
        BROWSER.await(() -> {
            BROWSER.press(story("CODES", "[data-count='1']"));
            BROWSER.await(() -> assertThat(lane("codes", ".left")).startsWith("blocked for"));
        });

        BROWSER.press(story("CODES", "[data-lift]"));

        BROWSER.await(() -> assertThat(lane("codes", ".left")).doesNotStartWith("blocked for"));
    }

    @Test
    void showsThatTwoInstancesShareALimit() {
        BROWSER.press("#instance-switch");
        BROWSER.await(() -> assertThat(BROWSER.text("#instances-state")).startsWith("Two instances"));

        BROWSER.press(story("RIDES", "[data-count='20']"));
        BROWSER.await(() -> assertThat(counts("rides")).isEqualTo(Map.of("allowed", 6, "denied", 14)));
        assertThat(BROWSER.count("limit-lane[limiter='rides'] .timeline path.dot"))
                .as("marks of the second instance")
                .isEqualTo(10);

        BROWSER.press("#instance-switch");
        BROWSER.await(() -> assertThat(BROWSER.text("#instances-state")).startsWith("One instance"));
    }

    @Test
    void showsThePolicyWhileRedisIsStopped() {
        BROWSER.press("#redis-switch");
        BROWSER.await(() -> assertThat(BROWSER.text("#redis-state")).isEqualTo("Redis is stopped"));

        BROWSER.press(story("GREETINGS", "[data-count='1']"));
        BROWSER.await(() -> assertThat(lane("greetings", ".basis")).isEqualTo("CLOSED: calls fail"));
        assertThat(lane("greetings", ".counts .failed")).isEqualTo("1");

        BROWSER.press("#redis-switch");
        BROWSER.await(() -> assertThat(BROWSER.text("#redis-state")).isEqualTo("Redis runs"));
        BROWSER.await(() -> {
            int before = decisions("greetings");
            BROWSER.press(story("GREETINGS", "[data-count='1']"));
            // Or the next page would be told of this call.
            BROWSER.await(() -> assertThat(decisions("greetings")).isGreaterThan(before));
            assertThat(lane("greetings", ".basis")).isEqualTo("decided by Redis");
        });
    }

    @Test
    void callsBothInstancesInTurnAlsoOneByOne() {
        BROWSER.press("#instance-switch");
        BROWSER.await(() -> assertThat(BROWSER.text("#instances-state")).startsWith("Two instances"));

        for (int call = 1; call <= 4; call++) {
            int calls = call;
            BROWSER.press(story("RIDES", "[data-count='1']"));
            BROWSER.await(() -> assertThat(decisions("rides")).isEqualTo(calls));
        }
        assertThat(BROWSER.count("limit-lane[limiter='rides'] .timeline path.dot"))
                .isEqualTo(2);

        BROWSER.press("#instance-switch");
        BROWSER.await(() -> assertThat(BROWSER.text("#instances-state")).startsWith("One instance"));
    }

    @Test
    void tellsOfTheComparisonWhatEachLimiterAllowed() {
        BROWSER.press(story("COMPARISON", "[data-count='20']"));

        BROWSER.await(() -> assertThat(BROWSER.text(story("COMPARISON", ".answers")))
                .startsWith("sliding-window 5 of 20, fixed-window 5 of 20, token-bucket 5 of 20, leaky-bucket "));
    }

    @Test
    void showsEstimateCostAndDebtOfTheChat() {
        BROWSER.press(story("CHAT", "[data-count='1']"));
        BROWSER.await(() -> assertThat(BROWSER.text("[data-story='CHAT'] .costs"))
                .isEqualTo("Took 500, cost 100, 400 went back. The last minute cost 100."));

        BROWSER.press(story("CHAT", "[data-messages='1500']"));
        BROWSER.await(() -> assertThat(BROWSER.text("[data-story='CHAT'] .costs"))
                .isEqualTo(
                        "Took 500, cost 1,500, 1,000 more were charged. The last minute cost 1,600: a debt of 600."));
    }

    @Test
    void explainsThePoliciesOnlyWhileRedisIsGone() {
        assertThat(BROWSER.find("#outage").isDisplayed()).isFalse();
        BROWSER.press("#redis-switch");
        BROWSER.await(() -> assertThat(BROWSER.text("#outage")).contains("CLOSED", "LOCAL", "OPEN"));

        BROWSER.press("#redis-switch");
        BROWSER.await(() -> assertThat(BROWSER.find("#outage").isDisplayed()).isFalse());
    }

    @Test
    void listsAllStories() {
        assertThat(BROWSER.count("#contents a")).isEqualTo(BROWSER.count("[data-story]"));
        assertThat(BROWSER.driver()
                        .executeScript("return [...document.querySelectorAll('#contents a')]"
                                + ".every(link => document.querySelector(link.getAttribute('href')) !== null)"))
                .isEqualTo(true);
    }

    @Test
    void playsTheExampleByItselfUnlessTheReaderWantsLittleMotion() {
        assertThat(decisions("fixed-window")).isZero();

        try (Browser moving = Browser.open(APPLICATION.url(), new String[0])) {
            moving.await(() -> assertThat(moving.text("limit-lane[limiter='fixed-window'] .counts .allowed"))
                    .isEqualTo("10"));
        }
    }

    @Test
    void showsTheLaneNextToTheButtonsOnAPhone() {
        BROWSER.driver().manage().window().setSize(new Dimension(390, 844));
        try {
            assertThat(BROWSER.driver().executeScript("return document.documentElement.scrollWidth"))
                    .isEqualTo(BROWSER.driver().executeScript("return window.innerWidth"));
            int buttons = BROWSER.find(story("RIDES", ".answers")).getRect().getY();
            int lane = BROWSER.find("limit-lane[limiter='rides'] .timeline")
                    .getRect()
                    .getY();
            assertThat(lane - buttons).isBetween(1, 120);
        } finally {
            BROWSER.driver().manage().window().setSize(new Dimension(1180, 1600));
        }
    }

    private static String story(String name, String selector) {
        return "[data-story='" + name + "'] .controls " + selector;
    }

    private static String lane(String limiter, String selector) {
        return BROWSER.text("limit-lane[limiter='" + limiter + "'] " + selector);
    }

    private static int decisions(String limiter) {
        return Stream.of("allowed", "delayed", "denied", "failed")
                .mapToInt(kind -> Integer.parseInt(lane(limiter, ".counts ." + kind)))
                .sum();
    }

    private static Map<String, Integer> counts(String limiter) {
        return Map.of(
                "allowed", Integer.valueOf(lane(limiter, ".counts .allowed")),
                "denied", Integer.valueOf(lane(limiter, ".counts .denied")));
    }
}
