package io.feige.broker.store.tail;

import io.feige.broker.store.StoreSettings;
import io.feige.broker.store.Threads;
import io.feige.broker.store.jdbc.Database;

/**
 * What a tail needs.
 *
 * @param epoch of the activation; nothing is written for it once another has claimed a higher one
 * @param maxPayloadBytes the most that a batch may take before compression
 * @param isReliedOn whether the other member of the pair has nothing but the rows. Then they are
 *     written one transaction after the other and those of a frame together, so that the database
 *     has the journal up to its checkpoint at any time, and no more; and none is replaced by a stub
 * @param threads makes those of the tail
 */
public record TailSetup(
    StoreSettings settings,
    Database database,
    String pair,
    String node,
    long epoch,
    int maxPayloadBytes,
    boolean isReliedOn,
    Threads threads) {}
