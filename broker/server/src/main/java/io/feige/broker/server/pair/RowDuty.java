package io.feige.broker.server.pair;

import org.jspecify.annotations.Nullable;

/**
 * When a replica writes rows, and of what. Usually what is confirmed gets rows, from when the
 * replica has confirmed that it is the active one. Where a store is shared it is the other way
 * round: what is durable gets rows, and is confirmed for that. On the pair's loop where nothing
 * else is said.
 */
final class RowDuty {
  private final RowStore rows;
  private final @Nullable SharedStore shared;
  private volatile long storable;
  private long leads;
  private long leadsFrom;

  /**
   * @param shared null: the standby copies the journal
   */
  RowDuty(RowStore rows, @Nullable SharedStore shared) {
    this.rows = rows;
    this.shared = shared;
  }

  /** Up to where rows may be made of the journal. Any thread. */
  long storable() {
    return storable;
  }

  /** The replica is the active one of an epoch, whose record ends at a position. */
  void activated(long epoch, long end) {
    leads = epoch;
    leadsFrom = end;
    if (shared != null) {
      shared.link().lead(epoch);
    }
  }

  /** It is not any more. */
  void retired() {
    leads = 0;
    rows.rest();
    if (shared != null) {
      shared.link().rest();
    }
  }

  /** Everything below the position is confirmed. */
  void confirmed(long position) {
    if (shared == null) {
      storable = position;
      leadFrom(position);
    }
  }

  private void leadFrom(long position) {
    if (leads > 0 && position >= leadsFrom) {
      rows.lead(leads);
      leads = 0;
    }
  }

  /** Everything below the position is on this disk. */
  void durable(long position) {
    if (shared != null) {
      storable = position;
      // Not sooner: an epoch that the database knows and this disk has forgotten would be
      // another's.
      leadFrom(position);
      rows.want(position);
      rows.committed(position);
    }
  }

  /** Everything below the position has its rows. */
  void stored(long position) {
    if (shared != null) {
      shared.link().stored(position);
    }
  }
}
