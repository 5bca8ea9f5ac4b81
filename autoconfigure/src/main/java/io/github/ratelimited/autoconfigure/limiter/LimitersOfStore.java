package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.autoconfigure.RateLimitedProperties.Store;
import io.github.ratelimited.autoconfigure.UnsupportedSpringBootException;
import io.github.ratelimited.autoconfigure.redis.RedisConnectionConfiguration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportSelector;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** What belongs to {@code ratelimited.enabled} and {@code ratelimited.store}. The rest is not even read. */
final class LimitersOfStore implements ImportSelector {

    private static final int OLDEST_SPRING_BOOT = 4;

    private final Environment environment;

    LimitersOfStore(Environment environment) {
        this.environment = environment;
    }

    @Override
    public String[] selectImports(AnnotationMetadata importing) {
        requireSupported(SpringBootVersion.getVersion());
        return configurations().map(Class::getName).toArray(String[]::new);
    }

    /** Before a class that it does not have ends the start. */
    private static void requireSupported(@Nullable String version) {
        if (version != null && Integer.parseInt(version.substring(0, version.indexOf('.'))) < OLDEST_SPRING_BOOT) {
            throw new UnsupportedSpringBootException(version);
        }
    }

    private Stream<Class<?>> configurations() {
        if (!setting(environment, "enabled", true)) {
            return Stream.of(OpenLimitersConfiguration.class);
        }
        Stream<Class<?>> ofAll = Stream.of(
                ShutdownConfiguration.class,
                AspectConfiguration.class,
                ObserverConfiguration.class,
                JobsConfiguration.class);
        return Stream.concat(
                ofAll,
                switch (setting(environment, "store", Store.REDIS)) {
                    case REDIS -> Stream.of(RedisConnectionConfiguration.class, RedisLimitersConfiguration.class);
                    case RRATELIMITER ->
                        Stream.of(RedisConnectionConfiguration.class, RRateLimitersConfiguration.class);
                    case LOCAL -> Stream.of(LocalLimitersConfiguration.class);
                });
    }

    /**
     * One setting that is needed before the properties can be made, in any spelling that Spring Boot reads. The properties
     * fail the start for a value that is none, and name it.
     */
    @SuppressWarnings("unchecked")
    static <T> T setting(Environment environment, String name, T unset) {
        try {
            return Binder.get(environment)
                    .bind("ratelimited." + name, (Class<T>) unset.getClass())
                    .orElse(unset);
        } catch (BindException ex) {
            return unset;
        }
    }
}
