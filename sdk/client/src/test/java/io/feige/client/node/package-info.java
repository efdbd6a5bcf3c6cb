/** A node for tests that does what it is told, over real sockets. */
@NullMarked
package io.feige.client.node;

import org.jspecify.annotations.NullMarked;
