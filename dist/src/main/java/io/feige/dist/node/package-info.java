/** The commands that run a node and check its settings. */
@NullMarked
package io.feige.dist.node;

import org.jspecify.annotations.NullMarked;
