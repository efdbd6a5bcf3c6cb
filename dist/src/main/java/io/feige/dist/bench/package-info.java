/** Measurements of a node and of the disk below it. */
@NullMarked
package io.feige.dist.bench;

import org.jspecify.annotations.NullMarked;
