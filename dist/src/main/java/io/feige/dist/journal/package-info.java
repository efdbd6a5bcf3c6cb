/** The commands that look at journal files without a node. */
@NullMarked
package io.feige.dist.journal;

import org.jspecify.annotations.NullMarked;
