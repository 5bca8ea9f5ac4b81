/** What calls and requests take: of one limit or of several, of which some only watch, and what they settle when they are over. */
@NullMarked
package io.github.ratelimited.hold;

import org.jspecify.annotations.NullMarked;
