package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.OutputType;

/** What the pictures of the README show. With {@code -Ddocs.write=true} they are made anew. */
@Tag("long")
class ScreenshotBrowserTests {

    private static final Path IMAGES = Path.of("..", "docs", "images");
    private static final RunningApplication APPLICATION = RunningApplication.start();
    private static final Browser BROWSER = Browser.open(APPLICATION.url());

    @BeforeEach
    void open() {
        BROWSER.show(APPLICATION.url());
    }

    @AfterAll
    static void close() {
        BROWSER.close();
        APPLICATION.close();
    }

    @Test
    void showsAFixedWindowLetTwoBurstsThroughAndASlidingWindowNot() throws IOException {
        BROWSER.press("[data-story='COMPARISON'] .edge");

        BROWSER.await(() -> assertThat(decisions("fixed-window")).isEqualTo(21));
        assertThat(allowed("fixed-window")).isEqualTo(10);
        assertThat(allowed("sliding-window")).isEqualTo(6);
        assertThat(basis("fixed-window")).isEqualTo("decided by Redis");
        BROWSER.await(() -> assertThat(BROWSER.text("[data-story='COMPARISON'] .answers"))
                .startsWith("sliding-window 6 of 21, fixed-window 10 of 21"));
        awaitRedrawn();
        write("sample-algorithms.png", "[data-story='COMPARISON']");
    }

    @Test
    void showsThreePoliciesWhileRedisIsStopped() throws IOException {
        BROWSER.driver()
                .executeScript(
                        "document.querySelectorAll('#contents, section:not([data-story=GREETINGS], [data-story=REPLIES],"
                                + " [data-story=REPORTS], .switches)').forEach(part => part.remove())");
        BROWSER.press("#redis-switch");
        BROWSER.await(() -> assertThat(BROWSER.text("#redis-state")).isEqualTo("Redis is stopped"));

        for (String story : new String[] {"GREETINGS", "REPLIES", "REPORTS"}) {
            BROWSER.press("[data-story='" + story + "'] [data-count='20']");
        }
        BROWSER.await(() -> assertThat(basis("greetings")).startsWith("CLOSED"));
        BROWSER.await(() -> assertThat(basis("replies")).startsWith("LOCAL"));
        BROWSER.await(() -> assertThat(basis("reports")).startsWith("OPEN"));
        BROWSER.await(() -> assertThat(decisions("replies")).isEqualTo(20));
        BROWSER.await(() ->
                assertThat(BROWSER.text("[data-story='REPORTS'] .answers")).isEqualTo("20 × 200"));
        assertThat(allowed("replies")).isEqualTo(10);
        awaitRedrawn();
        write("sample-failure.png", "body");

        BROWSER.press("#redis-switch");
        BROWSER.await(() -> {
            BROWSER.press("[data-story='REPLIES'] [data-count='1']");
            assertThat(basis("replies")).isEqualTo("decided by Redis");
        });
    }

    /** A reader who wants little motion sees lanes move once a second. */
    private static void awaitRedrawn() {
        String before = place();
        BROWSER.await(() -> assertThat(place()).isNotEqualTo(before));
    }

    private static String place() {
        return String.valueOf(BROWSER.driver()
                .executeScript("return document.querySelector('[data-story] .timeline g[transform]:not(:empty)')"
                        + "?.getAttribute('transform')"));
    }

    private static String basis(String limiter) {
        return BROWSER.text("limit-lane[limiter='" + limiter + "'] .basis");
    }

    private static int allowed(String limiter) {
        return Integer.parseInt(BROWSER.text("limit-lane[limiter='" + limiter + "'] .counts .allowed"));
    }

    private static int decisions(String limiter) {
        return allowed(limiter)
                + Integer.parseInt(BROWSER.text("limit-lane[limiter='" + limiter + "'] .counts .rejected"));
    }

    /** Packed again, because browsers write large files quickly. */
    private static void write(String file, String selector) throws IOException {
        BufferedImage picture =
                ImageIO.read(new ByteArrayInputStream(BROWSER.find(selector).getScreenshotAs(OutputType.BYTES)));
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        ImageWriteParam smallest = writer.getDefaultWriteParam();
        smallest.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        smallest.setCompressionQuality(0);
        try (ImageOutputStream output = ImageIO.createImageOutputStream(packed)) {
            writer.setOutput(output);
            writer.write(null, new IIOImage(picture, null, null), smallest);
        }
        assertThat(packed.size()).as("bytes of %s", file).isBetween(10_000, 200_000);
        if (Boolean.getBoolean("docs.write")) {
            Files.write(IMAGES.resolve(file), packed.toByteArray());
        }
    }
}
