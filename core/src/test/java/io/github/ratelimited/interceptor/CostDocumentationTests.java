package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.CostExamples.Methods;
import io.github.ratelimited.interceptor.CostExamples.Uploads;
import io.github.ratelimited.local.LocalRateLimiters;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The recipes of docs/cost.md do what the page says. */
class CostDocumentationTests {

    @Test
    void onlyFailedLoginsCount() {
        try (AspectContext context = AspectContext.of(Methods.class).start()) {
            Methods methods = context.get(Methods.class);
            for (int i = 0; i < 20; i++) {
                assertThat(methods.signIn("alice", "secret")).isTrue();
            }
            for (int i = 0; i < 5; i++) {
                assertThat(methods.signIn("alice", "guess")).isFalse();
            }
            assertThatExceptionOfType(RateLimitExceededException.class)
                    .isThrownBy(() -> methods.signIn("alice", "secret"));
        }
    }

    @Test
    void onlySuccessfulOrdersCount() {
        try (AspectContext context = AspectContext.of(Methods.class).start()) {
            Methods methods = context.get(Methods.class);
            methods.order("alice");
            assertThatIllegalArgumentException().isThrownBy(() -> methods.order("unknown"));
            assertThat(context.limiters.used)
                    .containsEntry("orders for alice", 1L)
                    .containsEntry("orders for unknown", 0L);
        }
    }

    @Test
    void anUploadCostsTheBytesThatCame() throws IOException {
        try (RateLimiters limiters = LocalRateLimiters.builder().build()) {
            limiters.declare("upload-bytes", RateLimit.of(10_000, Duration.ofHours(1)));
            RateLimiter alice = limiters.get("upload-bytes").forKey("alice");
            Uploads uploads = new Uploads(limiters, new ByteArrayOutputStream());
            uploads.upload("alice", 100, new ByteArrayInputStream(new byte[100]));
            assertThat(alice.availablePermits()).isEqualTo(9_900);
            uploads.upload("alice", -1, new ByteArrayInputStream(new byte[1_200]));
            assertThat(alice.availablePermits()).isEqualTo(8_700);
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> uploads.upload("alice", 500, new BrokenBody(40)));
            assertThat(alice.availablePermits()).isEqualTo(8_660);
        }
    }

    /** Breaks off after some bytes. */
    private static final class BrokenBody extends InputStream {

        private int left;

        BrokenBody(int left) {
            this.left = left;
        }

        @Override
        public int read() throws IOException {
            throw new IOException("broken off");
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = left;
            left = 0;
            return read > 0 ? read : read();
        }
    }
}
