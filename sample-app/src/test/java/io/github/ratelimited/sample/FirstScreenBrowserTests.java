package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.Rectangle;
import org.openqa.selenium.WebElement;

/** What the page shows and says of itself before anyone plays with it. */
class FirstScreenBrowserTests extends PageInBrowser {

    private static final String BRANCH = "https://github.com/ratelimited/ratelimited/blob/main/";

    /** The least contrast of text with what lies behind it, by color. */
    private static final String CONTRASTS = """
            const parts = color => color.match(/[\\d.]+/g).map(Number);
            const light = color => parts(color).slice(0, 3).map(part => part / 255)
                .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
                .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
            const behind = element => {
              const color = getComputedStyle(element).backgroundColor;
              return parts(color)[3] === 0 ? (element.parentElement ? behind(element.parentElement) : 'rgb(255, 255, 255)') : color;
            };
            const contrasts = {};
            for (const element of document.querySelectorAll('body *')) {
              const said = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
              if (said && element.checkVisibility() && !element.disabled && !element.closest('svg')) {
                const color = getComputedStyle(element).color;
                const [dim, bright] = [light(color), light(behind(element))].sort((a, b) => a - b);
                contrasts[`${color} on ${behind(element)}`] = (bright + 0.05) / (dim + 0.05);
              }
            }
            return contrasts;
            """;

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
            assertThat(moving.logs()).isEmpty();
        }
    }

    @Test
    void playsTheExampleAlsoAfterOtherCalls() {
        browser.press(story("COMPARISON", "[data-count='20']"));
        browser.await(() -> assertThat(browser.text(story("COMPARISON", ".answers")))
                .startsWith("sliding-window 5 of 20, fixed-window 5 of 20")
                .endsWith("of 20"));

        browser.press(story("COMPARISON", ".edge"));

        browser.await(() -> assertThat(browser.text(story("COMPARISON", ".answers")))
                .startsWith("sliding-window 1 of 1, fixed-window 1 of 1"));
    }

    @Test
    void showsTwoAlgorithmsSideBySideOnTheFirstScreen() {
        Rectangle sliding =
                browser.find("limit-lane[limiter='sliding-window'] .timeline").getRect();
        Rectangle fixed =
                browser.find("limit-lane[limiter='fixed-window'] .timeline").getRect();

        assertThat(fixed.getY()).isEqualTo(sliding.getY());
        assertThat(fixed.getX()).isGreaterThan(sliding.getX() + sliding.getWidth());
        assertThat(fixed.getY() + fixed.getHeight()).isLessThan(720);
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
            assertThat(
                            (Number)
                                    browser.driver()
                                            .executeScript(
                                                    "const text = document.querySelector('.rates text');"
                                                            + "return parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.clientWidth / 600"))
                    .extracting(Number::doubleValue, InstanceOfAssertFactories.DOUBLE)
                    .as("height of the labels in pixels")
                    .isGreaterThan(9);
        } finally {
            browser.driver().manage().window().setSize(new Dimension(1180, 1600));
        }
    }

    @Test
    void fitsANarrowPhoneAlsoBeforeItIsConnected() {
        browser.driver()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", 375, "height", 667, "deviceScaleFactor", 1, "mobile", false));
        try {
            assertThat(browser.driver().executeScript("""
                            document.getElementById('redis-state').textContent = 'Connecting';
                            return document.documentElement.scrollWidth;
                            """)).isEqualTo(375L);
        } finally {
            browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        }
    }

    @Test
    void canBePlayedWithByKeyboard() {
        WebElement first = browser.find("#redis-switch");
        first.sendKeys(Keys.TAB);
        assertThat(browser.driver().switchTo().activeElement().getDomAttribute("id"))
                .isEqualTo("instance-switch");
        assertThat(browser.count("[tabindex]")).isZero();

        browser.find(story("RIDES", "[data-count='20']")).sendKeys(Keys.ENTER);
        browser.await(() -> assertThat(counts("rides")).isEqualTo(Map.of("allowed", 6, "rejected", 14)));

        WebElement stream = browser.find(story("REPLIES", "input[type='range']"));
        stream.sendKeys(Keys.ARROW_RIGHT);
        assertThat(browser.text(story("REPLIES", "output"))).isEqualTo("1 a second");
        stream.sendKeys(Keys.ARROW_LEFT);
        assertThat(browser.text(story("REPLIES", "output"))).isEqualTo("off");
    }

    @Test
    void goesThroughTheControlsInTheOrderInWhichTheyAreSeen() {
        assertThat(browser.driver().executeScript("""
                        const place = control => control.closest('label, button').getBoundingClientRect();
                        return [...document.querySelectorAll('.controls')].filter(controls => {
                          const places = [...controls.querySelectorAll('button, input')].map(place);
                          return places.some((next, i) => i > 0 && next.top <= places[i - 1].bottom && next.left < places[i - 1].left);
                        }).map(controls => controls.closest('[data-story]').dataset.story);
                        """))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    @SuppressWarnings("unchecked")
    void canBeReadInTheLightAndInTheDark(String scheme) {
        browser.driver()
                .executeCdpCommand(
                        "Emulation.setEmulatedMedia",
                        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        try {
            Map<String, Number> contrasts =
                    (Map<String, Number>) browser.driver().executeScript(CONTRASTS);
            assertThat(contrasts)
                    .hasSizeGreaterThan(5)
                    .allSatisfy((text, contrast) ->
                            assertThat(contrast.doubleValue()).as(text).isGreaterThan(4.5));
        } finally {
            browser.driver().executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void linksEachStoryToItsCode() throws IOException {
        List<List<String>> links = (List<List<String>>) browser.driver()
                .executeScript(
                        "return [...document.querySelectorAll('.code a')].map(link => [link.href, link.textContent])");

        assertThat(links).hasSize(browser.count("[data-story]")).allSatisfy(link -> {
            assertThat(link.get(0)).startsWith(BRANCH);
            String code = Files.readString(Path.of("..", link.get(0).substring(BRANCH.length())));
            assertThat(link.get(0).endsWith(".yml") || squeezed(code).contains(squeezed(link.get(1))))
                    .as("'%s' in the file that is linked", link.get(1))
                    .isTrue();
        });
    }

    private static String squeezed(String code) {
        return code.replaceAll("\\s", "");
    }
}
