package io.github.ratelimited;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A room sees only what stands below it. */
class RoomsTests {

    private static final String ROOT = "io.github.ratelimited";

    private static final JavaClasses published = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importUrl(home());

    private static URL home() {
        return RateLimiter.class.getProtectionDomain().getCodeSource().getLocation();
    }

    /** What a room may see of ours beside itself and the root, from the bottom of the house to its top. */
    private static final Map<String, List<String>> VISIBLE = Map.ofEntries(
            entry("", List.of()),
            entry("reactive", List.of("internal")),
            entry("web", List.of("interceptor.invocation")),
            entry(
                    "web.route",
                    List.of(
                            "web",
                            "rule",
                            "interceptor.definition",
                            "interceptor.expression",
                            "interceptor.invocation",
                            "interceptor.settings")),
            entry(
                    "rule",
                    List.of(
                            "hold",
                            "internal",
                            "interceptor.definition",
                            "interceptor.expression",
                            "interceptor.invocation",
                            "interceptor.settings")),
            entry("outbound", List.of("rule", "internal", "interceptor.definition", "interceptor.expression")),
            entry("key", List.of()),
            entry("store", List.of("key", "internal")),
            entry("limits", List.of("store", "key", "observe", "internal")),
            entry("observe", List.of("store", "key", "internal")),
            entry("internal", List.of("key")),
            entry("block", List.of("store", "observe", "internal")),
            entry("local", List.of("block", "limits", "store", "observe", "internal", "limiter")),
            entry("limiter", List.of("block", "limits", "store", "key", "observe", "internal")),
            entry("batch", List.of("store", "observe", "internal")),
            entry("failover", List.of("store", "observe", "internal", "batch", "local")),
            entry("denial", List.of("store", "internal")),
            entry("lease", List.of("store", "observe", "internal")),
            entry("metrics", List.of("store", "observe", "internal")),
            entry("redis.connection", List.of("store", "internal")),
            entry("redis.script", List.of("redis.connection", "store", "batch", "internal")),
            entry(
                    "redis.limits",
                    List.of("redis.connection", "redis.script", "block", "limits", "store", "local", "internal")),
            entry(
                    "redis.rratelimiter",
                    List.of(
                            "redis.connection",
                            "redis.script",
                            "limits",
                            "store",
                            "key",
                            "internal",
                            "observe",
                            "internal",
                            "local",
                            "limiter")),
            entry(
                    "redis",
                    List.of(
                            "redis.connection",
                            "redis.script",
                            "redis.limits",
                            "block",
                            "internal",
                            "limits",
                            "store",
                            "observe",
                            "local",
                            "limiter",
                            "batch",
                            "failover",
                            "denial",
                            "lease")),
            entry("interceptor.invocation", List.of()),
            entry("interceptor.settings", List.of("internal")),
            entry("interceptor.expression", List.of("interceptor.invocation", "key")),
            entry("interceptor.fallback", List.of("interceptor.invocation")),
            entry(
                    "interceptor.definition",
                    List.of(
                            "interceptor.invocation",
                            "interceptor.settings",
                            "interceptor.expression",
                            "interceptor.fallback",
                            "internal")),
            entry("hold", List.of("internal", "interceptor.expression")),
            entry(
                    "interceptor",
                    List.of(
                            "hold",
                            "internal",
                            "interceptor.invocation",
                            "interceptor.settings",
                            "interceptor.expression",
                            "interceptor.fallback",
                            "interceptor.definition")),
            entry(
                    "interceptor.startup",
                    List.of(
                            "interceptor",
                            "limits",
                            "interceptor.invocation",
                            "interceptor.settings",
                            "interceptor.expression",
                            "interceptor.fallback",
                            "interceptor.definition")));

    private static String room(JavaClass type) {
        return type.getPackageName().substring(ROOT.length()).replaceFirst("^\\.", "");
    }

    @Test
    void roomsSeeOnlyWhatTheyMay() {
        assertThat(published.stream().map(RoomsTests::room).distinct())
                .containsExactlyInAnyOrderElementsOf(VISIBLE.keySet());

        VISIBLE.forEach((name, visible) -> noClasses()
                .that(DescribedPredicate.describe(
                        "in room '" + name + "'", type -> room(type).equals(name)))
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "..")
                        .and(not(DescribedPredicate.describe(
                                "in the same room, the root or " + visible,
                                seen -> room(seen).equals(name)
                                        || room(seen).isEmpty()
                                        || visible.contains(room(seen))))))
                .check(published));
    }

    /** A name that begins with a dot belongs to the first of its line. */
    @Test
    void contributingDrawsEachRoom() throws IOException {
        String drawing = Files.readString(Path.of("../CONTRIBUTING.md")).split("### Rooms of ")[1];
        Set<String> drawn = new HashSet<>(Set.of(""));
        drawing.lines().filter(line -> line.startsWith("| `")).forEach(line -> {
            List<String> names = Pattern.compile("`([.a-z]+)`")
                    .matcher(line)
                    .results()
                    .map(name -> name.group(1))
                    .toList();
            names.forEach(name -> drawn.add(name.startsWith(".") ? names.get(0) + name : name));
        });

        assertThat(drawn).containsAll(VISIBLE.keySet());
    }

    @Test
    void noRoomHasMoreThanTwentyFiveFiles() {
        Map<String, Long> files = published.stream()
                .filter(JavaClass::isTopLevelClass)
                .collect(Collectors.groupingBy(RoomsTests::room, Collectors.counting()));

        assertThat(files).allSatisfy((room, number) -> assertThat(number).isLessThanOrEqualTo(25));
    }
}
