package io.github.ratelimited.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentationTests {

    @ParameterizedTest
    @ValueSource(classes = {TicketOffice.class, TicketOfficeTests.class, StoryTests.class})
    void documentationShowsTheExample(Class<?> example) throws IOException {
        String source =
                Files.readString(Path.of("src/test/java/" + example.getName().replace('.', '/') + ".java"));
        String shown = source.substring(source.lastIndexOf(";\n\n", source.indexOf("class ")) + 3);
        assertThat(Files.readString(Path.of("../docs/testing.md"))).contains("```java\n" + shown + "```");
    }
}
