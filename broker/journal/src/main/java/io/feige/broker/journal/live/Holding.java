package io.feige.broker.journal.live;

import io.feige.protocol.model.DiskHolderKind;

/**
 * What somebody needs of the journal.
 *
 * @param partition of whom; -1 where it is no partition
 * @param group number of the group; -1 where it is none
 * @param bytes about
 * @param position of the oldest of it, about
 * @param sinceMillis when that was stored, by the broker's clock; 0: not known
 */
public record Holding(
    DiskHolderKind kind, int partition, int group, long bytes, long position, long sinceMillis) {}
