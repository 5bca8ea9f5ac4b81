/** The check at start-up that every annotated method is limited. */
@NullMarked
package io.github.ratelimited.interceptor.startup;

import org.jspecify.annotations.NullMarked;
