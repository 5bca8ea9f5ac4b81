package io.github.ratelimited.interceptor.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnusedLimiterTests {

    @ParameterizedTest
    @CsvSource({
        "logn, login",
        "lgoin, login",
        "logins, login",
        "greetigns, greetings",
        "gretings, greetings",
        "my-login, mylogin",
        "com.acme.Order.place, com.acme.Orders.place"
    })
    void hasANameThatIsClose(String name, String meant) {
        assertThat(UnusedLimiter.of(name, List.of("other", meant, "export"), null))
                .hasToString("%s (did you mean '%s'?)", name, meant);
    }

    @ParameterizedTest
    @CsvSource({"api, sms", "read, write", "login, logout", "batch, match-making"})
    void hasANameOfItsOwn(String name, String other) {
        assertThat(UnusedLimiter.of(name, List.of(other), null)).hasToString(name);
    }

    @Test
    void takesTheClosestOfSeveral() {
        assertThat(UnusedLimiter.of("imports", List.of("exports", "import"), "rate")
                        .meant())
                .isEqualTo("import");
    }
}
