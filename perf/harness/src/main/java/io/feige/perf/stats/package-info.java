/** What repeated measurements say, and with which confidence. */
@NullMarked
package io.feige.perf.stats;

import org.jspecify.annotations.NullMarked;
