/** Speed that needs a trick: each class says which row of the benchmark it carries. Not for users of the library. */
@NullMarked
package io.github.ratelimited.internal;

import org.jspecify.annotations.NullMarked;
