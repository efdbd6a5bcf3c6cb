/** The command that runs a node. */
@NullMarked
package io.feige.dist.node;

import org.jspecify.annotations.NullMarked;
