/** The way of a frame to the disk: space, write, fsync, and the work beside it. */
@NullMarked
package io.feige.broker.journal.append;

import org.jspecify.annotations.NullMarked;
