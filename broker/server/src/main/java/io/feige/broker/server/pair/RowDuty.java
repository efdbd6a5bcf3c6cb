package io.feige.broker.server.pair;

import io.feige.broker.core.turn.Rows;
import io.feige.broker.server.pair.clients.NodeClients;
import io.feige.broker.server.pair.rows.RowStore;
import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.command.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * When a replica writes rows, and of what. Usually what is confirmed gets rows, from when the
 * replica has confirmed that it is the active one. Where a store is shared it is the other way
 * round: what is durable gets rows, and is confirmed for that. On the pair's loop where nothing
 * else is said.
 */
final class RowDuty implements Rows {
  private final RowStore rows;
  private final @Nullable SharedStore shared;
  private final NodeClients clients;
  private volatile long storable;
  private long leads;
  private long leadsFrom;

  /**
   * @param shared null: the standby copies the journal
   * @param clients who have messages of the rows fetched
   */
  RowDuty(RowStore rows, @Nullable SharedStore shared, NodeClients clients) {
    this.rows = rows;
    this.shared = shared;
    this.clients = clients;
  }

  /** Up to where rows may be made of the journal. Any thread. */
  long storable() {
    return storable;
  }

  @Override
  public void activated(long epoch, long end) {
    leads = epoch;
    leadsFrom = end;
    if (shared != null) {
      shared.link().lead(epoch);
    }
  }

  @Override
  public void retired() {
    leads = 0;
    clients.forgetFetched();
    rows.rest();
    if (shared != null) {
      shared.link().rest();
    }
  }

  @Override
  public void confirmed(long position, boolean isAwaited) {
    if (shared == null) {
      storable = position;
      leadFrom(position);
    }
    if (isAwaited) {
      rows.want(position);
    }
    rows.committed(position);
  }

  private void leadFrom(long position) {
    if (leads > 0 && position >= leadsFrom) {
      rows.lead(leads);
      leads = 0;
    }
  }

  @Override
  public void durable(long position) {
    if (shared != null) {
      storable = position;
      // Not sooner: an epoch that the database knows and this disk has forgotten would be
      // another's.
      leadFrom(position);
      rows.want(position);
      rows.committed(position);
    }
  }

  @Override
  public @Nullable Refusal whyNotStored() {
    return rows.whyNotStored();
  }

  @Override
  public long keepFrom(boolean isFull) {
    return rows.keepFrom(isFull);
  }

  @Override
  public String keeps() {
    return rows.keeps();
  }

  @Override
  public StoreLag lag() {
    return rows.lag();
  }

  @Override
  public long sharedEnd() {
    return rows.seen();
  }

  /** Everything below the position has its rows. */
  void stored(long position) {
    if (shared != null) {
      shared.link().stored(position);
    }
  }
}
