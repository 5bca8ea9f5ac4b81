package io.github.ratelimited;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchitectureTests {

    private static final String ROOT = "io.github.ratelimited";

    private static final JavaClasses published = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importUrl(home());

    private static URL home() {
        return RateLimiter.class.getProtectionDomain().getCodeSource().getLocation();
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(published);
    }

    @Test
    void rootSeesTheJdkJSpecifyAndTwoAnnotationsOfSpring() {
        classes()
                .that()
                .resideInAPackage(ROOT)
                .should()
                .onlyDependOnClassesThat(DescribedPredicate.or(
                        resideInAPackage(ROOT),
                        resideInAPackage("java.."),
                        resideInAPackage("org.jspecify.annotations"),
                        DescribedPredicate.describe(
                                "an annotation of Spring for annotations",
                                seen -> List.of(
                                                "org.springframework.core.annotation.AliasFor",
                                                "org.springframework.aot.hint.annotation.Reflective",
                                                // The default of the member of @Reflective.
                                                "org.springframework.aot.hint.annotation.SimpleReflectiveProcessor")
                                        .contains(seen.getName()))))
                .check(published);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".store",
                ".key",
                ".observe",
                ".internal",
                ".limiter",
                ".local",
                ".batch",
                ".failover",
                ".denial",
                ".redis..",
                ".reactive",
                ".metrics"
            })
    void springStaysInTheAspect(String name) {
        noClasses()
                .that()
                .resideInAPackage(ROOT + name)
                .and()
                .areNotAnnotations()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework..")
                .check(published);
    }

    @Test
    void onlyTheRedisPackageUsesRedisson() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".redis..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.redisson..")
                .check(published);
    }

    @Test
    void onlyTheReactivePackageAndReactiveSidesUseReactorAndRxJava() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".reactive")
                .and()
                .haveNameNotMatching(
                        "\\Q" + ROOT + ".\\E(interceptor|web|rule|outbound)(\\.invocation|\\.route)?\\.React(ive|or).*")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("reactor..", "io.reactivex..", "org.reactivestreams..")
                .check(published);
    }

    @Test
    void onlyTheMetricsPackageUsesMeters() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".metrics")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.micrometer.core..", "io.micrometer.observation..")
                .check(published);
    }

    @Test
    void onlyTheWebPackageUsesServletsButForRequestsInExpressions() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".web..")
                .and()
                .haveNameNotMatching(".*ThreadScope.*")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jakarta.servlet..")
                .check(published);
    }

    @Test
    void aspectSeesSpringAndLibrariesThatMayBeMissing() {
        classes()
                .that()
                .resideInAPackage(ROOT + ".interceptor..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        ROOT,
                        ROOT + ".interceptor..",
                        ROOT + ".hold",
                        ROOT + ".limits",
                        ROOT + ".internal",
                        ROOT + ".key",
                        "java..",
                        "jakarta.servlet..",
                        "org.jspecify.annotations",
                        "org.aopalliance..",
                        "org.springframework..",
                        "org.slf4j",
                        "io.micrometer.context",
                        "reactor..",
                        "io.reactivex.rxjava3..",
                        "kotlin..",
                        "kotlinx.coroutines..",
                        "org.reactivestreams"))
                .check(published);
    }

    /** Its callers share one thread with the whole process. */
    @Test
    void deadlinesDoNotPassOnTheThreadOfTheJdk() {
        noClasses()
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "is a timeout of CompletableFuture",
                        call -> call.getTargetOwner().isEquivalentTo(CompletableFuture.class)
                                && List.of("orTimeout", "completeOnTimeout", "delayedExecutor")
                                        .contains(call.getTarget().getName())))
                .check(published);
    }

    @Test
    void nothingPrintsToTheConsole() {
        noClasses()
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(published);
    }

    @Test
    void rootHoldsWordsAndNoBehaviour() {
        List<JavaClass> behaviour = published.stream()
                .filter(type -> type.getPackageName().equals(ROOT))
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(type -> !type.isInterface() && !type.isRecord() && !type.isEnum())
                .filter(type -> !type.isAssignableTo(Exception.class))
                .filter(type -> !type.isEquivalentTo(DecisionBuilder.class))
                .toList();

        assertThat(behaviour).isEmpty();
    }

    @Test
    void classesAreFinalUnlessTheyAreExtendedHere() {
        List<String> open = published.stream()
                .filter(type -> !type.isInterface() && !type.isAnonymousClass() && !type.isEnum())
                .filter(type -> !type.getModifiers().contains(JavaModifier.FINAL))
                .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                .filter(type -> type.getSubclasses().isEmpty())
                .map(JavaClass::getName)
                .toList();

        assertThat(open).isEmpty();
    }

    @Test
    void everyClassFileWasRead() throws Exception {
        try (Stream<Path> files = Files.walk(Path.of(home().toURI()))) {
            assertThat(files.filter(file -> file.toString().endsWith(".class"))).hasSameSizeAs(published);
        }
    }
}
