package io.github.ratelimited.sample.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.sample.RunningApplication;
import io.github.ratelimited.sample.page.Tick.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What open pages are told while one of them does not read. */
@Timeout(value = 50, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FeedTests {

    /** More than what lies between a server and a client that does not read. */
    private static final int MEGABYTES = 32;

    @AutoClose
    private static final RunningApplication APPLICATION =
            RunningApplication.start("--spring.data.redis.url=" + Redis.shared().url());

    private final Feed feed = APPLICATION.context().getBean(Feed.class);

    @BeforeEach
    void awaitPagesOfOtherTestsToBeGone() {
        Awaitility.await().until(() -> !feed.isWatched());
    }

    @Test
    void tellsPagesWhileAnotherDoesNotRead() throws IOException {
        try (Socket silent = page();
                Socket page = page();
                BufferedReader lines = lines(page)) {
            tellMoreThanAPageTakes();

            answered("the last");

            assertThat(lines.lines().anyMatch(line -> line.contains("the last")))
                    .isTrue();
            assertThat(silent.getInputStream().available()).isPositive();
        }
    }

    @Test
    void endsAPageThatDoesNotRead() throws IOException {
        try (Socket silent = page();
                BufferedReader lines = lines(silent)) {
            tellMoreThanAPageTakes();
            for (int i = 0; i < 200; i++) {
                answered("another");
                feed.tell();
            }
            assertThat(feed.isWatched()).isFalse();

            assertThat(lines.lines()).as("until the end").noneMatch(line -> line.contains("another"));
        }
    }

    private void tellMoreThanAPageTakes() {
        answered("x".repeat(MEGABYTES << 20));
        feed.tell();
    }

    private void answered(String detail) {
        feed.answered(new Answer(Story.RIDES, 0, 429, detail, null));
    }

    /** A page as a browser opens it, which reads nothing yet. */
    private Socket page() throws IOException {
        int port = APPLICATION.context().getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        Socket socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(40_000);
        String request = "GET /page/feed HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
        return socket;
    }

    private static BufferedReader lines(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }
}
