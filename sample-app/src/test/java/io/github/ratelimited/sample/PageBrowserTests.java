package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** What the page shows of calls. */
class PageBrowserTests extends PageInBrowser {

    @Test
    void showsFiveGrantsAndFifteenRejectionsOfABurst() {
        browser.press(story("GREETINGS", "[data-count='20']"));

        browser.await(() -> assertThat(counts("greetings")).isEqualTo(Map.of("allowed", 5, "rejected", 15)));
        browser.await(() -> assertThat(browser.text(story("GREETINGS", ".answers")))
                .isEqualTo("5 × 200, 15 × 429: The limit 'greetings' of 5 in 10 s is used up."));
        browser.await(() -> assertThat(lane("greetings", ".left")).startsWith("0 of 5 left, the next in"));
    }

    @Test
    void showsHowAlgorithmsDifferUnderOneBurst() {
        browser.press(story("COMPARISON", "[data-count='20']"));

        browser.await(() -> assertThat(counts("leaky-bucket").get("rejected")).isPositive());
        browser.await(() -> assertThat(counts("sliding-window")).isEqualTo(Map.of("allowed", 5, "rejected", 15)));
        browser.await(() -> assertThat(counts("fixed-window")).isEqualTo(Map.of("allowed", 5, "rejected", 15)));
    }

    @Test
    void showsAChangedLimitAtOnce() {
        browser.find("limit-lane[limiter='replies'] input").sendKeys("12", Keys.ENTER);
        browser.await(() -> assertThat(lane("replies", ".limit")).isEqualTo("12 per min, SLIDING_WINDOW"));

        browser.press(story("REPLIES", "[data-count='20']"));
        browser.await(() -> assertThat(counts("replies")).isEqualTo(Map.of("allowed", 12, "rejected", 8)));

        browser.press("limit-lane[limiter='replies'] .reset");
        browser.await(() -> assertThat(lane("replies", ".limit")).isEqualTo("10 per min, SLIDING_WINDOW"));
    }

    @Test
    void showsAQuotaOfTheCalendarWithItsEnd() {
        assertThat(lane("quota", ".limit")).isEqualTo("10 per minute in Europe/Berlin, CALENDAR_WINDOW");
        assertThat(lane("quota-month", ".limit")).isEqualTo("1,000 per month in Europe/Berlin, CALENDAR_WINDOW");

        browser.press(story("QUOTA", "[data-count='1']"));

        browser.await(
                () -> assertThat(lane("quota-month", ".left")).matches("999 of 1,000 left until 1 \\p{Alpha}+, 00:00"));
        assertThat(lane("quota", ".left")).contains(" of 10 left until ");
    }

    @Test
    void shadesAWindowWithinThePictureAndOnlyUntilItsEnd() {
        assertThat(browser.driver().executeAsyncScript("""
                        const done = arguments[0];
                        import(new URL('js/timeline.js', location)).then(({ Timeline }) => {
                          const timeline = new Timeline(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
                          const band = now => {
                            timeline.move(now);
                            return ['x', 'width'].map(name => timeline.band.getAttribute(name)).join('+');
                          };
                          timeline.showWindow(0, 40_000);
                          done([10_000, 39_000, 40_000].map(band));
                        });
                        """)).isEqualTo(List.of("400+200", "0+600", "600+0"));
    }

    @Test
    void searchesByThePlanThatIsChosenAlsoByTheBrowserItself() {
        browser.driver().executeScript("document.querySelector('input[value=SEARCH_PRO]').checked = true");

        browser.press(story("SEARCH", "[data-count='1']"));

        browser.await(() -> assertThat(lane("search", ".left")).isEqualTo("19 of 20 left"));
    }

    @Test
    void saysWhySixHundredAndOneMessagesAreAMistake() {
        browser.press(story("PUSH", "[data-messages='601']"));

        browser.await(() -> assertThat(browser.text(story("PUSH", ".answers")))
                .startsWith("1 × 422: The limit 'push-messages' grants 0 to 600 permits at once"));
    }

    @Test
    void showsThatAVendorIsClosed() {
        browser.press(story("VENDOR", "[data-close='5']"));
        browser.await(() -> {
            browser.press(story("VENDOR", "[data-count='1']"));
            assertThat(lane("vendor", ".left")).startsWith("blocked for");
        });

        browser.await(
                () -> assertThat(browser.text(story("VENDOR", ".answers"))).contains("× 503"));
        assertThat(lane("vendor", ".counts .failed")).isEqualTo("0");
        browser.await(() -> assertThat(lane("vendor", ".left")).endsWith("of 100 left"));
    }

