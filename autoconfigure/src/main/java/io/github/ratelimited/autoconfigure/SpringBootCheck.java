package io.github.ratelimited.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.annotation.ImportSelector;
import org.springframework.core.type.AnnotationMetadata;

/** Ends the start under a Spring Boot that is too old, before a class that it does not have ends it. */
public final class SpringBootCheck implements ImportSelector {

    private static final int OLDEST = 4;

    public SpringBootCheck() {}

    @Override
    public String[] selectImports(AnnotationMetadata importing) {
        require(SpringBootVersion.getVersion());
        return new String[0];
    }

    public static void require(@Nullable String version) {
        if (version != null && Integer.parseInt(version.substring(0, version.indexOf('.'))) < OLDEST) {
            throw new UnsupportedSpringBootException(version);
        }
    }
}
