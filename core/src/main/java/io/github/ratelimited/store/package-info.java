/** The store interface, the in-process store, and waiting and giving back on top of any store. */
@NullMarked
package io.github.ratelimited.store;

import org.jspecify.annotations.NullMarked;
