package io.github.ratelimited.interceptor;

import java.util.Set;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.VariableReference;

/**
 * Looks for names in an expression that nothing stands behind. Within selections, projections and indexes, where the
 * root changes, only variables are looked at.
 *
 * @param variables variables of the method
 */
record ExpressionCheck(Variables variables) {

    private static final Set<String> ROOT = Set.of("method", "target", "targetClass", "args");

    void check(SpelNode node) {
        check(node, true);
    }

    private void check(SpelNode node, boolean onRoot) {
        if (node instanceof VariableReference) {
            String name = node.toStringAST().substring(1);
            if (!name.equals("root") && !name.equals("this")) {
                variables.require(name);
            }
        } else if (node instanceof FunctionReference) {
            throw new IllegalArgumentException("calls the unknown function " + node.toStringAST());
        } else if (onRoot && node instanceof PropertyOrFieldReference property) {
            requireProperty(property.getName());
        }
        boolean sameRoot =
                onRoot && !(node instanceof Selection || node instanceof Projection || node instanceof Indexer);
        for (int i = 0; i < node.getChildCount(); i++) {
            check(node.getChild(i), sameRoot && (i == 0 || !(node instanceof CompoundExpression)));
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
