package io.feige.broker.store.tail;

import io.feige.broker.store.StoreSettings;
import io.feige.broker.store.jdbc.Database;

/**
 * What a tail needs.
 *
 * @param epoch of the activation; nothing is written for it once another has claimed a higher one
 * @param maxPayloadBytes the most that a batch may take before compression
 */
public record TailSetup(
    StoreSettings settings,
    Database database,
    String pair,
    String node,
    long epoch,
    int maxPayloadBytes) {}
