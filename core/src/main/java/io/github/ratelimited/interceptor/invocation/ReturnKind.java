package io.github.ratelimited.interceptor.invocation;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;

/**
 * What a limited method returns.
 *
 * @param style when the method is done
 * @param adapter makes publishers of reactive results and back, {@code null} where the result is not reactive
 */
public record ReturnKind(CallStyle style, @Nullable ReactiveAdapter adapter) {

    public static final ReturnKind SYNCHRONOUS = new ReturnKind(CallStyle.SYNCHRONOUS, null);

    static final ReturnKind STAGE = new ReturnKind(CallStyle.STAGE, null);

    public boolean isMultiValue() {
        return adapter != null && adapter.isMultiValue();
    }
}
