package io.github.ratelimited.benchmarks.report;

import io.github.bucket4j.Bucket;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.benchmarks.measure.Processors;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.redisson.Redisson;
import org.springframework.boot.SpringBootVersion;

/**
 * What it was measured on.
 *
 * @param facts facts by their names
 */
public record Environment(Map<String, String> facts) {

    /**
     * Looks around.
     *
     * @param redis which server answered
     * @param processors how the processors were given out
     * @return the facts
     */
    public static Environment of(String redis, Processors processors) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        facts.put("CPU", Runtime.getRuntime().availableProcessors() + " of " + cpu());
        facts.put("processors", processors.toString());
        facts.put("JDK", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("Redis", redis);
        facts.put("Ratelimited", version(RateLimiter.class));
        facts.put("Redisson", version(Redisson.class));
        facts.put("Bucket4j", version(Bucket.class));
        facts.put("Lettuce", version(RedisClient.class));
        facts.put("Resilience4j", version(RateLimiterRegistry.class));
        facts.put("Guava", version(com.google.common.util.concurrent.RateLimiter.class));
        facts.put("Spring Boot", SpringBootVersion.getVersion());
        return new Environment(facts);
    }

    /** From the name of the jar, which every build tool keeps. */
    private static String version(Class<?> type) {
        String file = Path.of(
                        type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .getFileName()
                .toString();
        return file.endsWith(".jar") ? file.replaceAll("^.*?-(\\d.*)\\.jar$", "$1") : "this build";
    }

    private static String cpu() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException ex) {
            return System.getProperty("os.arch");
        }
    }
}
