package io.github.ratelimited.sample.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.sample.RunningApplication;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** What README.md, docs/http.md and the page of the sample application show of HTTP is what that application answers. */
@Tag("once")
class AnswersTests {

    @AutoClose
    private static final RunningApplication APPLICATION =
            RunningApplication.start("--spring.data.redis.url=" + Redis.shared().url());

    private static final Pattern PROMPT = Pattern.compile("(?m)^\\$ (.*)$");
    private static final Pattern LOOP = Pattern.compile("for i in ([\\d ]+); do curl .*'localhost:8080(/[^']*)'; done");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z]+ /[^`?]*)");
    private static final Pattern CALL = Pattern.compile("curl -i 'localhost:8080(/[^']*)'");

    @BeforeEach
    void forget() {
        APPLICATION.forget();
    }

    private static List<CodeBlock> blocks(String language) throws IOException {
        return CodeBlock.all().stream()
                .filter(block -> block.language().equals(language))
                .toList();
    }

    static List<CodeBlock> sessions() throws IOException {
        return blocks("console");
    }

    static List<CodeBlock> answers() throws IOException {
        return blocks("http");
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void sessionIsReal(CodeBlock block) {
        Matcher prompt = PROMPT.matcher(block.text());
        assertThat(prompt.lookingAt()).isTrue();
        prompt.reset();
        while (prompt.find()) {
            String rest = block.text().substring(prompt.end());
            requireReal(prompt.group(1), rest.split("(?m)^\\$ ", 2)[0].strip());
        }
    }

    private static void requireReal(String command, String output) {
        Matcher loop = LOOP.matcher(command);
        Matcher call = CALL.matcher(command);
        if (loop.matches()) {
            assertThat(output)
                    .isEqualTo(IntStream.range(0, loop.group(1).split(" ").length)
                            .map(i -> APPLICATION.get(loop.group(2)).statusCode())
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining(" ")));
        } else {
            assertThat(call.matches())
                    .as("a call that this test can make: %s", command)
                    .isTrue();
            requireReal(APPLICATION.get(call.group(1)), output);
        }
    }

    @ParameterizedTest
    @MethodSource("answers")
    void answerIsReal(CodeBlock block) {
        Matcher path = Pattern.compile("\"instance\":\"([^\"]*)\"").matcher(block.text());
        assertThat(path.find()).isTrue();
        HttpResponse<String> answer;
        do {
            answer = APPLICATION.get(path.group(1) + "?user=alice");
        } while (answer.statusCode() == 200);
        requireReal(answer, block.text().strip());
    }

    private static void requireReal(HttpResponse<String> answer, String shown) {
        String[] parts = shown.split("\n\n", 2);
        assertThat(parts[0].lines()).first().isEqualTo("HTTP/1.1 " + answer.statusCode());
        assertThat(parts[0].lines().skip(1)).isNotEmpty().allSatisfy(line -> {
            String[] field = line.split(": ", 2);
            assertThat(answer.headers().firstValue(field[0]).map(AnswersTests::withoutTime))
                    .as(field[0])
                    .hasValue(withoutTime(field[1]));
        });
        assertThat(JsonParserFactory.getJsonParser().parseMap(parts[1]))
                .isEqualTo(JsonParserFactory.getJsonParser().parseMap(answer.body()));
    }

    @Test
    void theDemosPageListsCallsThatExist() throws IOException {
        RequestMappingHandlerMapping mapping =
                APPLICATION.context().getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
        Set<String> mapped = mapping.getHandlerMethods().keySet().stream()
                .flatMap(info -> info.getMethodsCondition().getMethods().stream()
                        .flatMap(method -> info.getPatternValues().stream().map(path -> method + " " + path)))
                .collect(Collectors.toSet());

        String page = Files.readString(CodeBlock.ROOT.resolve("sample-app/README.md"));
        assertThat(ROW.matcher(page).results().map(row -> row.group(1)))
                .hasSize(12)
                .isSubsetOf(mapped);
    }

    /** How many of the ten seconds are left depends on the machine. */
    private static String withoutTime(String value) {
        return value.replaceAll("(?<=^|t=)([1-9]|10)$", "few");
    }
}
