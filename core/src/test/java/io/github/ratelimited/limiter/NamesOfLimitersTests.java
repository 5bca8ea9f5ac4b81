package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesOfLimitersTests {

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder().build();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "login",
                "vendor-a.calls_2",
                "com.acme.Api.login",
                "com.acme.Api.login(String,int[])",
                "com.acme.Api.login#2",
                "com.acme.Api.login(java.util.Date)#1",
                "de.größe.$Api._call",
                "com.acme.Api.find-3kTz9Ww(int,String)",
                "com.acme.Api.find-3kTz9Ww#1"
            })
    void takesExplicitNamesAndThoseOfMethods(String name) {
        assertThat(limiters.get(name).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-a",
                "a b",
                "a:b",
                "a{b}",
                "login(",
                "login(a{b})",
                "login#",
                "line\nfeed",
                "call(a\nb)",
                "_login",
                ".login",
                "größe",
                "login#1",
                "login(String)",
                "login(java.util.Date)"
            })
    void refusesOtherNames(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> limiters.get(name));
    }

    @ParameterizedTest
    @CsvSource({"a{b}, a{b}", "50%, 50%", "'line\nfeed', line\\u000Afeed", "\uD83D\uDE00, \uD83D\uDE00"})
    void showsARefusedNameAsItWasWritten(String name, String shown) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiters.get(name))
                .withMessageEndingWith("but is '" + shown + "'");
    }

    @Test
    void refusesLongNameThatIsNotThatOfMethod() {
        assertThat(limiters.get("n".repeat(100)).name()).hasSize(100);
        assertThat(limiters.get("com.acme." + "n".repeat(100)).name()).hasSize(109);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiters.get("n".repeat(101)))
                .withMessageContaining("at most 100 characters");
    }
}
