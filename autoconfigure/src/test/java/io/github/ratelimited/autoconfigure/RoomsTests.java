package io.github.ratelimited.autoconfigure;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A room sees only the root and what stands below it. */
class RoomsTests {

    private static final String ROOT = RoomsTests.class.getPackageName();

    private static final JavaClasses ours = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importUrl(RateLimitedProperties.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation());

    /** What a room may see of ours beside itself, from the bottom of the house to its top. */
    private static final Map<String, List<String>> VISIBLE = Map.ofEntries(
            entry("", List.of()),
            entry("condition", List.of("")),
            entry("failure", List.of("")),
            entry("redis", List.of("", "condition")),
            entry("limiter", List.of("", "condition", "redis")),
            entry("web", List.of("", "condition", "limiter")),
            entry("client", List.of("", "condition", "limiter")),
            entry("gateway", List.of("limiter")),
            entry("actuate", List.of("", "limiter")));

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().equals(ROOT) || type.getPackageName().startsWith(ROOT + ".");
    }

    private static String room(JavaClass type) {
        return type.getPackageName().substring(ROOT.length()).replaceFirst("^\\.", "");
    }

    @Test
    void roomsSeeOnlyWhatTheyMay() {
        assertThat(ours.stream().map(RoomsTests::room).distinct())
                .containsExactlyInAnyOrderElementsOf(VISIBLE.keySet());

        VISIBLE.forEach((name, visible) -> classes()
                .that(DescribedPredicate.describe(
                        "in room '" + name + "'", type -> room(type).equals(name)))
                .should()
                .onlyDependOnClassesThat(DescribedPredicate.describe(
                        "in the same room or in " + visible,
                        seen -> !isOurs(seen) || room(seen).equals(name) || visible.contains(room(seen))))
                .check(ours));
    }

    @Test
    void noRoomHasMoreThanTwentyFiveFiles() {
        Map<String, Long> files = ours.stream()
                .filter(JavaClass::isTopLevelClass)
                .collect(Collectors.groupingBy(RoomsTests::room, Collectors.counting()));

        assertThat(files).allSatisfy((room, number) -> assertThat(number).isLessThanOrEqualTo(25));
    }

    @Test
    void contributingDrawsEachRoom() throws IOException {
        String drawing = Files.readString(Path.of("../CONTRIBUTING.md")).split("### Rooms of ")[2];

        assertThat(VISIBLE.keySet())
                .filteredOn(room -> !room.isEmpty())
                .allSatisfy(room -> assertThat(drawing).contains('`' + room + '`'));
    }
}
