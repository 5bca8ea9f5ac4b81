package io.github.ratelimited.benchmarks.application;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.benchmarks.measure.Contender;
import io.github.ratelimited.benchmarks.measure.Loop;
import io.github.ratelimited.benchmarks.measure.Measure;
import io.github.ratelimited.benchmarks.measure.Plan;
import io.github.ratelimited.benchmarks.measure.Processors;
import io.github.ratelimited.benchmarks.measure.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * How much longer an application starts with the starter, in a JVM of its own each time.
 *
 * @param plan how much is measured
 * @param redis URL of the Redis that the application uses
 */
public record StartUp(Plan plan, String redis) {

    private static final String WITH = "with";
    private static final String WITHOUT = "without";
    private static final String CALLED = "called";
    private static final String PEER = "peer";

    /** An application that has what the starter builds upon. */
    @ImportAutoConfiguration({AopAutoConfiguration.class, TaskExecutionAutoConfiguration.class})
    static class Without {}

    /** The same application with the starter. */
    @Import(Without.class)
    @ImportAutoConfiguration(RateLimitedAutoConfiguration.class)
    static class With {}

    /** What has a limit, and needs a proxy and an expression. */
    static class Service {

        @RateLimited(name = "start-up", rate = 1, interval = "1s", key = "#customer")
        public String serve(String customer) {
            return customer;
        }
    }

    /** An application that uses what it has. */
    @Import({With.class, Service.class})
    static class Called {}

    /** What users of Redisson's own limiter write: a client, and a limiter that has its rate. */
    @Import(Without.class)
    static class Peer {

        @Bean(destroyMethod = "shutdown")
        RedissonClient redisson(Environment environment) {
            Config config = new Config();
            config.useSingleServer().setAddress(environment.getRequiredProperty("spring.data.redis.url"));
            return Redisson.create(config);
        }

        @Bean
        RRateLimiter limiter(RedissonClient redisson) {
            RRateLimiter limiter = redisson.getRateLimiter("start-up-of-redisson");
            limiter.trySetRate(RateType.OVERALL, 1, Duration.ofSeconds(1));
            return limiter;
        }
    }

    /**
     * Starts an application once and prints the milliseconds that it took.
     *
     * @param args which application, and where Redis is
     */
    public static void main(String[] args) {
        long start = System.nanoTime();
        Class<?> application = Objects.requireNonNull(
                Map.of(WITH, With.class, WITHOUT, Without.class, CALLED, Called.class, PEER, Peer.class)
                        .get(args[0]));
        try (ConfigurableApplicationContext context = SpringApplication.run(
                application,
                "--spring.data.redis.url=" + args[1],
                "--spring.main.banner-mode=off",
                "--spring.main.web-application-type=none",
                "--logging.level.root=off")) {
            context.getBeanProvider(Service.class).ifAvailable(service -> service.serve("customer"));
            context.getBeanProvider(RRateLimiter.class).ifAvailable(RRateLimiter::tryAcquire);
            System.out.println((System.nanoTime() - start) / 1_000_000);
        }
    }

    /** {@return the time that the starter adds} */
    public Result result() {
        var measures = new Loop(plan.starts(), plan.round(), Processors.shared())
                .byTurns(
                        Stream.of(WITH, WITHOUT, CALLED, PEER)
                                .map(name -> new Contender(name, number -> true))
                                .toList(),
                        contender -> milliseconds(contender.name()));
        Measure without = Objects.requireNonNull(measures.get(WITHOUT));
        Measure added = Objects.requireNonNull(measures.get(WITH)).without(without);
        Map<String, Measure> all = Result.pair(added, "an application without it", without);
        all.put(
                "Ratelimited, with the first call of a limited method",
                Objects.requireNonNull(measures.get(CALLED)).without(without));
        all.put(
                "Redisson RRateLimiter, with its first call",
                Objects.requireNonNull(measures.get(PEER)).without(without));
        return new Result("start_up_ms_added", "What the starter adds to the start of an application", "ms", all);
    }

    private double milliseconds(String how) {
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            StartUp.class.getName(),
                            how,
                            redis)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String[] lines = out.strip().split("\\R");
            return Double.parseDouble(lines[lines.length - 1]);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
