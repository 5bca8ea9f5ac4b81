package io.github.ratelimited.interceptor;

import java.util.Set;
import java.util.function.Predicate;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.InlineMap;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.VariableReference;

/**
 * Looks for names in an expression that nothing stands behind. Within selections, projections and indexes, where the
 * root changes, only variables are looked at.
 *
 * @param variables variables of the method
 * @param surroundings tells variables that stand for something around the call
 * @param beans tells names of beans
 */
record ExpressionCheck(Variables variables, Predicate<String> surroundings, Predicate<String> beans) {

    private static final Set<String> ROOT = Set.of("method", "target", "targetClass", "args");

    void check(SpelNode node) {
        check(node, true);
    }

    private void check(SpelNode node, boolean onRoot) {
        if (node instanceof VariableReference) {
            String name = node.toStringAST().substring(1);
            if (!name.equals("root") && !name.equals("this") && !variables.contains(name) && !surroundings.test(name)) {
                variables.require(name);
            }
        } else if (node instanceof BeanReference) {
            requireBean(node.toStringAST());
        } else if (node instanceof FunctionReference) {
            throw new IllegalArgumentException("calls the unknown function " + node.toStringAST());
        } else if (onRoot && node instanceof PropertyOrFieldReference property) {
            requireProperty(property.getName());
        }
        boolean sameRoot =
                onRoot && !(node instanceof Selection || node instanceof Projection || node instanceof Indexer);
        for (int i = 0; i < node.getChildCount(); i++) {
            boolean isMapKey = node instanceof InlineMap && i % 2 == 0;
            check(node.getChild(i), sameRoot && !isMapKey && (i == 0 || !(node instanceof CompoundExpression)));
        }
    }

    private void requireBean(String reference) {
        String name = reference.replaceFirst("^[@&]", "").replaceAll("^'|'$", "");
        if (!beans.test(name)) {
            throw new IllegalArgumentException("uses the unknown bean '" + name + "'");
        }
    }

    private void requireProperty(String name) {
        if (!ROOT.contains(name)) {
            String advice = variables.indexes().containsKey(name) ? "; write #" + name : "";
            throw new IllegalArgumentException(
                    "uses '" + name + "', which is none of method, target, targetClass, args" + advice);
        }
    }
}
