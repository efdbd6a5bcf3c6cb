/** The only way to files: what a journal asks of a disk, and the real one. */
@NullMarked
package io.feige.broker.journal.disk;

import org.jspecify.annotations.NullMarked;
