package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.server.pair.JournalLog;
import io.feige.broker.sim.turn.SimStore;
import java.nio.ByteBuffer;

/** The store of a simulated replica: it is looked at what is copied. */
final class ReplicaStore extends SimStore {
  private final Runnable copies;

  /**
   * @param copies told before something is copied
   */
  ReplicaStore(
      Journal journal, PartitionMachine machine, JournalLog log, Beside beside, Runnable copies) {
    super(journal, machine, log, beside, 1);
    this.copies = copies;
  }

  @Override
  public String copy(ByteBuffer frames) {
    copies.run();
    return super.copy(frames);
  }
}
