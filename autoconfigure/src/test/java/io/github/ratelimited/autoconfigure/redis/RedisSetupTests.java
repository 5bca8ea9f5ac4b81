package io.github.ratelimited.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.redisson.config.BaseConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.mock.env.MockEnvironment;

class RedisSetupTests {

    private static final Duration TIMEOUT = Duration.ofMillis(250);

    @Test
    void theClientConnectsWhenItIsFirstUsedSoThatAttemptsNeedNoOther() {
        assertThat(config("url=redis://localhost").isLazyInitialization()).isTrue();
    }

    @Test
    void makesTwoEventLoopsForEachProcessorAndAtMost32() {
        assertThat(config().getNettyThreads())
                .isEqualTo(Math.min(32, 2 * Runtime.getRuntime().availableProcessors()));
    }

    @Test
    void opensNoConnectionForMessages() {
        assertThat(config().useSingleServer().getSubscriptionConnectionMinimumIdleSize())
                .isZero();
        assertThat(config("cluster.nodes=a:1").useClusterServers().getSubscriptionConnectionMinimumIdleSize())
                .isZero();
    }

    @Test
    void knowsNoReferencesToObjectsOfRedissonWhichScriptsNeverReturn() {
        assertThat(config().isReferenceEnabled()).isFalse();
    }

    @Test
    void connectsToOneServer() {
        Config config = config(
                "host=redis.acme", "port=7000", "username=app", "password=secret", "database=3", "client-name=a");

        assertThat(config.useSingleServer().getAddress()).isEqualTo("redis://redis.acme:7000");
        assertThat(config.useSingleServer().getDatabase()).isEqualTo(3);
        assertThat(config.useSingleServer().getClientName()).isEqualTo("a");
        assertThat(config.getUsername()).isEqualTo("app");
        assertThat(config.getPassword()).isEqualTo("secret");
    }

    @Test
    void takesLocalhostWhereNothingIsSet() {
        Config config = config();

        assertThat(config.useSingleServer().getAddress()).isEqualTo("redis://localhost:6379");
        assertThat(config.getUsername()).isNull();
        assertThat(config.getPassword()).isNull();
    }

    @Test
    void connectsToAnAddressOfIpVersion6() {
        assertThat(config("host=::1").useSingleServer().getAddress()).isEqualTo("redis://[::1]:6379");
        assertThat(config("host=[::1]").useSingleServer().getAddress()).isEqualTo("redis://[::1]:6379");
        assertThat(config("cluster.nodes=[2001:db8::1]:7000")
                        .useClusterServers()
                        .getNodeAddresses())
                .containsExactly("redis://[2001:db8::1]:7000");
    }

    @Test
    void readsAUrlWithoutUserAndPortUpToItsQuery() {
        Config config = config("url=redis://:secret@redis.acme/2?timeout=3s#4");

        assertThat(config.useSingleServer().getAddress()).isEqualTo("redis://redis.acme:6379");
        assertThat(config.useSingleServer().getDatabase()).isEqualTo(2);
        assertThat(config.getUsername()).isNull();
        assertThat(config.getPassword()).isEqualTo("secret");
    }

    @Test
    void encryptsForARedissUrl() {
        assertThat(config("url=rediss://redis.acme:7000").useSingleServer().getAddress())
                .isEqualTo("rediss://redis.acme:7000");
    }

    @Test
    void doesNotEncryptToAServerThatTheRedissUrlDoesNotName() {
        DataRedisConnectionDetails details = new DataRedisConnectionDetails() {
            @Override
            public Standalone getStandalone() {
                return Standalone.of("localhost", 7000);
            }
        };
        MockEnvironment environment =
                new MockEnvironment().withProperty("spring.data.redis.url", "rediss://redis.acme:7000");

        RedisTarget target = new BootConnectionDetails(details, RedisSettings.of(environment)).target();

        assertThat(target.encrypted()).isFalse();
        assertThat(target.servers()).isEqualTo(new RedisServers.Single("localhost:7000", 0));
    }

    @Test
    void encryptsWithTheBundleThatIsNamed() {
        assertThat(config("ssl.bundle=redis", "host=a").useSingleServer().getAddress())
                .isEqualTo("rediss://a:6379");
        assertThat(config("ssl.bundle=redis", "ssl.enabled=false", "host=a")
                        .useSingleServer()
                        .getAddress())
                .isEqualTo("redis://a:6379");
    }

    @Test
    void encryptsWithTheManagersOfABundle() {
        Config config = config("ssl.enabled=true", "cluster.nodes=a:1,b:2");

        assertThat(config.useClusterServers().getNodeAddresses()).containsExactly("rediss://a:1", "rediss://b:2");
        assertThat(config.getSslTrustManagerFactory()).isNotNull();
        assertThat(config.getSslKeyManagerFactory()).isNotNull();
    }

    @Test
    void looksForNewMastersOfAClusterEachSecond() {
        assertThat(config("cluster.nodes=a:1").useClusterServers().getScanInterval())
                .isEqualTo(1_000);
    }

