package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

class ConfigurationMetadataTests {

    private final List<Map<String, Object>> properties = properties();

    @Test
    void everyPropertyHasADescriptionByBootsRules() {
        assertThat(properties)
                .hasSizeGreaterThan(10)
                .allSatisfy(property -> assertThat(property.get("description"))
                        .as("description of %s", property.get("name"))
                        .asString()
                        .matches("[A-Z][^\n]*\\.")
                        .doesNotStartWith("The ")
                        .doesNotStartWith("A ")
                        .doesNotStartWith("An "));
    }

    @Test
    void booleansStartWithWhetherOrEnable() {
        assertThat(properties)
                .filteredOn(property -> "java.lang.Boolean".equals(property.get("type")))
                .isNotEmpty()
                .allSatisfy(property ->
                        assertThat(property.get("description")).asString().matches("(Whether|Enable) .*"));
    }

    @Test
    void docsNameEveryPropertyAndNoOther() throws IOException {
        Set<String> documented = Pattern.compile("(?m)^\\| `(ratelimited\\.[^`]*)` \\|")
                .matcher(Files.readString(Path.of("../docs/configuration.md")))
                .results()
                .map(row -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(documented).contains("ratelimited.defaults.*");
        documented.remove("ratelimited.defaults.*");
        assertThat(documented)
                .containsExactlyInAnyOrderElementsOf(properties.stream()
                        .map(property -> (String) property.get("name"))
                        .filter(name -> !name.equals("ratelimited.limiters"))
                        // Spring Boot's own properties of every endpoint.
                        .filter(name -> !name.startsWith("management."))
                        .map(name -> name.replace("ratelimited.defaults.", "ratelimited.limiters.<name>."))
                        .toList());
    }

    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> properties() {
        String path = "/META-INF/spring-configuration-metadata.json";
        try (InputStream json = RateLimitedProperties.class.getResourceAsStream(path)) {
            String text = new String(json.readAllBytes(), StandardCharsets.UTF_8);
            return (List<Map<String, Object>>)
                    JsonParserFactory.getJsonParser().parseMap(text).get("properties");
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
