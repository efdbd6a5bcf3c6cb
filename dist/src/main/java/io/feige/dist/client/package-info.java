/** The commands on clients of the nodes. */
@NullMarked
package io.feige.dist.client;

import org.jspecify.annotations.NullMarked;