    @Test
    void asksSentinels() {
        Config config = config(
                "sentinel.master=main",
                "sentinel.nodes=a:1,b:2",
                "sentinel.username=watch",
                "sentinel.password=hidden",
                "password=secret",
                "database=1");

        assertThat(config.useSentinelServers().getMasterName()).isEqualTo("main");
        assertThat(config.useSentinelServers().getSentinelAddresses()).containsExactly("redis://a:1", "redis://b:2");
        assertThat(config.useSentinelServers().getSentinelUsername()).isEqualTo("watch");
        assertThat(config.useSentinelServers().getSentinelPassword()).isEqualTo("hidden");
        assertThat(config.useSentinelServers().getDatabase()).isEqualTo(1);
        assertThat(config.useSentinelServers().getReadMode()).isEqualTo(ReadMode.MASTER);
        assertThat(config.getPassword()).isEqualTo("secret");
    }

    @Test
    void findsTheMasterAmongReplicas() {
        Config config = config("masterreplica.nodes=a:1,b:2");

        assertThat(config.useReplicatedServers().getNodeAddresses()).containsExactly("redis://a:1", "redis://b:2");
        assertThat(config.useReplicatedServers().getReadMode()).isEqualTo(ReadMode.MASTER);
    }

    @ParameterizedTest
    @CsvSource({"3s, 4s, 3000, 4000", "500us, 30d, 1, 2147483647"})
    void takesTimeoutsFromSpringDataRedisAsFarAsTheyGo(String timeout, String connect, int millis, int connectMillis) {
        BaseConfig<?> server =
                config("timeout=" + timeout, "connect-timeout=" + connect).useSingleServer();

        assertThat(server.getTimeout()).isEqualTo(millis);
        assertThat(server.getConnectTimeout()).isEqualTo(connectMillis);
    }

    @Test
    void takesTimeoutsWithoutEndForNone() {
        BaseConfig<?> server = config("timeout=0", "connect-timeout=0").useSingleServer();

        assertThat(server.getTimeout()).isEqualTo(config().useSingleServer().getTimeout());
        assertThat(server.getConnectTimeout()).isEqualTo(2_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sentinel.nodes=a:1 | sentinel.master is missing",
                "sentinel.master=m | sentinel.nodes must have a server",
                "cluster.nodes=a:1,b | cluster.nodes must have host and port",
                "cluster.nodes= | cluster.nodes must have a server",
                "cluster.nodes=a:0 | cluster.nodes must have host and port",
                "cluster.nodes=a b:1 | cluster.nodes must have host and port",
                "masterreplica.nodes=a:b | masterreplica.nodes must have host and port",
                "port=99999 | The server must have host and port, such as redis.example:6379, but is 'localhost:99999'",
                "url=redis://a:99999 | spring.data.redis.url must have a port from 1 to 65535, but it is 99999",
                "database=-1 | The number of the database must be at least 0, but is -1",
                "timeout=-1s | timeout must not be negative",
                "connect-timeout=-1s | connect-timeout must not be negative"
            })
    void refusesWhatNoClientCanConnectTo(String setting, String problem) {
        assertThatIllegalArgumentException().isThrownBy(() -> config(setting)).withMessageContaining(problem);
    }

    @Test
    void refusesDetailsWithoutAServer() {
        BootConnectionDetails redis =
                new BootConnectionDetails(new DataRedisConnectionDetails() {}, RedisSettings.of(new MockEnvironment()));

        assertThatThrownBy(redis::target).hasMessageContaining("name no server");
    }

    @Test
    void looksAfterConnectionsNoSoonerThanADecisionMayTake() {
        assertThat(config().useSingleServer().getPingConnectionInterval()).isEqualTo(1_000);
        assertThat(config(Duration.ofSeconds(5)).useSingleServer().getPingConnectionInterval())
                .isEqualTo(5_000);
    }

    private static Config config(String... settings) {
        return config(TIMEOUT, settings);
    }

    /** Whether Spring Boot reads the settings or we do makes no difference. */
    private static Config config(Duration timeout, String... settings) {
        AtomicReference<Config> config = new AtomicReference<>();
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, DataRedisAutoConfiguration.class))
                .withPropertyValues("spring.ssl.bundle.jks.redis.key.alias=redis");
        for (String setting : settings) {
            runner = runner.withPropertyValues("spring.data.redis." + setting);
        }
        runner.run(context -> {
            RedisSettings read = RedisSettings.of(context.getEnvironment());
            RedisTarget target = read.target(() -> context.getBean(SslBundles.class));
            RedisTarget ofBoot =
                    new BootConnectionDetails(context.getBean(DataRedisConnectionDetails.class), read).target();
            assertThat(target)
                    .usingRecursiveComparison()
                    .ignoringFields("bundle")
                    .isEqualTo(ofBoot);
            assertThat(target.bundle() == null).isEqualTo(ofBoot.bundle() == null);
            config.set(new RedisSetup(target, timeout).config());
        });
        return config.get();
    }
}
