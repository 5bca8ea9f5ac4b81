/** What the page needs to show limits at work: calls, decisions as they are made, and switches. */
@NullMarked
package io.github.ratelimited.sample.page;

import org.jspecify.annotations.NullMarked;
