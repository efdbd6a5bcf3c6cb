package io.feige.broker.core.turn;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.replica.ReplicaNote;
import io.feige.protocol.command.Answer;

/** Looks on, counts and tells. */
public interface TurnWatch {
  /** Clients are served from now on, or are not any more. */
  void serves(boolean isServing);

  /** A batch was appended. */
  void published(int records, long bytes);

  /** So many messages were settled for good. */
  void settled(long messages);

  /** An answer was decided on; it leaves once what it says is as safe as was promised. */
  default void decided(Ticket ticket, Answer answer) {}

  /** What clients wait for is written up to a position. */
  void written(long position);

  /** The journal is known to be confirmed up to a position. */
  void confirmed(long position);

  /**
   * A look at the disk.
   *
   * @param because why publishes are refused; empty: they are not
   * @param isNews whether that has changed
   */
  void room(String because, boolean isNews);

  /**
   * How it stands with publishes, apart from the room on the disk.
   *
   * @param because why none are taken, or none can be relied on to be; empty: nothing is wrong
   */
  void takesNone(String because);

  /** Parts of the journal were not needed any more and are removed. */
  void removed(int parts);

  /** It was looked at what may be removed, as is done now and then. */
  void swept(Now now);

  /** A request met a fault of the deciding code and was refused; everything else goes on. */
  void fault(Throwable cause);

  /** Something that an operator may want to read in the log. */
  void note(ReplicaNote note, String words);
}
