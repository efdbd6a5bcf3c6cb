package io.feige.broker.core.turn;

import io.feige.broker.core.replica.ReplicaPort;
import io.feige.broker.core.replica.ReplicaPort.SnapshotAt;
import java.nio.ByteBuffer;

/**
 * From one store to the next: what cannot be done to an open journal. It takes its time beside the
 * turn, and {@link PairTurn#moved} follows, not before the call has returned.
 */
public interface Moves {
  /** See {@link ReplicaPort#cut}. */
  void cut(long position, long epoch);

  /** See {@link ReplicaPort#wipe}. */
  void wipe(long agreed, long epoch);

  /** See {@link ReplicaPort#beginSpool}. */
  void beginSpool(long start, SnapshotAt snapshot);

  /** See {@link ReplicaPort#spool}. */
  String spool(ByteBuffer bytes);

  /** See {@link ReplicaPort#restoreSpooled}. */
  void restoreSpooled();

  /** Which epoch the shared store is to be taken over in; 0: none any more. */
  void wantTakeOver(long epoch);

  /** Takes over from the shared store; {@link PairTurn#tookOver} follows in any case. */
  void takeOver();
}
