package io.github.ratelimited.interceptor.expression;

import java.util.List;
import java.util.Random;

/**
 * Texts that may or may not be expressions, from a seed. Powers are left out, because those of large numbers take for
 * ever, as everywhere.
 */
final class RandomExpressions {

    private static final List<String> WORDS = List.of(
            "0",
            "1",
            "-1",
            "2.0",
            "2.5",
            "7L",
            "9223372036854775807L",
            "99999999999",
            "0x7f",
            "'a'",
            "''",
            "null",
            "true",
            "false",
            "#user",
            "#order",
            "#order.id",
            "#order.weight",
            "#order.lines",
            "#order.fails()",
            "#any",
            "#a0",
            "#p9",
            "#nobody",
            "#request",
            "#this",
            "#root",
            "#root.args",
            "#root.args.length",
            "#root.method.name",
            "#root.nothing",
            "args[0]",
            "args[9]",
            "target",
            "user",
            "@tenant",
            "@nobody",
            "T(String)",
            "T(java.lang.Math).abs(#any)",
            "T(no.Such)",
            "new int[3]",
            "new String('a')",
            "{1, 2}",
            "{:}",
            "{'a': 1}");

    private static final List<String> SHAPES = List.of(
            "%s + %s",
            "%s - %s",
            "%s * %s",
            "%s / %s",
            "%s %% %s",
            "%s == %s",
            "%s < %s",
            "%s >= %s",
            "%s and %s",
            "%s or %s",
            "%s matches %s",
            "%s between {1, %s}",
            "%s instanceof %s",
            "%s ?: %s",
            "%s[%s]",
            "%s.equals(%s)",
            "%s.compareTo(%s)",
            "%s.![#this + %s]",
            "%s.?[#this == %s]",
            "%s = %s",
            "%s++ + %s",
            "{%s, %s}",
            "!%s ? %s : 3",
            "%s?.length() ?: %s",
            "%s.class.name + %s",
            "(%s) || (%s)",
            "%s %s");

    private final Random random;

    RandomExpressions(Random random) {
        this.random = random;
    }

    String next() {
        String expression = switch (random.nextInt(10)) {
            case 0 -> text(30);
            case 1, 2 -> mutated(next(2));
            default -> next(3);
        };
        return expression.strip();
    }

    private String next(int depth) {
        return depth == 0 || random.nextInt(3) == 0
                ? one(WORDS)
                : one(SHAPES).formatted(next(depth - 1), next(depth - 1));
    }

    private String mutated(String expression) {
        int at = random.nextInt(expression.length());
        return expression.substring(0, at)
                + text(2)
                + expression.substring(Math.min(expression.length(), at + random.nextInt(3)));
    }

    /** Without placeholders, which are resolved before anything is an expression. */
    String text(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(length + 1); i > 0; i--) {
            text.append((char) (random.nextInt(4) > 0 ? ' ' + random.nextInt(95) : random.nextInt(65536)));
        }
        return text.toString().replace("$", "").replace("\\", "").strip();
    }

    <T> T one(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
