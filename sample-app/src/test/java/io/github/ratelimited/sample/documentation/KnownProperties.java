package io.github.ratelimited.sample.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.FileSystemResource;

/** Names of properties that the configuration metadata on the classpath tells. */
final class KnownProperties {

    /** Spring Data tells them where it is on the classpath, and here it is not. */
    private static final List<String> OF_SPRING_DATA = List.of("spring.data.redis.url");

    private static final List<String> NAMES = new ArrayList<>(OF_SPRING_DATA);
    private static final List<String> MAPS = new ArrayList<>();

    static {
        try {
            for (URL metadata : Collections.list(KnownProperties.class
                    .getClassLoader()
                    .getResources("META-INF/spring-configuration-metadata.json"))) {
                read(metadata);
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private KnownProperties() {}

    @SuppressWarnings("unchecked")
    private static void read(URL metadata) throws IOException {
        String json = new String(metadata.openStream().readAllBytes(), StandardCharsets.UTF_8);
        List<Map<String, Object>> properties = (List<Map<String, Object>>)
                JsonParserFactory.getJsonParser().parseMap(json).get("properties");
        for (Map<String, Object> property : properties) {
            String name = (String) property.get("name");
            NAMES.add(name);
            if (String.valueOf(property.get("type")).startsWith("java.util.Map")) {
                MAPS.add(name + ".");
            }
        }
    }

    static List<String> of(Path yaml) throws IOException {
        List<String> names = new ArrayList<>();
        for (PropertySource<?> source : new YamlPropertySourceLoader().load("example", new FileSystemResource(yaml))) {
            names.addAll(List.of(((EnumerablePropertySource<?>) source).getPropertyNames()));
        }
        return names;
    }

    /** What lies in a map is bound by the application, which starts with no name of ours that it does not know. */
    static void require(String name) {
        assertThat(NAMES.contains(name) || MAPS.stream().anyMatch(name::startsWith))
                .as("a property named %s", name)
                .isTrue();
    }
}
