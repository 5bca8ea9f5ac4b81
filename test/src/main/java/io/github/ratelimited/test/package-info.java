/** For tests of applications: limits within the process, by a clock that the test moves. */
@NullMarked
package io.github.ratelimited.test;

import org.jspecify.annotations.NullMarked;
