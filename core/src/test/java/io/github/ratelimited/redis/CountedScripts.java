package io.github.ratelimited.redis;

import io.github.ratelimited.launcher.Redis;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many scripts a server has run, by its own count. */
final class CountedScripts {

    private static final Pattern CALLS = Pattern.compile("cmdstat_eval(?:sha)?:calls=(\\d+).*?failed_calls=(\\d+)");

    private CountedScripts() {}

    static long on(Redis server) {
        Matcher matcher = CALLS.matcher(String.valueOf(server.command("INFO", "commandstats")));
        long calls = 0;
        while (matcher.find()) {
            calls += Long.parseLong(matcher.group(1)) - Long.parseLong(matcher.group(2));
        }
        return calls;
    }
}
