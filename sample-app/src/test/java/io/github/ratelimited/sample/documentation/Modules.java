package io.github.ratelimited.sample.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The modules of the build and what their poms say. */
final class Modules {

    static final List<String> NAMES = values(pom(""), "module");

    private Modules() {}

    private static String pom(String module) {
        try {
            return Files.readString(CodeBlock.ROOT.resolve(module).resolve("pom.xml"));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static List<String> values(String xml, String element) {
        return Pattern.compile("<" + element + ">([^<]*)</" + element + ">")
                .matcher(xml)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    static List<String> profiles() {
        return poms().flatMap(pom -> Pattern.compile("<profile>\\s*<id>([^<]*)</id>")
                        .matcher(pom)
                        .results())
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    /** Whether some pom has a property or uses a plugin of this name. */
    static boolean mention(String name) {
        return poms().anyMatch(pom -> pom.contains("<" + name + ">") || pom.contains("<artifactId>" + name + "<"));
    }

    private static Stream<String> poms() {
        return Stream.concat(Stream.of(""), NAMES.stream()).map(Modules::pom);
    }

    /** An artifact of this build in the version that it has now. */
    static void requireDependency(String example) {
        String parent = pom("");
        assertThat(values(example, "groupId"))
                .containsExactly(values(parent, "groupId").get(0));
        assertThat(values(example, "version"))
                .containsExactly(values(parent, "version").get(0));
        assertThat(NAMES)
                .map(module -> values(pom(module), "artifactId").get(1))
                .containsAll(values(example, "artifactId"));
        assertThat(example.lines().filter(line -> !line.isBlank())).first().isEqualTo("<dependency>");
    }
}
