package io.github.ratelimited.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A room sees only what stands below it, and has a dozen files at most. */
class RoomsTests {

    private static final String ROOT = RoomsTests.class.getPackageName();

    private static final JavaClasses ours = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("jmh_generated"))
            .importUrl(Main.class.getProtectionDomain().getCodeSource().getLocation());

    /** What a room may see of the others, from the bottom of the house to its top. */
    private static final Map<String, List<String>> VISIBLE = Map.ofEntries(
            entry("scale", List.of()),
            entry("measure", List.of()),
            entry("redis", List.of("measure")),
            entry("application", List.of("measure")),
            entry("inprocess", List.of("measure", "application")),
            entry("report", List.of("measure")),
            entry("", List.of("measure", "redis", "application", "inprocess", "report")));

    private static String room(JavaClass type) {
        return type.getPackageName().substring(ROOT.length()).replaceFirst("^\\.", "");
    }

    private static DescribedPredicate<JavaClass> isIn(List<String> rooms) {
        return DescribedPredicate.describe("in " + rooms, type -> isOurs(type) && rooms.contains(room(type)));
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().equals(ROOT) || type.getPackageName().startsWith(ROOT + ".");
    }

    @Test
    void roomsSeeOnlyWhatTheyMay() {
        assertThat(ours.stream().map(RoomsTests::room).distinct())
                .containsExactlyInAnyOrderElementsOf(VISIBLE.keySet());

        VISIBLE.forEach((name, visible) -> classes()
                .that(isIn(List.of(name)))
                .should()
                .onlyDependOnClassesThat(DescribedPredicate.describe(
                        "in the same room or in " + visible,
                        seen -> !isOurs(seen) || room(seen).equals(name) || visible.contains(room(seen))))
                .check(ours));
    }

    @Test
    void noRoomHasMoreThanTwelveFiles() {
        Map<String, Long> files = ours.stream()
                .filter(JavaClass::isTopLevelClass)
                .collect(Collectors.groupingBy(RoomsTests::room, Collectors.counting()));

        assertThat(files).allSatisfy((room, number) -> assertThat(number).isLessThanOrEqualTo(12));
    }
}
