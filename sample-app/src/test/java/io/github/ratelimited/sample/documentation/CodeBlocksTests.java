package io.github.ratelimited.sample.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every block of code in the documentation is held by something that fails when the block is wrong. */
@Tag("once")
class CodeBlocksTests {

    private static final Pattern CODE = Pattern.compile("(?s)`([^`]+)`");

    static List<CodeBlock> blocks() throws IOException {
        return CodeBlock.all();
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void isHeld(CodeBlock block) throws IOException {
        switch (block.language()) {
            case "java" -> Sources.requireCompiled(block.text());
            case "xml" -> Modules.requireDependency(block.text());
            case "sh" -> block.text().lines().forEach(Commands::requirePossible);
            case "yaml" -> requireHolder(block, "*ExamplesTests");
            case "properties" -> requireHolder(block, "GatewayTests");
            case "http", "console" -> requireHolder(block, "AnswersTests");
            case "acl" -> requireHolder(block, "AclTests");
            default -> fail("Nothing holds a block of the language '%s'", block.language());
        }
    }

    private static void requireHolder(CodeBlock block, String test) throws IOException {
        assertThat(Sources.of(test)).as("the test that holds %s", block).contains(block.page());
    }

    @Test
    void commandsInSentencesArePossible() throws IOException {
        List<String> commands = CodeBlock.pages().stream()
                .flatMap(page -> CODE.matcher(withoutBlocks(page)).results())
                .map((MatchResult code) -> code.group(1).replaceAll("\\s+", " "))
                .filter(Commands::isCommand)
                .toList();

        assertThat(commands).hasSizeGreaterThan(10).allSatisfy(Commands::requirePossible);
    }

    private static String withoutBlocks(Path page) {
        try {
            return Files.readString(page).replaceAll("(?ms)^ *```.*?^ *```$", "");
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
