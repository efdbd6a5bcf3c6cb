/** What runs that can be stopped keep between their rounds. */
@NullMarked
package io.feige.perf.rounds;

import org.jspecify.annotations.NullMarked;
