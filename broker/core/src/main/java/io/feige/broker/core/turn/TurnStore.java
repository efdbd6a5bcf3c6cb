package io.feige.broker.core.turn;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.replica.ReplicaPort;
import io.feige.broker.core.replica.ReplicaPort.SnapshotAt;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An open journal, the state applied from it, and what works for them beside the turn. A replica
 * has one at a time; where its journal has to be cut, one is closed and another one opened.
 */
public interface TurnStore extends TurnJournal {
  /** Whose state is applied from the journal. */
  PartitionMachine machine();

  /** What works beside the turn begins. */
  void begin();

  /** Something may have been written: what makes it durable is woken. */
  void wake();

  /**
   * Whether what makes it durable may rest between two forces, as nobody waits for them. False:
   * whatever is written is forced at once.
   */
  void mayRest(boolean isNobodyWaiting);

  /**
   * Looks a little further at who needs how much of the journal.
   *
   * @param retentionMillis the time by which it is judged what is too old
   */
  void lookAtSpace(long retentionMillis);

  /**
   * What is to be carried forward now, so that the oldest part may go; null: nothing.
   *
   * @param safe everything below is confirmed, and nobody else needs it any more
   * @param retentionMillis the time by which it is judged what is too old
   */
  Event.@Nullable Carry carry(long safe, long retentionMillis);

  /** Bytes that publishes leave free, so that the carrying that is under way can be ended. */
  long reservedToCarry();

  /** What of the journal is damaged and is to be mended next; null: nothing. */
  ReplicaPort.@Nullable Damaged damaged();

  /** Mends the journal beside the turn, as {@link ReplicaPort#mend} says. */
  void mend(long position, ByteBuffer frames);

  /** It cannot be mended now; something else may be. */
  void mendLater(ReplicaPort.Damaged damaged);

  /** Whole frames that are checked, as {@link ReplicaPort#soundFrames} says. */
  @Nullable ByteBuffer soundFrames(long position, int maxBytes);

  /** Position of the newest snapshot; -1: there is none. */
  long newestSnapshot();

  /**
   * Stores a snapshot beside the turn.
   *
   * @param position is durable, and everything below it is in the state
   * @param state its bytes, one part after the other; nobody changes them
   */
  void save(long position, List<ByteBuffer> state);

  /** Opens the newest snapshot, in the place of one that is open; null: there is none. */
  @Nullable SnapshotAt openSnapshot();

  /** Bytes of the open snapshot; valid until the turn is over. */
  ByteBuffer snapshotPart(long at, int maxBytes);

  /** Closes the open snapshot, if any. */
  void closeSnapshot();
}
