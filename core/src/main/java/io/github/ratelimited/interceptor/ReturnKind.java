package io.github.ratelimited.interceptor;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;

/**
 * What a limited method returns.
 *
 * @param style when the method is done
 * @param adapter makes publishers of reactive results and back, {@code null} where the result is not reactive
 */
record ReturnKind(CallStyle style, @Nullable ReactiveAdapter adapter) {

    static final ReturnKind SYNCHRONOUS = new ReturnKind(CallStyle.SYNCHRONOUS, null);

    static final ReturnKind STAGE = new ReturnKind(CallStyle.STAGE, null);

    boolean isMultiValue() {
        return adapter != null && adapter.isMultiValue();
    }
}
