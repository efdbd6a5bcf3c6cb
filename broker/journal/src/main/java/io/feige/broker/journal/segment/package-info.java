/** The files that the frames are in, and how they are read. */
@NullMarked
package io.feige.broker.journal.segment;

import org.jspecify.annotations.NullMarked;
