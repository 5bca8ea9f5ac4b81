package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.autoconfigure.redis.RedisConnectionConfiguration;
import io.github.ratelimited.autoconfigure.redis.RedisSettings;
import io.github.ratelimited.interceptor.expression.CallRoot;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

/** What a native image would leave out: the scripts, what expressions know as {@code #root}, and the settings of Redis. */
final class RateLimitedRuntimeHints implements RuntimeHintsRegistrar {

    RateLimitedRuntimeHints() {}

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("io/github/ratelimited/redis/script/lua/*.lua");
        hints.reflection().registerType(CallRoot.class, MemberCategory.INVOKE_PUBLIC_METHODS);
        hints.reflection().registerTypeIfPresent(classLoader, RedisConnectionConfiguration.DETAILS);
        BindableRuntimeHintsRegistrar.forTypes(RedisSettings.class).registerHints(hints, classLoader);
    }
}
