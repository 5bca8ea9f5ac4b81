/** Limiters as Reactor and RxJava 3 speak of them. */
@NullMarked
package io.github.ratelimited.reactive;

import org.jspecify.annotations.NullMarked;
