package io.feige.broker.core.replica;

import io.feige.protocol.link.EpochStart;
import java.util.List;

/**
 * What this replica holds, and whether that may be asked for at all.
 *
 * <pre>
 * state      from       event                 what is told of the journal
 * ready      construction                     what the port says; nothing while it is not whole
 * put right  ready      cut, wipe, restore    what will be left
 * ready      put right  JournalReady          what the port says; nothing while it is not whole
 * put right  ready      take over             what there was
 * ready      put right  TookOver              what the port says
 * </pre>
 *
 * <p>A journal that began from a snapshot has a state that is ahead of its bytes until these have
 * come up to the snapshot's position, and a process that ends before throws it away. Until then it
 * is not whole: it can be continued by the active that the snapshot came from, and by nobody else.
 */
final class Holding {
  private boolean isReady = true;
  private long endMeanwhile;
  private long lastEpochMeanwhile;
  private long snapshotEpoch;

  /** Whether the journal may be asked for anything. */
  boolean isReady() {
    return isReady;
  }

  /** Whether it can be continued as the active of an epoch does. */
  boolean fits(long epoch, ReplicaPort port) {
    return port.isWhole() || snapshotEpoch == epoch;
  }

  void cut(long position, long epoch, ReplicaStep step) {
    putRight(position, step.port().history());
    step.port().cut(position, epoch);
  }

  void wipe(long agreed, long epoch, ReplicaStep step) {
    putRight(0, List.of());
    step.port().wipe(agreed, epoch);
  }

  /** Begins anew from the snapshot that came. */
  void restore(long epoch, ReplicaStep step) {
    putRight(0, List.of());
    snapshotEpoch = epoch;
    step.port().restoreSpooled();
  }

  /** Makes it of what the shared store has; or, if that goes on already, for another epoch. */
  void takeOver(long epoch, ReplicaStep step) {
    if (isReady) {
      putRight(step.port().end(), step.port().history());
    }
    step.port().takeOver(epoch);
  }

  /** A take-over that goes on is not wanted any more. */
  void doNotTakeOver(ReplicaStep step) {
    if (!isReady) {
      step.port().takeOver(0);
    }
  }

  private void putRight(long end, List<EpochStart> history) {
    if (!isReady) {
      throw new IllegalStateException("the journal is being put right already");
    }
    isReady = false;
    endMeanwhile = end;
    lastEpochMeanwhile = lastBelow(end, history);
  }

  void ready() {
    if (isReady) {
      throw new IllegalStateException("the journal is ready, and nothing was asked of it");
    }
    isReady = true;
  }

  /** The newest activation whose record lies below a position; 0: none. */
  private static long lastBelow(long position, List<EpochStart> history) {
    for (EpochStart each : history.reversed()) {
      if (each.position() < position) {
        return each.epoch();
      }
    }
    return 0;
  }

  long end(ReplicaPort port) {
    return !isReady ? endMeanwhile : port.isWhole() ? port.end() : 0;
  }

  long durable(ReplicaPort port) {
    return !isReady ? endMeanwhile : port.isWhole() ? port.durable() : 0;
  }

  /** The newest activation that the disk durably holds; 0: none. */
  long lastDurableEpoch(ReplicaPort port) {
    if (!isReady) {
      return lastEpochMeanwhile;
    }
    return port.isWhole() ? lastBelow(port.durable(), port.history()) : 0;
  }
}
