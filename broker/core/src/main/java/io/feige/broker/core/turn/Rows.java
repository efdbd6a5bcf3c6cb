package io.feige.broker.core.turn;

import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.command.Refusal;
import org.jspecify.annotations.Nullable;

/** The message store of a replica: rows in SQL of what is in its journal. */
public interface Rows {
  /** Why nobody can wait for rows now; null: it is possible. */
  @Nullable Refusal whyNotStored();

  /** The replica is the active one of an epoch, whose record ends at a position. */
  void activated(long epoch, long end);

  /** It is not any more. */
  void retired();

  /**
   * Everything below the position is confirmed.
   *
   * @param isAwaited whether a publisher waits for its rows
   */
  void confirmed(long position, boolean isAwaited);

  /** Everything below the position is on this disk. */
  void durable(long position);

  /**
   * From where on the journal has no rows yet and must stay.
   *
   * @param isFull whether the disk is
   */
  long keepFrom(boolean isFull);

  /** What a full disk has to do with that, in words to be appended; may be nothing. */
  String keeps();

  /** How far the rows are behind, if this replica writes any. */
  StoreLag lag();

  /** Where the store is shared: up to where it has everything, as was seen lately. */
  long sharedEnd();
}
