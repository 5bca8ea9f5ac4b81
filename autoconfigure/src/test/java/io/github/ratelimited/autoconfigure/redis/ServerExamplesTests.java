package io.github.ratelimited.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.ByteArrayResource;

/** The servers that docs/configuration.md shows are those that are asked. */
@Tag("once")
class ServerExamplesTests {

    private static final Pattern YAML = Pattern.compile("(?s)```yaml\n(.*?)```");

    private static List<RedisServers> shown() throws IOException {
        return YAML.matcher(Files.readString(Path.of("../docs/configuration.md")))
                .results()
                .map(block -> servers(block.group(1)))
                .toList();
    }

    private static RedisServers servers(String yaml) {
        try {
            return new Binder(ConfigurationPropertySources.from(new YamlPropertySourceLoader()
                            .load("docs", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))))
                    .bind(
                            "spring.data.redis",
                            Bindable.of(RedisSettings.class),
                            new NoUnboundElementsBindHandler(BindHandler.DEFAULT))
                    .get()
                    .target(() -> {
                        throw new AssertionError("No bundle is shown");
                    })
                    .servers();
        } catch (IOException ex) {
            throw new AssertionError(ex);
        }
    }

    @Test
    void areSentinelsAndACluster() throws IOException {
        assertThat(shown())
                .containsExactly(
                        new RedisServers.Sentinels(
                                "limits", List.of("sentinel-1:26379", "sentinel-2:26379"), null, null, 0),
                        new RedisServers.Cluster(List.of("redis-1:6379", "redis-2:6379", "redis-3:6379")));
    }
}