    @Test
    void showsABlockAndLiftsIt() {
        browser.press(story("CODES", "[data-count='20']"));
        browser.await(() -> {
            browser.press(story("CODES", "[data-count='1']"));
            assertThat(lane("codes", ".left")).startsWith("blocked for");
        });

        browser.press(story("CODES", "[data-lift]"));

        browser.await(() -> assertThat(lane("codes", ".left")).doesNotStartWith("blocked for"));
    }

    @Test
    void showsThatTwoInstancesShareALimit() {
        browser.press("#instance-switch");
        browser.await(() -> assertThat(browser.text("#instances-state")).startsWith("Two instances"));

        browser.press(story("RIDES", "[data-count='20']"));
        browser.await(() -> assertThat(counts("rides")).isEqualTo(Map.of("allowed", 6, "rejected", 14)));
        assertThat(marksOfTheSecondInstance("rides")).isEqualTo(10);

        browser.press("#instance-switch");
        browser.await(() -> assertThat(browser.text("#instances-state")).startsWith("One instance"));
    }

    @Test
    void showsThePolicyWhileRedisIsStopped() {
        browser.press("#redis-switch");
        browser.await(() -> assertThat(browser.text("#redis-state")).isEqualTo("Redis is stopped"));

        browser.press(story("GREETINGS", "[data-count='1']"));
        browser.await(() -> assertThat(lane("greetings", ".basis")).isEqualTo("CLOSED: calls fail"));
        assertThat(lane("greetings", ".counts .failed")).isEqualTo("1");

        browser.press("#redis-switch");
        browser.await(() -> assertThat(browser.text("#redis-state")).isEqualTo("Redis runs"));
        browser.await(() -> {
            int before = decisions("greetings");
            browser.press(story("GREETINGS", "[data-count='1']"));
            // Or the next page would be told of this call.
            browser.await(() -> assertThat(decisions("greetings")).isGreaterThan(before));
            assertThat(lane("greetings", ".basis")).isEqualTo("decided by Redis");
        });
    }

    @Test
    void showsThatRedisHasEndedByItself() {
        application.context().getBean(EmbeddedRedis.class).server().kill();
        browser.await(() -> assertThat(browser.text("#redis-state")).isEqualTo("Redis is stopped"));

        browser.press("#redis-switch");
        browser.await(() -> assertThat(browser.text("#redis-state")).isEqualTo("Redis runs"));
    }

    @Test
    void callsBothInstancesInTurnAlsoOneByOne() {
        browser.press("#instance-switch");
        browser.await(() -> assertThat(browser.text("#instances-state")).startsWith("Two instances"));

        for (int call = 1; call <= 4; call++) {
            int calls = call;
            for (String story : List.of("RIDES", "REPLIES")) {
                browser.press(story(story, "[data-count='1']"));
                browser.await(() ->
                        assertThat(decisions(story.toLowerCase(Locale.ROOT))).isEqualTo(calls));
            }
        }
        assertThat(marksOfTheSecondInstance("rides")).isEqualTo(2);
        assertThat(marksOfTheSecondInstance("replies")).isEqualTo(2);

        WebElement stream = browser.find(story("RIDES", "input[type='range']"));
        stream.sendKeys(Keys.END);
        browser.await(() -> assertThat(decisions("rides")).isGreaterThan(20));
        stream.sendKeys(Keys.HOME);
        assertThat(browser.text(story("RIDES", "output"))).isEqualTo("off");
        // Marks leave the picture after a while, one by one.
        browser.await(() -> assertThat(2 * marksOfTheSecondInstance("rides"))
                .isCloseTo(browser.count("limit-lane[limiter='rides'] .timeline .dot"), within(2)));

        browser.press("#instance-switch");
        browser.await(() -> assertThat(browser.text("#instances-state")).startsWith("One instance"));
    }

    private int marksOfTheSecondInstance(String limiter) {
        return browser.count("limit-lane[limiter='" + limiter + "'] .timeline path.dot");
    }

    @Test
    void tellsOfTheComparisonWhatEachLimiterAllowed() {
        browser.press(story("COMPARISON", "[data-count='20']"));

        browser.await(() -> assertThat(browser.text(story("COMPARISON", ".answers")))
                .startsWith("sliding-window 5 of 20, fixed-window 5 of 20, token-bucket 5 of 20, leaky-bucket "));
    }

    @Test
    void showsEstimateCostAndDebtOfTheChat() {
        browser.press(story("CHAT", "[data-count='1']"));
        browser.await(() -> assertThat(browser.text("[data-story='CHAT'] .costs"))
                .isEqualTo("Took 500, cost 100, 400 went back. The last minute cost 100."));

        browser.press(story("CHAT", "[data-messages='1500']"));
        browser.await(() -> assertThat(browser.text("[data-story='CHAT'] .costs"))
                .isEqualTo(
                        "Took 500, cost 1,500, 1,000 more were charged. The last minute cost 1,600: a debt of 600."));
    }
}
