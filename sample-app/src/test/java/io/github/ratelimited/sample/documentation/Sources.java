package io.github.ratelimited.sample.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What the compiler sees of this repository. */
final class Sources {

    private static final Map<Path, String> TEXTS = read();

    private Sources() {}

    private static Map<Path, String> read() {
        Map<Path, String> texts = new TreeMap<>();
        for (String module : Modules.NAMES) {
            try (Stream<Path> files = Files.walk(CodeBlock.ROOT.resolve(module).resolve("src"))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    texts.put(file, Files.readString(file));
                }
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
        return texts;
    }

    /** Compares without white space, because examples are laid out for their page. */
    static void requireCompiled(String example) {
        String wanted = withoutSpace(example);
        boolean compiled =
                TEXTS.values().stream().anyMatch(text -> withoutSpace(text).contains(wanted));
        assertThat(compiled).as("a source has this in it:\n%s", example).isTrue();
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s", "");
    }

    /** The text of the class with this simple name; {@code *} stands for anything in it. */
    static String of(String name) {
        String pattern = name.replace("*", ".*") + "\\.java";
        List<Path> found = TEXTS.keySet().stream()
                .filter(file -> file.getFileName().toString().matches(pattern))
                .toList();
        assertThat(found).as("sources of %s", name).isNotEmpty();
        return String.join("", found.stream().map(TEXTS::get).toList());
    }

    static boolean mention(String name) {
        return TEXTS.values().stream().anyMatch(text -> text.contains('"' + name + '"'));
    }
}
