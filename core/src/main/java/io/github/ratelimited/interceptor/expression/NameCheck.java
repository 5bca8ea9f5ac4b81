package io.github.ratelimited.interceptor.expression;

import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.spel.ExpressionState;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.InlineMap;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.ast.VariableReference;

/**
 * Finds unknown names in an expression. Within selections and projections, where names are those
 * of an element, only variables, beans and types are checked. A name alone may be the key of a map.
 *
 * @param root properties of the root
 * @param scope whether a name is a variable of the scope around the call
 * @param context finds types
 */
record NameCheck(
        Set<String> root,
        KnownVariables variables,
        Predicate<String> scope,
        Predicate<String> beans,
        EvaluationContext context) {

    /** What the root of a method's expressions has. */
    static final Set<String> CALL = Set.of("method", "target", "targetClass", "args");

    void check(SpelNode node) {
        check(node, true);
    }

    private void check(SpelNode node, boolean onRoot) {
        if (node instanceof VariableReference) {
            String name = node.toStringAST().substring(1);
            if (!name.equals("root") && !name.equals("this") && !variables.contains(name) && !scope.test(name)) {
                variables.require(name);
            }
        } else if (node instanceof BeanReference) {
            requireBean(node.toStringAST());
        } else if (node instanceof FunctionReference) {
            throw new IllegalArgumentException("calls the unknown function " + node.toStringAST());
        } else if (onRoot && node instanceof PropertyOrFieldReference property) {
            requireProperty(property.getName());
        } else if (onRoot && node instanceof MethodReference method) {
            requireMethod(method.getName());
        } else if (node instanceof TypeReference) {
            requireType(node);
        }
        if (node instanceof CompoundExpression && node.getChild(0) instanceof VariableReference first) {
            String variable = first.toStringAST().substring(1);
            MemberCheck.require(variable, variables.type(variable), node.getChild(1));
        }
        boolean indexes = node instanceof Indexer;
        boolean sameRoot = indexes || onRoot && !(node instanceof Selection || node instanceof Projection);
        for (int i = 0; i < node.getChildCount(); i++) {
            SpelNode child = node.getChild(i);
            boolean isMapKey =
                    child instanceof PropertyOrFieldReference && (indexes || node instanceof InlineMap && i % 2 == 0);
            boolean ofAnother = node instanceof CompoundExpression && i > 0 && !(i == 1 && isRoot(node.getChild(0)));
            check(child, sameRoot && !isMapKey && !ofAnother);
        }
    }

    private static boolean isRoot(SpelNode node) {
        return node instanceof VariableReference && node.toStringAST().equals("#root");
    }

    private void requireBean(String reference) {
        String name = reference.replaceFirst("^[@&]", "").replaceAll("^'|'$", "");
        if (!beans.test(name)) {
            throw new IllegalArgumentException("uses the unknown bean '" + name + "'");
        }
    }

    /** Besides its own exception, SpEL throws another for {@code T(no)}, which might be a primitive type. */
    private void requireType(SpelNode type) {
        try {
            type.getValue(new ExpressionState(context));
        } catch (RuntimeException ex) {
            throw new IllegalArgumentException("uses the unknown type " + type.toStringAST(), ex);
        }
    }

    private void requireMethod(String name) {
        if (root.isEmpty()
                || Arrays.stream(CallRoot.class.getMethods())
                        .noneMatch(method -> method.getName().equals(name))) {
            throw new IllegalArgumentException("calls '" + name + "', a method that #root does not have");
        }
    }

    private void requireProperty(String name) {
        if (!root.contains(name)) {
            String advice = variables.contains(name) ? "; write #" + name : "";
            throw new IllegalArgumentException(
                    root.isEmpty()
                            ? "uses '" + name + "', which is not a variable"
                                    + (advice.isEmpty() ? "; write text in quotes" : advice)
                            : "uses '" + name + "', which is not one of method, target, targetClass, args" + advice);
        }
    }
}
