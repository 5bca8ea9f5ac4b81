package io.github.ratelimited.interceptor.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** In a JVM of its own, because Spring looks once whether it runs in a native image. */
class NativeImageTests {

    @Test
    void interpretsExpressionsWhereNoClassCanBeDefined() throws IOException {
        assertThat(evaluate("-Dorg.graalvm.nativeimage.imagecode=runtime")).isEqualTo("interpreted");
    }

    @Test
    void compilesExpressionsElsewhere() throws IOException {
        assertThat(evaluate("-Dno.native.image=true")).isEqualTo("compiled");
    }

    private static String evaluate(String option) throws IOException {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        option,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EvaluationsProgram.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            return new String(program.getInputStream().readAllBytes()).strip();
        } finally {
            program.destroyForcibly();
        }
    }
}
