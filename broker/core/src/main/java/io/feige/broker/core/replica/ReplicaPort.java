package io.feige.broker.core.replica;

import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.LinkMessage;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The world of a replica machine: its journal with the state applied from it, its peer, its
 * clients. The machine calls it while it decides, in the order in which things are to happen. After
 * {@link #cut} or {@link #wipe} and until {@link ReplicaEvent.JournalReady}, the journal is not
 * asked for anything.
 */
public interface ReplicaPort {
  /** Position of the oldest byte held. */
  long start();

  /** Position behind the last byte appended. */
  long end();

  /** Position up to which the system has the bytes: they survive the process. */
  long written();

  /** Position up to which the disk has the bytes: they survive the machine. */
  long durable();

  /** The activations in the journal, ascending, at most {@code Join.MAX_HISTORY} newest ones. */
  List<EpochStart> history();

  /**
   * Whole frames of the journal where they lie, from a position that is written; at least one. None
   * at all where that would wait for the disk: {@link ReplicaEvent.JournalMoved} follows when it
   * would not. Valid until the decision returns.
   *
   * @param maxBytes how many at most; one frame is given whatever its size
   */
  ByteBuffer frames(long position, int maxBytes);

  /**
   * Bytes of the own journal that are damaged.
   *
   * @param from where the first damaged frame begins
   * @param end where the next sound one does
   */
  record Damaged(long from, long end) {}

  /** What is damaged and is to be mended next; null: nothing. */
  @org.jspecify.annotations.Nullable
  Damaged damaged();

  /**
   * Mends the journal beside the turn with frames of the other member, as far as they are sound;
   * {@link ReplicaEvent.JournalMoved} follows.
   *
   * @param position of the first of them, where something is damaged
   * @param frames may be anything; valid until the decision returns
   */
  void mend(long position, ByteBuffer frames);

  /** It cannot be mended now; something else may be. */
  void mendLater(Damaged damaged);

  /**
   * Whole frames of the journal where they lie, each checked with its batch. Valid until the
   * decision returns.
   *
   * @param position may be anything
   * @param maxBytes how many at most; one frame is given whatever its size
   * @return without bytes: there is no sound frame at the position; null: the disk has to be read
   *     first, and {@link ReplicaEvent.JournalMoved} follows when that is done
   */
  @org.jspecify.annotations.Nullable
  ByteBuffer soundFrames(long position, int maxBytes);

  /**
   * Appends frames as the active wrote them, and applies them. They become written, and later
   * durable, by {@link ReplicaEvent.JournalMoved}.
   *
   * @param frames whole frames that begin at {@link #end}; consumed
   * @return why it could not be done (damaged bytes, a full disk), and nothing was appended; empty:
   *     done
   */
  String copy(ByteBuffer frames);

  /**
   * Puts everything from a position on aside, into salvage, and removes it from journal and state.
   * {@link ReplicaEvent.JournalReady} follows, not before this decision has returned.
   *
   * @param epoch the active's, for the salvage's name
   */
  void cut(long position, long epoch);

  /**
   * Puts everything from {@code agreed} on aside, into salvage, and then removes everything: the
   * journal is empty and its end is 0. {@link ReplicaEvent.JournalReady} follows, not before this
   * decision has returned.
   */
  void wipe(long agreed, long epoch);

  /**
   * The newest snapshot of the state that is stored: opened for {@link #snapshotPart}.
   *
   * @return its position and length; null when there is none, and one is being made
   */
  @org.jspecify.annotations.Nullable
  SnapshotAt openSnapshot();

  /** A stored snapshot. */
  record SnapshotAt(long position, long bytes) {}

  /**
   * Bytes of the opened snapshot. Valid until the decision returns.
   *
   * @param at index of the first
   */
  ByteBuffer snapshotPart(long at, int maxBytes);

  /**
   * A snapshot is coming for an empty journal: what {@link #spool} brings is put aside. Whatever
   * was spooled before is forgotten.
   *
   * @param start position of the first frame that the journal is to hold
   */
  void beginSpool(long start, SnapshotAt snapshot);

  /**
   * Takes the next bytes of the snapshot; consumed.
   *
   * @return why it could not be done; empty: done
   */
  String spool(ByteBuffer bytes);

  /**
   * All of the snapshot has come: the empty journal is begun anew at its start, with the state of
   * the snapshot. {@link ReplicaEvent.JournalReady} follows, not before this decision has returned;
   * then {@link #end} is the start and {@link #history} is the snapshot's, and copying goes on by
   * dialling again. Frames below the snapshot's position are stored by {@link #copy} and not
   * applied. If the process ends before everything up to that position is durable, the next start
   * finds an empty journal.
   */
  void restoreSpooled();

  /**
   * Whether everything up to the restored snapshot's position is there. Until then the replica must
   * not be taken for in sync, whatever its end is.
   */
  boolean isWhole();

  /**
   * Sees to it that the store takes nothing of an older epoch any more, and makes the journal anew
   * of what it has, unless the own journal is the one that the store was filled from last. {@link
   * ReplicaEvent.TookOver} follows, not before this decision has returned; it is tried until then.
   * Asked of a pair that shares a store only.
   *
   * @param epoch which this replica is to be active in; 0: none any more. Another one may be wanted
   *     while it goes on
   */
  default void takeOver(long epoch) {
    throw new UnsupportedOperationException("no store is shared");
  }

  /**
   * Position up to which the shared store has everything, as this replica has seen it lately; 0: it
   * has not.
   */
  default long sharedEnd() {
    return 0;
  }

  /**
   * Begins to serve as an epoch: appends its EPOCH record. Clients are heard only while {@link
   * ReplicaMachine#mayServe} says so.
   *
   * @return false: the disk has no room for the record; to be tried again later
   */
  boolean activate(long epoch);

  /**
   * Serves no longer, or will not begin to: who waits for an answer is told, with the node to go to
   * (may be empty).
   */
  void retire(String activeNode);

  /**
   * Everything below the position is confirmed, and clients may see it. Asked of an active only,
   * first with a position that includes its EPOCH record; never goes back. It may come while {@link
   * ReplicaMachine#mayServe} says no, so that what was begun before a hand-over is answered.
   */
  void commit(long position);

  /**
   * What was published and is not confirmed yet will be confirmed by one copy, and the pair is set
   * to have two: who waits for the confirm of a publish is told that its outcome is not known.
   */
  void leavePublishesUnknown();

  /**
   * Messages that were handed out since the latest {@link #activate} as ones that may have been
   * handed out before.
   */
  long redelivered();

  /** How far the rows that this replica writes are behind, if it writes any. */
  default StoreLag storeLag() {
    return StoreLag.NONE;
  }

  /** Opens a connection to the other member; an event tells what came of it. */
  void dial();

  /** Ends a connection; its closing is not told again. */
  void hangUp(long session, String why);

  /** Whether the connection takes more now; if not, {@link ReplicaEvent.LinkWritable} follows. */
  boolean canSend(long session);

  /** Sends; buffers of the message are copied before this returns. */
  void send(long session, LinkMessage message);

  /** Admin should hear of this replica now, and not with the next heartbeat. */
  void report();

  /** Something that an operator may want to read in the log. */
  void note(ReplicaNote note, String words);
}
