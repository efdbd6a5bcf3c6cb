package io.feige.broker.core.turn;

import io.feige.broker.core.record.RecordDraft;
import java.nio.ByteBuffer;

/** The journal of a replica, as its turn uses it. */
public interface TurnJournal {
  /** Position of the oldest byte held. */
  long start();

  /** Position behind the last byte appended. */
  long end();

  /** Position up to which the system has the bytes: they survive the process. */
  long written();

  /** Position up to which the disk has the bytes: they survive the machine. */
  long durable();

  /** Whether it was begun from a snapshot whose position it does not reach yet. */
  boolean isJoining();

  /** Whether a publish of so many bytes leaves the reserve of the disk untouched. */
  boolean hasRoomFor(long bytes);

  /** Makes sure that records of together so many bytes can be appended; false: the disk is full. */
  boolean reserve(long bytes);

  /**
   * Gives a record its place. A batch must stay as it is until {@link #write} has returned.
   *
   * @return its position
   */
  long append(RecordDraft draft, long epoch, long timeMillis);

  /**
   * Writes everything that was appended. If the disk has no room to write it, {@link #written}
   * stays, {@link #reserve} says no, and the next call tries again.
   */
  void write();

  /**
   * Appends frames as another replica wrote them, and applies them.
   *
   * @param frames whole frames that begin at {@link #end}; consumed
   * @return why it could not be done, and nothing was appended; empty: done
   */
  String copy(ByteBuffer frames);

  /**
   * Whole frames where they lie, from a position that is written; valid until the turn is over.
   * None, if that would wait for the disk: {@link PairTurn#atHand} follows when it would not.
   */
  ByteBuffer frames(long position, int maxBytes);

  /** Asks for messages that it has let go of, from an offset on. */
  void fetch(int partition, long offset);

  /**
   * What is completed from now on is so before this time of retention, whatever the stamps in it
   * say: their clock may have been ahead.
   */
  void sealedBefore(long retentionMillis);

  /**
   * Removes its oldest parts as long as nobody needs them.
   *
   * @return how many
   */
  int remove(Needed needed);

  /**
   * Whether the oldest part could go if what is needed now was needed then. Costs next to nothing
   * where it cannot.
   */
  boolean mayRemove(Needed needed);
}
