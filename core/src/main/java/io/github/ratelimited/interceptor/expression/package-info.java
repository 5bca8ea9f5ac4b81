/** The SpEL expressions of annotations. */
@NullMarked
package io.github.ratelimited.interceptor.expression;

import org.jspecify.annotations.NullMarked;
