/** Limits on requests to others: which of them count, and an interceptor and a filter for the clients of Spring. */
@NullMarked
package io.github.ratelimited.outbound;

import org.jspecify.annotations.NullMarked;
