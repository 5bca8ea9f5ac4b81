package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.ratelimited.interceptor.expression.KnownVariables;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.UnusableValueException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitExpressionTests extends OrderExpressions {

    @ParameterizedTest
    @CsvSource({
        "#user, alice",
        "#a1, alice",
        "#p1, alice",
        "#order.id, o1",
        "#root.args[1], alice",
        "args[1], alice",
        "#root.method.name, place",
        "#root.targetClass.simpleName, Api",
        "#root.target.getClass().simpleName, Api",
        "@tenant, acme",
        "@'acme.tenant', acme",
        "#user + '-' + @tenant, alice-acme",
        "T(String).valueOf(7), 7",
        "T(int[]).simpleName + T(java.util.Map$Entry).simpleName, int[]Entry",
        "args().length + getClass().simpleName + #root.method().name, 2CallRootplace",
        "'{alice: \"1\", bob: \"2\"}[#user]', 1",
        "#user.concat(method.name), aliceplace",
        "'#user.concat({args[1]}[0])', alicealice",
        "'#user == args[1] ? method.name : #user', place",
        "'#user + #this.method.name', aliceplace",
        "'{method.name}[0]', place"
    })
    void readsCallAndBeans(String text, String key) {
        beanFactory.registerSingleton("tenant", "acme");
        beanFactory.registerSingleton("acme.tenant", "acme");
        assertThat(parse(text).key(call(new Order("o1", 1), "alice"))).isEqualTo(key);
    }

    @Test
    void keepsItsMeaningOnceCompiled() {
        LimitExpression expression = parse("#user");
        for (int i = 0; i < 1000; i++) {
            assertThat(expression.key(call(new Order("o1", 1), "user" + i))).isEqualTo("user" + i);
        }
    }

    @Test
    void failingExpressionNamesItselfAndTheMethod() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("#order.id").key(call(null, "alice")))
                .withMessageStartingWith("key '#order.id' of the rate limit on Api.place(Order,String) cannot be");
    }

    @ParameterizedTest
    @ValueSource(strings = {"#order.fail()", "3[#user]", "#user.compareTo(null)", "7 / 0"})
    void everyFailureOfAnExpressionNamesItAndTheMethod(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(text).key(call(new Order("o1", 1), "alice")))
                .withMessageStartingWith(
                        "key '" + text + "' of the rate limit on Api.place(Order,String) cannot be evaluated: ")
                .havingCause();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#user + 1",
                "-#user",
                "#user matches 'a.*'",
                "'a' matches #user",
                "#user.![length()]",
                "#user.?[true]",
                "'abc'.substring(#user)",
                "{a: 1}[#user]",
                "#order.id + {a: {b: 1}}['a'][#user]",
                "T(java.time.Duration).parse(#user)",
                "1 / (#user == null ? 0 : 1)"
            })
    void hasNoUsableValueWhereWhatItReadsIsMissing(String text) {
        assertThatExceptionOfType(UnusableValueException.class)
                .isThrownBy(() -> parse(text).key(call(new Order("o1", 1), null)));
    }

    @Test
    void hasNoUsableValueForTextThatPatternsDoNotTake() {
        assertThatExceptionOfType(UnusableValueException.class)
                .isThrownBy(() -> parse("#user matches '.*'").key(call(new Order("o1", 1), "a".repeat(2_000_000))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#user > 5",
                "#user matches '('",
                "#user.size()",
                "#user.name",
                "#order.paid()",
                "{a: 1}[#order.paid()]"
            })
    void failsWhereItWorksForNoCallAtAll(String text) {
        assertThat(catchThrowable(() -> parse(text).key(call(new Order("o1", 1), "alice"))))
                .isInstanceOf(IllegalArgumentException.class)
                .isNotInstanceOf(UnusableValueException.class);
    }

    @Test
    void refusesConditionThatIsNeitherTrueNorFalse() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("#user").condition(call(new Order("o1", 1), "alice")))
                .withMessageEndingWith("must be true or false, but is a java.lang.String");
    }

    @Test
    void cannotChangeArguments() {
        LimitExpression expression = parse("#user = 'bob'");
        assertThat(catchThrowable(() -> expression.key(call(new Order("o1", 1), "alice"))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "#usr, uses the unknown variable #usr",
        "#order.weight.![#usr], uses the unknown variable #usr",
        "user, 'uses ''user'', which is not one of method, target, targetClass, args; write #user'",
        "@nobody.name, 'uses the unknown bean ''nobody'''",
        "{by: user}, 'uses ''user'', which is not one of method, target, targetClass, args; write #user'",
        "#root.agrs[0], 'uses ''agrs'', which is not one of method, target, targetClass, args'",
        "'{''a'', #root?.user}', 'uses ''user'', which is not one of method, target, targetClass, args; write #user'",
        "tenant(#user), 'calls ''tenant'', a method that #root does not have'",
        "#root.tenant(#user), 'calls ''tenant'', a method that #root does not have'",
        "T(com.acme.Tenants).of(#user), uses the unknown type T(com.acme.Tenants)",
        "#order.weight.![T(no)], uses the unknown type T(no)",
        "#now(), calls the unknown function #now",
        "#order.no, 'reads ''no'' of #order, which io.github.ratelimited.interceptor.OrderExpressions$Order does not have'",
        "#order?.no.more, 'reads ''no'' of #order'",
        "#order.pay(), 'calls ''pay'' of #order'",
        "'{#user, #user.name}', 'reads ''name'' of #user'",
        "#user +, is not an expression",
        "'#user )', is not an expression",
        "8E, is not an expression",
        "'new int[]', is not an expression",
        "'new int[3] {''a'': 1}', is not an expression"
    })
    void refusesWhatCannotWork(String text, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(text))
                .withMessageContaining("key '" + text + "' " + problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#order.weight.![name]",
                "#order.weight[name]",
                "#root.args.?[#this != null]",
                "#root.args.![size()]",
                "#user.empty",
                "#user.class.name",
                "#order.paid()",
                "{'a', #user}"
            })
    void letsNamesBeThatDependOnValues(String text) {
        assertThat(parse(text)).isNotNull();
    }

    @Test
    void saysWhatToDoWithoutParameterNames() {
        KnownVariables unnamed = new KnownVariables(Map.of("a0", 0, "p0", 0), List.of(Order.class), false);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> expressions.parse("key", "#user", unnamed, "Api.place(Order)"))
                .withMessageEndingWith("compile with -parameters or use #a0");
    }

    @Test
    void knowsWhatNoCallCanChange() {
        assertThat(parse("5").constant(LimitExpression::permits)).isEqualTo(5);
        assertThat(parse("2 * 3").constant(LimitExpression::permits)).isEqualTo(6);
        assertThat(parse("#user").constant(LimitExpression::permits)).isNull();
        assertThat(parse("5 + #a0").constant(LimitExpression::permits)).isNull();
    }
}
