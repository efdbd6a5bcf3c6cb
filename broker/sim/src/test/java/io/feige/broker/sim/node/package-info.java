/** The glue between the production core and the production journal, as the node's loop has it. */
@NullMarked
package io.feige.broker.sim.node;

import org.jspecify.annotations.NullMarked;
