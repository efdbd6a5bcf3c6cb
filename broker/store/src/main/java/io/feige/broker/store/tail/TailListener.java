package io.feige.broker.store.tail;

import java.util.List;

/** Who is told how far the store is. On threads of the tail; must not wait for anything. */
public interface TailListener {
  /**
   * Everything below the position but deliveries is committed in the database; they as well, where
   * the tail is relied on. Never goes back.
   */
  void stored(long position);

  /**
   * The database says so itself: a tail that begins after this one goes on at the position, so the
   * journal may let go of what lies below. Follows within seconds. Never goes back.
   */
  void checkpoint(long position);

  /**
   * Something went wrong and is tried again, or goes on again.
   *
   * @param trouble what; empty when it goes on
   */
  void trouble(String trouble);

  /** So many bytes of the journal were gone before they could be stored. */
  void missed(long bytes);

  /**
   * The database refused rows for what they hold, for good; stubs of them are committed.
   *
   * @param rows which, and the database's words; at least one
   */
  void refused(List<String> rows);

  /** The tail has ended by itself, for good: a higher epoch writes. */
  void ended(String why);
}
