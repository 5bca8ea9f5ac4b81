package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.RateLimited;

/** Loaded anew for each start of {@link RestartTests}, and alone in its file, because nothing else is. */
public class RestartedApi {

    public RestartedApi() {}

    @RateLimited(rate = 1, interval = "1h", key = "#user", timeout = "10ms")
    public String call(User user) {
        return "called by " + user;
    }

    public record User(String name) {}
}
