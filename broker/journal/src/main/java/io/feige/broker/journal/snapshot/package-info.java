/** Snapshots of the state that the frames make. */
@NullMarked
package io.feige.broker.journal.snapshot;

import org.jspecify.annotations.NullMarked;
