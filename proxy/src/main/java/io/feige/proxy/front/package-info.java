/** Ports, their loops and connections, whatever is spoken there. */
@NullMarked
package io.feige.proxy.front;

import org.jspecify.annotations.NullMarked;
