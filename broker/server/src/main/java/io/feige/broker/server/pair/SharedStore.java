package io.feige.broker.server.pair;

import io.feige.broker.core.replica.ReplicaEvent;
import io.feige.broker.core.replica.StoreLink;
import io.feige.broker.core.turn.PairLinks;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.pair.rows.RowStore;
import io.feige.broker.server.pair.store.StoreMoves;
import io.feige.broker.store.jdbc.Database;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.LinkMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a replica has where its pair shares the message store instead of copying.
 *
 * @param link by which the store acknowledges in the place of the other member
 * @param takeOver by which this member comes by what the other had
 */
record SharedStore(StoreLink link, TakeOver takeOver) implements PairLinks {
  /** Null where the standby copies the journal. */
  static @Nullable SharedStore of(
      PairSetup setup,
      RowStore rows,
      StoreMoves moves,
      ReplicaWorld world,
      ReplicaWorld.Back back) {
    Database database = rows.database();
    if (!setup.replica().sharesStore() || database == null) {
      return null;
    }
    StoreLink.Back of =
        new StoreLink.Back() {
          @Override
          public void tell(ReplicaEvent event) {
            back.onLoop(() -> back.decide(event));
          }

          @Override
          public List<EpochStart> history() {
            return world.history();
          }

          @Override
          public void prove(long epoch, Runnable proven, Runnable failed) {
            rows.prove(epoch, proven, failed);
          }
        };
    return new SharedStore(
        new StoreLink(setup.pair(), setup.replica().leaseMillis(), of),
        new TakeOver(setup, database, moves));
  }

  @Override
  public void dial() {
    throw new IllegalStateException("nothing is copied from a store");
  }

  @Override
  public boolean canSend(long session) {
    return link.canSend(session);
  }

  @Override
  public void send(long session, LinkMessage message) {
    link.send(session, message);
  }

  @Override
  public void hangUp(long session, String why) {
    link.hangUp(session);
  }
}
