/** The salvage of all replicas of a node, as clients list and read it. */
@NullMarked
package io.feige.broker.server.salvage;

import org.jspecify.annotations.NullMarked;
