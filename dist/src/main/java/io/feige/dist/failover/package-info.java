/** Failovers and switches of a local cluster under load, measured and checked. */
@NullMarked
package io.feige.dist.failover;

import org.jspecify.annotations.NullMarked;
