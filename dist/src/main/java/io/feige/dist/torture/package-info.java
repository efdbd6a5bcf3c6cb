/** Kills a node again and again under load and checks what was promised. */
@NullMarked
package io.feige.dist.torture;

import org.jspecify.annotations.NullMarked;
