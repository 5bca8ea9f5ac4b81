package io.github.ratelimited.sample.page;

import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.sample.EmbeddedRedis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.stereotype.Component;

/**
 * This instance and, while wanted, a second one: the same stories with a web server, limiters and connections of its own.
 * The two share nothing but Redis, and the feed that the page listens to. Safe for use by many threads.
 */
@Component
final class Instances implements DisposableBean {

    private final Environment environment;
    private final ApplicationArguments arguments;
    private final ObjectProvider<EmbeddedRedis> redis;
    private final Feed feed;
    private volatile @Nullable ConfigurableApplicationContext second;

    Instances(Environment environment, ApplicationArguments arguments, ObjectProvider<EmbeddedRedis> redis, Feed feed) {
        this.environment = environment;
        this.arguments = arguments;
        this.redis = redis;
        this.feed = feed;
    }

    /** The ports of all that run, this one's first. */
    List<Integer> ports() {
        List<Integer> ports = new ArrayList<>();
        ports.add(port(environment));
        ConfigurableApplicationContext other = second;
        if (other != null) {
            ports.add(port(other.getEnvironment()));
        }
        return ports;
    }

    private static int port(Environment environment) {
        return environment.getRequiredProperty("local.server.port", Integer.class);
    }

    synchronized void startSecond() {
        if (second == null) {
            second = new SpringApplicationBuilder(SecondInstance.class)
                    .registerShutdownHook(false)
                    .initializers(this::prepare)
                    .run(arguments.getSourceArgs());
        }
    }

    private void prepare(ConfigurableApplicationContext context) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("server.port", 0);
        settings.put("spring.web.resources.add-mappings", false);
        redis.ifAvailable(embedded ->
                settings.put("spring.data.redis.url", embedded.server().url()));
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("second instance", settings));
        ((GenericApplicationContext) context).registerBean("decisions", DecisionListener.class, () -> feed.listener(2));
    }

    synchronized void stopSecond() {
        ConfigurableApplicationContext other = second;
        second = null;
        if (other != null) {
            other.close();
        }
    }

    @Override
    public void destroy() {
        stopSecond();
    }
}
