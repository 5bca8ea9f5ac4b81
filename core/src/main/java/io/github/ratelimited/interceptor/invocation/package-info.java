/** What is known of a call: its target, its return type, its thread. */
@NullMarked
package io.github.ratelimited.interceptor.invocation;

import org.jspecify.annotations.NullMarked;
