package io.feige.proxy.broadcast;

import io.feige.proxy.answer.Problem;
import java.util.List;
import java.util.concurrent.Executor;

/** One who is told what all are told. Its methods run on its lane. */
public interface Listener {
  /** Carries out one thing after the other; the same one always. Any thread. */
  Executor lane();

  /** Whether it has gone, or does not want it any more. */
  boolean isGone();

  /**
   * It has come: what it has missed since the places that it has shown.
   *
   * @return false: it cannot take all now, and is told no more until it comes again
   */
  boolean joins(List<SharedMessage> missed);

  /**
   * The next messages.
   *
   * @return false: it cannot take all now, and is told no more until it comes again
   */
  boolean hears(List<SharedMessage> messages);

  /**
   * There is nothing new, but it goes on.
   *
   * @param places where it is
   */
  void goesOn(String places);

  /** There will be no more. */
  void isOver(Problem why);
}
