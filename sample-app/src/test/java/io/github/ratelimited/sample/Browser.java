package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A browser without a window that shows the page. The driver is named, or Selenium would look for one in the net; where
 * no browser is named, the driver knows its own.
 *
 * @param driver drives the browser
 */
record Browser(ChromeDriver driver) implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** One whose reader wants little motion, so that nothing on the page plays by itself. */
    static Browser open(String url) {
        return open(url, "--force-prefers-reduced-motion");
    }

    static Browser open(String url, String... arguments) {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        if (System.getProperty("chrome") != null) {
            options.setBinary(System.getProperty("chrome"));
        }
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--hide-scrollbars",
                "--disable-lcd-text",
                "--window-size=1180,1600");
        options.addArguments(arguments);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(new File(System.getProperty("webdriver.chrome.driver")))
                .build();
        Browser browser = new Browser(new ChromeDriver(service, options));
        try {
            browser.show(url);
        } catch (RuntimeException ex) {
            browser.close();
            throw ex;
        }
        return browser;
    }

    /** Loads the page and waits until it knows how things stand. */
    void show(String url) {
        driver.get(url);
        await(() -> assertThat(count("body[data-ready]")).isOne());
    }

    void await(ThrowingRunnable assertion) {
        Awaitility.await().atMost(PATIENCE).untilAsserted(assertion);
    }

    WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    String text(String selector) {
        return find(selector).getText();
    }

    int count(String selector) {
        return driver.findElements(By.cssSelector(selector)).size();
    }

    void press(String selector) {
        find(selector).click();
    }

    List<String> logs() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::toString)
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
