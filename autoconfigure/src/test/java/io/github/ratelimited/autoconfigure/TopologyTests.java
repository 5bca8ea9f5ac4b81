package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.launcher.RedisCluster;
import io.github.ratelimited.launcher.RedisSentinels;
import io.github.ratelimited.launcher.RedisServer;
import java.nio.file.Path;
import java.security.cert.CertPathBuilderException;
import java.time.Duration;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The settings of Spring Data Redis lead to real servers of each kind, without Spring Data. */
class TopologyTests {

    @TempDir
    private Path folder;

    @Test
    void logsInAndTakesTheDatabase() {
        try (RedisServer server = RedisServer.builder()
                .setting("user", "limits on >secret ~ratelimited:* &* +@all")
                .start()) {
            decides("spring.data.redis.url=redis://limits:secret@127.0.0.1:" + server.port() + "/3");

            assertThat(server.redis().command("INFO", "keyspace")).asString().contains("db3:");
        }
    }

    @Test
    void decidesOnTheMasterWhicheverNodeComesFirst() {
        try (RedisServer master = RedisServer.start();
                RedisServer replica = RedisServer.builder()
                        .setting("replicaof", "127.0.0.1 " + master.port())
                        .start()) {
            Awaitility.await()
                    .until(() -> String.valueOf(replica.redis().command("INFO", "replication"))
                            .contains("master_link_status:up"));

            decides("spring.data.redis.masterreplica.nodes=127.0.0.1:" + replica.port() + ",127.0.0.1:"
                    + master.port());
        }
    }

    @Test
    void decidesOnTheMasterThatSentinelsName() {
        try (RedisSentinels sentinels = RedisSentinels.start()) {
            decides(
                    "spring.data.redis.sentinel.master=" + RedisSentinels.MASTER_NAME,
                    "spring.data.redis.sentinel.nodes=" + String.join(",", sentinels.addresses()));
        }
    }

    @Test
    void decidesInACluster() {
        decides("spring.data.redis.cluster.nodes="
                + RedisCluster.shared().nodes().stream()
                        .map(node -> "127.0.0.1:" + node.port())
                        .collect(Collectors.joining(",")));
    }

    @Test
    void encryptsWithABundleAndShowsItsOwnCertificate() {
        try (RedisServer server = encrypted()) {
            decides(
                    "spring.data.redis.host=127.0.0.1",
                    "spring.data.redis.port=" + tlsPort(server),
                    "spring.data.redis.ssl.bundle=redis",
                    "spring.ssl.bundle.pem.redis.keystore.certificate=file:" + folder.resolve("redis.crt"),
                    "spring.ssl.bundle.pem.redis.keystore.private-key=file:" + folder.resolve("redis.key"),
                    "spring.ssl.bundle.pem.redis.truststore.certificate=file:" + folder.resolve("redis.crt"));
        }
    }

    @Test
    void encryptsToAServerForLimitsAloneWithABundleOfItsOwn() {
        try (RedisServer server = encrypted()) {
            decides(
                    "ratelimited.redis.url=rediss://127.0.0.1:" + tlsPort(server),
                    "ratelimited.redis.ssl-bundle=limits",
                    "spring.ssl.bundle.pem.limits.keystore.certificate=file:" + folder.resolve("redis.crt"),
                    "spring.ssl.bundle.pem.limits.keystore.private-key=file:" + folder.resolve("redis.key"),
                    "spring.ssl.bundle.pem.limits.truststore.certificate=file:" + folder.resolve("redis.crt"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ratelimited | redis://localhost | ratelimited.redis.ssl-bundle 'limits' needs a ratelimited.redis.url",
                "spring.data | rediss://localhost | ratelimited.redis.ssl-bundle 'limits' needs a ratelimited.redis.url",
                "ratelimited | rediss://localhost | SSL bundle name 'limits' cannot be found"
            })
    void refusesABundleThatCannotBeUsed(String place, String url, String problem) {
        runner(place + ".redis.url=" + url, "ratelimited.redis.ssl-bundle=limits")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(RateLimitConfigurationException.class)
                        .hasMessageContaining(problem)
                        .hasMessageContaining("Correct it, or leave it out"));
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void saysThatAPortMayNeedTls(CapturedOutput output) {
        try (RedisServer server = encrypted()) {
            runner("spring.data.redis.url=redis://127.0.0.1:" + tlsPort(server))
                    .run(context -> Awaitility.await()
                            .atMost(Duration.ofSeconds(60))
                            .untilAsserted(() -> assertThat(output)
                                    .contains("trying again every few seconds: no answer in time; does that port need"
                                            + " TLS, and so rediss://?")));
        }
    }

    @Test
    void doesNotTalkToAServerThatNobodyVouchesFor() {
        try (RedisServer server = encrypted()) {
            runner("spring.data.redis.url=rediss://127.0.0.1:" + tlsPort(server))
                    .run(context -> {
                        RateLimiter limiter = limiter(context.getBean(RateLimiters.class));
                        Awaitility.await()
                                .atMost(Duration.ofSeconds(60))
                                .untilAsserted(() -> assertThatThrownBy(limiter::tryAcquire)
                                        .isInstanceOf(RateLimiterUnavailableException.class)
                                        .hasRootCauseInstanceOf(CertPathBuilderException.class));
                    });
        }
    }

    private RedisServer encrypted() {
        TestCertificate files = TestCertificate.create(folder);
        RedisServer server = RedisServer.builder()
                .setting("tls-cert-file", files.certificate().toString())
                .setting("tls-key-file", files.key().toString())
                .setting("tls-ca-cert-file", files.certificate().toString())
                .start();
        server.redis().command("CONFIG", "SET", "tls-port", String.valueOf(tlsPort(server)));
        return server;
    }

    private static int tlsPort(RedisServer server) {
        return server.port() + 5_000;
    }

    private static RateLimiter limiter(RateLimiters limiters) {
        return limiters.declare("login", RateLimit.of(1, Duration.ofMinutes(1)));
    }

    private static ApplicationContextRunner runner(String... properties) {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RateLimitedAutoConfiguration.class, SslAutoConfiguration.class))
                // By the default each instance would decide by itself, whether there is a server or not.
                .withPropertyValues("ratelimited.failure.policy=closed", "ratelimited.redis.timeout=10s")
                .withPropertyValues(properties);
    }

    private static void decides(String... properties) {
        runner(properties).run(context -> {
            RateLimiter limiter = limiter(context.getBean(RateLimiters.class));
            awaitConnection(limiter);
            for (String key : new String[] {"a", "b", "c"}) {
                limiter.forKey(key).reset();
                assertThat(limiter.forKey(key).tryAcquire()).isTrue();
                assertThat(limiter.forKey(key).tryAcquire()).isFalse();
            }
        });
    }

    /** The start waits a few seconds at most, which handshakes of TLS on a busy machine can take. */
    private static void awaitConnection(RateLimiter limiter) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> {
            limiter.availablePermits();
            return true;
        });
    }
}
