/** The command that says who holds the disk. */
@NullMarked
package io.feige.dist.disk;

import org.jspecify.annotations.NullMarked;
