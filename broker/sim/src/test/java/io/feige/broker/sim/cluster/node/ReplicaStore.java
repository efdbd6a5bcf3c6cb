package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.core.replica.ReplicaPort.Damaged;
import io.feige.broker.journal.Journal;
import io.feige.broker.server.pair.store.JournalLog;
import io.feige.broker.sim.cluster.wire.Breakage;
import io.feige.broker.sim.turn.SimStore;
import io.feige.protocol.frame.FrameKind;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The store of a simulated replica: it is looked at what is copied. */
final class ReplicaStore extends SimStore {
  private final Runnable copies;
  private final Beside beside;
  private final boolean stampsByClock;
  private final boolean leavesDamage;

  /**
   * @param copies told before something is copied
   */
  ReplicaStore(Opened opened, Beside beside, Breakage breakage, Runnable copies) {
    super(opened.journal(), opened.machine(), opened.log(), beside, 1);
    this.beside = beside;
    this.copies = copies;
    this.stampsByClock = breakage == Breakage.STAMPS_FOLLOW_THE_CLOCK;
    this.leavesDamage = breakage == Breakage.DAMAGE_IS_LEFT;
  }

  /** A journal, and the machine it was replayed into. */
  record Opened(Journal journal, PartitionMachine machine, JournalLog log) {}

  @Override
  public long append(RecordDraft draft, long epoch, long timeMillis) {
    boolean isCopy = (draft.flags() & FrameKind.FLAG_CARRIED) != 0;
    boolean isByClock = stampsByClock && !isCopy;
    return super.append(draft, epoch, isByClock ? beside.pace().millis() : timeMillis);
  }

  @Override
  public @Nullable Damaged damaged() {
    return leavesDamage ? null : super.damaged();
  }

  @Override
  public String copy(ByteBuffer frames) {
    copies.run();
    return super.copy(frames);
  }
}
