package io.github.ratelimited.redis.limits;

import io.github.ratelimited.launcher.Redis;

/** Numbers that a server says of itself. */
final class ServerInfo {

    private ServerInfo() {}

    /** The bytes that a server has sent, with those of the answers to this question before. */
    static long bytesSent(Redis redis) {
        return number(redis, "stats", "total_net_output_bytes");
    }

    static long usedMemory(Redis redis) {
        return number(redis, "memory", "used_memory");
    }

    private static long number(Redis redis, String section, String name) {
        String prefix = name + ":";
        return String.valueOf(redis.command("INFO", section))
                .lines()
                .filter(line -> line.startsWith(prefix))
                .mapToLong(line -> Long.parseLong(line.substring(prefix.length())))
                .sum();
    }
}
