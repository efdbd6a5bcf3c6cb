/**
 * A model of ZooKeeper, as far as Admin uses it: sessions that expire, a line of candidates, and
 * versioned nodes changed in transactions.
 */
@NullMarked
package io.feige.broker.sim.zk;

import org.jspecify.annotations.NullMarked;
