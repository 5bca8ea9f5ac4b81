package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;

/** What the page shows and says of itself before anyone plays with it. */
class FirstScreenBrowserTests extends PageInBrowser {

    @Test
    void showsEachLimiterWithItsLimit() {
        assertThat(browser.count("limit-lane")).isEqualTo(19);
        assertThat(lane("rides", ".limit")).isEqualTo("6 per h, SLIDING_WINDOW");
        assertThat(lane("rides", ".left")).isEqualTo("6 of 6 left");
        assertThat(browser.text("#redis-state")).isEqualTo("Redis runs");
    }

    @Test
    void namesAllThatCanBePressedOrRead() {
        assertThat(browser.driver().findElements(By.cssSelector("button, input, [role=meter], [role=img]")))
                .hasSizeGreaterThan(50)
                .allSatisfy(element -> assertThat(element.getAccessibleName()).isNotBlank());
    }

    @Test
    void explainsThePoliciesOnlyWhileRedisIsGone() {
        assertThat(browser.find("#outage").isDisplayed()).isFalse();
        browser.press("#redis-switch");
        browser.await(() -> assertThat(browser.text("#outage")).contains("CLOSED", "LOCAL", "OPEN"));

        browser.press("#redis-switch");
        browser.await(() -> assertThat(browser.find("#outage").isDisplayed()).isFalse());
    }

    @Test
    void listsAllStories() {
        assertThat(browser.count("#contents a")).isEqualTo(browser.count("[data-story]"));
        assertThat(browser.driver()
                        .executeScript("return [...document.querySelectorAll('#contents a')]"
                                + ".every(link => document.querySelector(link.getAttribute('href')) !== null)"))
                .isEqualTo(true);
    }

    @Test
    void playsTheExampleByItselfUnlessTheReaderWantsLittleMotion() {
        assertThat(decisions("fixed-window")).isZero();

        try (Browser moving = Browser.open(application.url(), new String[0])) {
            moving.await(() -> assertThat(moving.text("limit-lane[limiter='fixed-window'] .counts .allowed"))
                    .isEqualTo("10"));
        }
    }

    @Test
    void showsTheLaneNextToTheButtonsOnAPhone() {
        browser.driver().manage().window().setSize(new Dimension(390, 844));
        try {
            assertThat(browser.driver().executeScript("return document.documentElement.scrollWidth"))
                    .isEqualTo(browser.driver().executeScript("return window.innerWidth"));
            int buttons = browser.find(story("RIDES", ".answers")).getRect().getY();
            int lane = browser.find("limit-lane[limiter='rides'] .timeline")
                    .getRect()
                    .getY();
            assertThat(lane - buttons).isBetween(1, 120);
        } finally {
            browser.driver().manage().window().setSize(new Dimension(1180, 1600));
        }
    }
}
