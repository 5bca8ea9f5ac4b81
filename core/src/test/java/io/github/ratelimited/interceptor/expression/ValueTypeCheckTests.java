package io.github.ratelimited.interceptor.expression;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.standard.SpelExpressionParser;

class ValueTypeCheckTests {

    private static final SpelNode KEY =
            new SpelExpressionParser().parseRaw("#caller").getAST();

    /** Has neither {@code equals} nor {@code toString}. */
    static class Caller {}

    @Test
    void takesAnObjectWithoutTextOnlyForACaller() {
        KnownVariables variables = new KnownVariables(Map.of("caller", 0), List.of(Caller.class), true);

        assertThatNoException().isThrownBy(() -> new ValueTypeCheck("key", variables, true).check(KEY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ValueTypeCheck("key", variables, false).check(KEY))
                .withMessageContaining("Caller is no type for key");
    }
}
