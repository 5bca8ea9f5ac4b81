package io.github.ratelimited.interceptor;

import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/** The examples of docs/cost.md that need no library of others. */
class CostExamples {

    static class Methods {

        @RateLimited(
                name = "sign-in",
                rate = 5,
                interval = "15m",
                key = "#user",
                settle = "#error == null && #result ? 0 : 1")
        public boolean signIn(String user, String password) {
            return password.equals("secret");
        }

        @RateLimited(name = "orders", rate = 10, interval = "1h", key = "#customer", settle = "#error != null ? 0 : 1")
        public void order(String customer) {
            if (customer.equals("unknown")) {
                throw new IllegalArgumentException("unknown");
            }
        }
    }

    record Uploads(RateLimiters limiters, OutputStream storage) {

        private static final long MOST = 1_000;

        void upload(String user, long expected, InputStream body) throws IOException {
            Hold hold = limiters.get("upload-bytes").forKey(user).hold(expected > 0 ? expected : MOST, Duration.ZERO);
            long received = 0;
            try (body) {
                byte[] buffer = new byte[8192];
                for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
                    received += read;
                    storage.write(buffer, 0, read);
                }
            } finally {
                hold.settle(received);
            }
        }
    }
}
