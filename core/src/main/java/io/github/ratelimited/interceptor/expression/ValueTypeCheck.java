package io.github.ratelimited.interceptor.expression;

import io.github.ratelimited.key.KeyEncoding;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.Elvis;
import org.springframework.expression.spel.ast.InlineList;
import org.springframework.expression.spel.ast.OpPlus;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.util.ClassUtils;

/**
 * Finds objects that stand where a value has to, such as a request as a key: arguments by their declared types, what
 * surrounds a call by its name. They would fail each call, or, as a part of a text, give each call a key of its own.
 *
 * @param attribute what the expression is for
 * @param variables arguments, whose types are known
 * @param knowsCallers whether a caller counts by name, whatever the type
 */
record ValueTypeCheck(String attribute, KnownVariables variables, boolean knowsCallers) {

    /** What surrounds a call, as expressions name it. */
    private static final Set<String> SURROUNDINGS =
            Set.of("#request", "#headers", "#root", "#this", "target", "#root.target");

    /** What is read once, or comes later: none of the implementations has a text of its own. */
    private static final Set<String> WITHOUT_TEXT = Set.of(
            "java.lang.AutoCloseable",
            "java.util.Iterator",
            "java.util.concurrent.CompletionStage",
            "java.util.concurrent.Future",
            "org.reactivestreams.Publisher",
            "org.springframework.web.multipart.MultipartFile",
            "jakarta.servlet.ServletRequest",
            "jakarta.servlet.ServletResponse",
            "org.springframework.http.HttpMessage",
            "org.springframework.web.context.request.RequestAttributes",
            "org.springframework.web.reactive.function.server.ServerRequest",
            "org.springframework.web.server.ServerWebExchange",
            "org.springframework.web.servlet.function.ServerRequest");

    private static final List<Class<?>> NUMBERS = List.of(Number.class, CharSequence.class);
    private static final Map<String, List<Class<?>>> VALUES = Map.of(
            "permits",
            NUMBERS,
            "settle",
            NUMBERS,
            "condition",
            List.of(Boolean.class),
            "plan",
            List.of(CharSequence.class, Enum.class, Optional.class));

    void check(SpelNode expression) {
        check(expression, false);
    }

    private void check(SpelNode node, boolean inText) {
        String name = node.toStringAST();
        Class<?> type = node instanceof VariableReference ? variables.type(name.substring(1)) : null;
        if (type != null ? !isPossible(type, inText) : SURROUNDINGS.contains(name)) {
            throw new IllegalArgumentException("takes " + name + " as a whole, "
                    + (type == null
                            ? "which is no value"
                            : "but " + type.getTypeName() + " is no type for " + attribute)
                    + "; use a part of it" + example(name));
        }
        boolean text = node instanceof OpPlus;
        if (text || node instanceof Elvis || node instanceof InlineList) {
            for (int i = 0; i < node.getChildCount(); i++) {
                check(node.getChild(i), inText || text);
            }
        }
    }

    private static String example(String name) {
        return switch (name) {
            case "#request" -> ", such as #request.method";
            case "#headers" -> ", such as #headers['X-Api-Key']";
            default -> "";
        };
    }

    private boolean isPossible(Class<?> type, boolean inText) {
        if (hasNoText(type)) {
            return false;
        }
        List<Class<?>> values = VALUES.get(attribute);
        if (values != null) {
            return inText || isOneOf(values, type);
        }
        return inText ? hasText(type) : isCaller(type) || KeyEncoding.isPossible(type);
    }

    private static boolean hasNoText(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        return WITHOUT_TEXT.contains(type.getName())
                || parent != null && hasNoText(parent)
                || Arrays.stream(type.getInterfaces()).anyMatch(ValueTypeCheck::hasNoText);
    }

    private static boolean isOneOf(List<Class<?>> values, Class<?> declared) {
        Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(declared);
        boolean open = Modifier.isAbstract(type.getModifiers()) && !type.isArray();
        return open || values.stream().anyMatch(each -> each.isAssignableFrom(type) || type.isAssignableFrom(each));
    }

    /** One who has logged in has a name where the class gives none. */
    private boolean isCaller(Class<?> type) {
        return knowsCallers && !type.isArray() && !type.getName().startsWith("java.");
    }

    private static boolean hasText(Class<?> type) {
        return ClassUtils.isPrimitiveOrWrapper(type)
                || type.isArray()
                || type == Object.class
                || Modifier.isAbstract(type.getModifiers())
                || ClassUtils.getMethod(type, "toString").getDeclaringClass() != Object.class;
    }
}
