/** Which offsets of which partitions stand where in a segment. */
@NullMarked
package io.feige.broker.journal.index;

import org.jspecify.annotations.NullMarked;
