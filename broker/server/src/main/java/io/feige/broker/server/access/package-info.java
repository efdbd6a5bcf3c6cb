/** Who comes in at a node, what it may do there, and what is written of that. */
@NullMarked
package io.feige.broker.server.access;

import org.jspecify.annotations.NullMarked;
