package io.github.ratelimited.sample.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Iterator;
import java.util.List;

/** Command lines of the documentation: what they name is there. Nothing is run. */
final class Commands {

    private static final List<String> PHASES = List.of("verify", "test", "package", "install");
    private static final List<String> SWITCHES = List.of("test", "skipTests", "surefire.failIfNoSpecifiedTests");

    private Commands() {}

    static boolean isCommand(String code) {
        return code.matches("(\\./|\\.ci/|sample-app/client|-P[a-z]|-D[a-z]).*");
    }

    static void requirePossible(String command) {
        Iterator<String> words = List.of(command.strip().split(" +")).iterator();
        String program = command.startsWith("-") ? "./mvnw" : words.next();
        if (program.equals("cat")) {
            String file = words.next();
            assertThat(file.substring(file.indexOf('/') + 1))
                    .as("a file that a source writes")
                    .matches(Sources::mention);
            return;
        }
        assertThat(CodeBlock.ROOT.resolve(program)).isExecutable();
        while (program.equals("./mvnw") && words.hasNext()) {
            requireArgument(words.next(), words);
        }
    }

    private static void requireArgument(String word, Iterator<String> next) {
        if (word.equals("-pl")) {
            assertThat(Modules.NAMES).contains(next.next().split(","));
        } else if (word.startsWith("-P")) {
            assertThat(Modules.profiles()).contains(word.substring(2));
        } else if (word.startsWith("-D")) {
            requireSwitch(word.substring(2));
        } else if (word.contains(":")) {
            String prefix = word.substring(0, word.indexOf(':'));
            assertThat(List.of(prefix + "-maven-plugin", "maven-" + prefix + "-plugin"))
                    .as("plugins for %s", word)
                    .anyMatch(Modules::mention);
        } else if (!word.equals("-am") && !PHASES.contains(word)) {
            fail("'%s' is no argument that this test knows", word);
        }
    }

    private static void requireSwitch(String assignment) {
        String name = assignment.replaceAll("=.*", "");
        assertThat(name)
                .as("a switch that Maven, a pom or a source knows")
                .matches(known -> SWITCHES.contains(known) || Modules.mention(known) || Sources.mention(known));
        if (name.equals("test")) {
            for (String tests : assignment.substring("test=".length()).split(",")) {
                assertThat(Sources.of(tests)).isNotEmpty();
            }
        }
    }
}
