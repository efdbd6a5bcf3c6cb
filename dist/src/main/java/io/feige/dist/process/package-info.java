/** A node as a process of its own, started and killed by this one. */
@NullMarked
package io.feige.dist.process;

import org.jspecify.annotations.NullMarked;
