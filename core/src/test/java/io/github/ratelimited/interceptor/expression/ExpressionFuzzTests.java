package io.github.ratelimited.interceptor.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.interceptor.RateLimitAdvisor;
import io.github.ratelimited.interceptor.RateLimitInterceptor;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.local.LocalRateLimiters;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.util.PropertyPlaceholderHelper;

/**
 * Annotations with any values, from a seed: each is refused as wrong, or works, or fails the call as documented. With
 * {@code -Dtests.full} ten times as many.
 */
class ExpressionFuzzTests {

    private static final List<String> RATES =
            List.of("1", "5", "100", "0", "-3", "9223372036854775807", "ten", "1.5", "");
    private static final List<String> INTERVALS =
            List.of("1s", "500ms", "PT1M", "1h", "0s", "-1s", "60", "1y", "1ns", "");
    private static final List<String> TIMEOUTS = List.of("0", "1ms", "-1", "-5s", "PT0S", "5", "soon", "");

    private static final List<String> OTHER_MISTAKES = List.of(
            "Rate limit '",
            "The name of",
            "rateString must be",
            "interval must be",
            "interval needs",
            "timeout must be",
            "timeout needs",
            " cannot be asked: ");

    /** What expressions read. */
    public record Order(String id, Object weight, List<Object> lines) {

        public String fails() {
            throw new UnsupportedOperationException("no luck");
        }
    }

    interface Calls {

        void call(String user, Order order, Object any);
    }

    static class Once implements Calls {

        private final List<String> ran = new ArrayList<>();

        @RateLimited(
                name = "${name}",
                rateString = "${rate}",
                interval = "${interval}",
                key = "${key}",
                permits = "${permits}",
                condition = "${condition}",
                timeout = "${timeout}")
        @Override
        public void call(String user, Order order, Object any) {
            ran.add("once");
        }
    }

    /** Whose permits add up. */
    static class Twice extends Once {

        @RateLimited(name = "${name}", rateString = "${rate}", interval = "${interval}", permits = "${permits}")
        @RateLimited(name = "${name}", rateString = "${rate}", interval = "${interval}", permits = "${permits}")
        @Override
        public void call(String user, Order order, Object any) {
            super.call(user, order, any);
        }
    }

    private final long seed = Long.getLong("fuzz.seed", 31);
    private final Random random = new Random(seed);
    private final RandomExpressions expressions = new RandomExpressions(random);

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder().build();

    private final List<String> strange = new ArrayList<>();
    private final Map<String, Integer> outcomes = new TreeMap<>();

    @Test
    @DisplayName("random annotations: refused at the start, decided, or failed as documented")
    void survivesAnything() {
        int calls = TestSize.of(1_000, 10_000);
        for (int i = 0; i < calls; i++) {
            Map<String, String> values = values(i);
            String outcome = outcome(values);
            outcomes.merge(outcome, 1, Integer::sum);
        }
        System.out.println("annotations, seed " + seed + ": " + outcomes);
        assertThat(strange).isEmpty();
        assertThat(outcomes)
                .hasSize(4)
                .allSatisfy((outcome, count) -> assertThat(count).isGreaterThan(calls / 100));
    }

    private Map<String, String> values(int number) {
        boolean plain = random.nextInt(4) > 0;
        return Map.of(
                "name", random.nextInt(50) == 0 ? expressions.text(120) : "api" + number,
                "rate", plain ? "5" : expressions.one(RATES),
                "interval", plain ? "1m" : expressions.one(INTERVALS),
                "timeout", plain ? "0" : expressions.one(TIMEOUTS),
                "key", sometimesBlank(random.nextInt(3) == 0 ? "'all'" : expressions.next()),
                "permits", sometimesBlank(random.nextInt(3) == 0 ? "1" : expressions.next()),
                "condition", sometimesBlank(random.nextInt(3) == 0 ? condition() : "true"));
    }

    private String sometimesBlank(String expression) {
        return random.nextInt(50) == 0 ? " ".repeat(random.nextInt(2)) : expression;
    }

