/** From annotations and settings to a limited method. */
@NullMarked
package io.github.ratelimited.interceptor.definition;

import org.jspecify.annotations.NullMarked;
