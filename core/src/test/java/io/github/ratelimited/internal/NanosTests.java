package io.github.ratelimited.internal;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class NanosTests {

    @Test
    void areThoseOfTheDuration() {
        assertThat(Nanos.of(Duration.ofDays(36_500)))
                .isEqualTo(Duration.ofDays(36_500).toNanos());
        assertThat(Nanos.of(Duration.ofNanos(-1))).isEqualTo(-1);
    }

    @Test
    void endWhereAMomentAndTheyStillAddUp() {
        assertThat(Nanos.of(ChronoUnit.FOREVER.getDuration())).isEqualTo(Nanos.MOST);
        assertThat(Nanos.of(Duration.ofDays(-365_000))).isEqualTo(-Nanos.MOST);
        assertThat(Nanos.MOST).isGreaterThan(Duration.ofDays(200 * 365).toNanos());
    }

    /** It throws where a duration is longer than 292 years. */
    @Test
    void areAskedOfNoDurationItself() {
        noClasses()
                .should()
                .callMethod(Duration.class, "toNanos")
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importUrl(Nanos.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()));
    }
}
