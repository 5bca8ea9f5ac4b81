package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Audience;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateType;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.web.route.RouteStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.FileSystemResource;

/** The example of all settings in the documentation. */
class ExampleConfigurationTests {

    private static final Path FILE = Path.of("../docs/application.yml");

    private static RateLimitedProperties bind() throws IOException {
        MutablePropertySources sources = new MutablePropertySources();
        List<PropertySource<?>> loaded = new YamlPropertySourceLoader().load("docs", new FileSystemResource(FILE));
        loaded.forEach(sources::addLast);
        return new Binder(ConfigurationPropertySources.from(sources))
                .bind(
                        "ratelimited",
                        Bindable.of(RateLimitedProperties.class),
                        new NoUnboundElementsBindHandler(BindHandler.DEFAULT))
                .get();
    }

    @Test
    void bindsWithoutARest() throws IOException {
        RateLimitedProperties properties = bind();
        assertThat(properties.settings().limits())
                .containsEntry("greetings", RateLimit.of(5, Duration.ofSeconds(10)))
                .containsEntry(
                        "vendor",
                        RateLimit.of(100, Duration.ofSeconds(1))
                                .withAlgorithm(Algorithm.TOKEN_BUCKET)
                                .withBurst(200))
                .containsEntry("export", RateLimit.of(1, Duration.ofMinutes(1)).withType(RateType.PER_CLIENT))
                .containsEntry("reports", RateLimit.perCalendar(1000, CalendarUnit.MONTH, ZoneId.of("Europe/Berlin")))
                .containsKey("com.acme.Orders.place")
                .hasSize(5);
        assertThat(properties.limiters().get("com.acme.Orders.place").mode()).isEqualTo(LimiterMode.SHADOW);
        assertThat(properties.limiters().get("vendor").audience()).isEqualTo(Audience.NONE);
        assertThat(properties.clients().get("vendor").timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(properties.routes().get("orders").stage()).isEqualTo(RouteStage.AFTER_AUTHENTICATION);
    }

    @Test
    void showsTheDefaults() throws IOException {
        RateLimitedProperties defaults = new Binder().bindOrCreate("ratelimited", RateLimitedProperties.class);
        RateLimitedProperties shown = bind();
        assertThat(shown)
                .usingRecursiveComparison()
                .ignoringFields("prefix", "defaults", "limiters", "routes", "clients")
                .isEqualTo(defaults);
        assertThat(shown.prefixOfStore()).isEqualTo(defaults.prefixOfStore());
    }

    @Test
    void namesEveryProperty() throws IOException {
        String text = Files.readString(FILE);
        assertThat(ConfigurationMetadataTests.properties())
                .extracting(property -> (String) property.get("name"))
                .filteredOn(name -> name.startsWith("ratelimited."))
                .hasSizeGreaterThan(20)
                .allSatisfy(name -> assertThat(text)
                        .containsPattern(
                                "(?m)^ +(# )?" + Pattern.quote(name.substring(name.lastIndexOf('.') + 1)) + ":( |$)"));
    }

    @ParameterizedTest
    @MethodSource("settingsWithinMaps")
    void namesEverySettingWithinMaps(String section, int indent, Class<?> settings) throws IOException {
        Matcher lines =
                Pattern.compile("(?ms)^  " + section + ":$.*?(?=^  \\w|\\z)").matcher(Files.readString(FILE));
        assertThat(lines.find()).isTrue();
        assertThat(settings.getRecordComponents())
                .extracting(component -> DataObjectPropertyName.toDashedForm(component.getName()))
                .allSatisfy(name ->
                        assertThat(lines.group()).containsPattern("(?m)^ {" + indent + "}(# )?" + name + ":( |$)"));
    }

    static Stream<Arguments> settingsWithinMaps() {
        return Stream.of(
                Arguments.of("limiters", 6, RateLimitedProperties.Limiter.class),
                Arguments.of("limiters", 10, PlanProperties.class),
                Arguments.of("routes", 6, RouteProperties.class),
                Arguments.of("clients", 6, ClientProperties.class),
                Arguments.of("clients", 8, ClientProperties.Fields.class));
    }
}
