/** The limiters of users on top of any store: asking, waiting and giving back. {@code AnswerDelivery} is where a thread waits. */
@NullMarked
package io.github.ratelimited.limiter;

import org.jspecify.annotations.NullMarked;
