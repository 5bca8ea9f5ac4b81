package io.github.ratelimited.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the scripts do for those who block nobody. */
class UnblockedScriptTests {

    private static String code(String file) {
        return Script.source(file)
                .lines()
                .filter(line -> !line.strip().startsWith("--"))
                .reduce("", (text, line) -> text + line + '\n');
    }

    @ParameterizedTest
    @EnumSource
    void decideRequestsWithOneDemandWithoutAWordOfBlocks(StateFormat format) {
        boolean exact = format == StateFormat.SLIDING_WINDOW;
        String single = exact ? "single_window.lua" : "single_string.lua";
        assertThat(format.files()).contains(single);
        assertThat(code(single)).doesNotContainIgnoringCase("block");
        if (!exact) {
            String algorithm = format.files().get(format.files().indexOf(single) - 1);
            assertThat(code(algorithm)).contains("function take").doesNotContainIgnoringCase("block");
        }
    }
}
