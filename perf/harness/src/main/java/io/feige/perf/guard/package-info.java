/**
 * {@code perf/guard BASE HEAD}: two commits measured in turns, and whether the second is slower.
 */
@NullMarked
package io.feige.perf.guard;

import org.jspecify.annotations.NullMarked;