    private String condition() {
        return random.nextBoolean() ? "#user == 'alice'" : expressions.next();
    }

    private String outcome(Map<String, String> values) {
        Once target = random.nextInt(4) == 0 ? new Twice() : new Once();
        List<Decision> decisions = new ArrayList<>();
        try {
            proxy(target, values, decisions).call(user(), order(), any());
            expect(
                    !target.ran.isEmpty() && decisions.stream().allMatch(Decision::allowed),
                    values,
                    "ran, " + decisions);
            return decisions.isEmpty() ? "free" : "granted";
        } catch (RateLimitExceededException ex) {
            expect(target.ran.isEmpty() && !ex.getDecision().allowed(), values, "ran, " + decisions);
            return "granted";
        } catch (RateLimitConfigurationException ex) {
            expect(target.ran.isEmpty() && decisions.isEmpty(), values, "ran, " + decisions);
            ex.getFindings().forEach(finding -> expect(names(finding.toString(), values), values, finding.toString()));
            return "wrong";
        } catch (IllegalArgumentException ex) {
            expect(target.ran.isEmpty() && decisions.isEmpty(), values, "ran, " + decisions);
            expect(names(String.valueOf(ex.getMessage()), values), values, ex.toString());
            return "failed";
        } catch (IllegalStateException ex) {
            expect(values.get("rate").isEmpty() && values.get("interval").isEmpty(), values, ex.toString());
            return "wrong";
        } catch (RuntimeException | Error ex) {
            expect(false, values, ex.toString());
            return "strange";
        }
    }

    /** As the start of an application reads it, and a call finds it. */
    private Calls proxy(Once target, Map<String, String> values, List<Decision> decisions) {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        PropertyPlaceholderHelper placeholders = new PropertyPlaceholderHelper("${", "}");
        beans.addEmbeddedValueResolver(text -> placeholders.replacePlaceholders(text, values::get));
        beans.registerSingleton("tenant", "acme");
        beans.registerSingleton("limiters", limiters);
        beans.registerSingleton("listener", (DecisionListener) decisions::add);
        RateLimitedMethods methods = new RateLimitedMethods(beans, () -> SettingsPrecedence.NONE);
        RateLimitInterceptor interceptor = new RateLimitInterceptor(
                methods,
                beans.getBeanProvider(RateLimiters.class),
                beans.getBeanProvider(DecisionListener.class),
                ForkJoinPool::commonPool,
                () -> new SettleFailures(limiter -> {}));
        ProxyFactory factory = new ProxyFactory(target);
        factory.setInterfaces(Calls.class);
        factory.addAdvisor(new RateLimitAdvisor(methods, interceptor, 0));
        return (Calls) factory.getProxy();
    }

    private void expect(boolean fact, Map<String, String> values, String otherwise) {
        if (!fact) {
            strange.add(values + " -> " + otherwise);
        }
    }

    /** Messages tell the method, and the expression or what else is wrong. */
    private static boolean names(String message, Map<String, String> values) {
        return message.contains("ExpressionFuzzTests.")
                && (Stream.of("key", "permits", "condition")
                                .anyMatch(name -> message.contains(name + " '" + shown(name, values.get(name)) + "' "))
                        || OTHER_MISTAKES.stream().anyMatch(message::contains));
    }

    private static String shown(String name, String value) {
        return value.isBlank() ? "${" + name + "}" : value;
    }

    private String user() {
        return expressions.one(Arrays.asList("alice", "", null, "x".repeat(500), "\r\n{}%"));
    }

    private Order order() {
        return random.nextInt(10) == 0 ? null : new Order("o1", any(), Arrays.asList(any(), any()));
    }

    private Object any() {
        return expressions.one(Arrays.asList(
                1,
                -1,
                3L,
                Long.MAX_VALUE,
                2.0,
                2.5,
                Double.NaN,
                (short) 4,
                BigInteger.TEN.pow(30),
                new BigDecimal("2.0"),
                "text",
                null,
                true,
                new int[] {1, 2},
                List.of(),
                Map.of("a", 1),
                new Object()));
    }
}
