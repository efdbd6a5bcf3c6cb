package io.feige.client;

import java.time.Duration;
import java.util.Optional;

/**
 * A handler at work. It goes on whatever its handler does: an exception or an error, no verdict
 * (null) and an interrupt are each a retry with the topic's back-off, told in the log and by {@link
 * #lastFailure}.
 *
 * <p>The lease of a message is extended while a handler works on it, up to the {@link
 * ConsumerPolicy}'s handling limit. Beyond it the message comes again, to this or another consumer,
 * and what waited behind it goes to others; the handler is not interrupted, and its place stays
 * taken until it returns.
 */
public interface Listening extends AutoCloseable {
  /** What a listener is doing. */
  enum State {
    /** It handles what comes. */
    RUNNING,
    /** At least one handler has had its message for longer than the handling limit. */
    OVERDUE,
    /** Fetching failed or the process has no threads left; it tries again by itself. */
    RECOVERING,
    /** It was paused. */
    PAUSED,
    /** It was closed, or refused for good. */
    STOPPED
  }

  /** What it is doing now. */
  State state();

  /**
   * Whether messages are still being handled. False once closed, or once the broker has refused the
   * consumer for good.
   */
  default boolean isOpen() {
    return state() != State.STOPPED;
  }

  /**
   * What went wrong last: in the handler, with fetching, or with a verdict. It stays when things go
   * well again.
   */
  Optional<Throwable> lastFailure();

  /** Why it has stopped by itself; empty while it is open and when it was closed. */
  Optional<FeigeException> stoppedBecause();

  /** Takes no new messages until {@link #resume}; handlers that run finish what they have. */
  void pause();

  /** Goes on after {@link #pause}. */
  void resume();

  /**
   * Waits until it is closed.
   *
   * @throws FeigeException it has stopped by itself; the exception says why
   */
  void await() throws InterruptedException;

  /**
   * As {@link #await()}, at most for so long.
   *
   * @return whether it was closed
   * @throws FeigeException it has stopped by itself; the exception says why
   */
  boolean await(Duration limit) throws InterruptedException;

  /**
   * Takes no new messages, waits for the handlers that run and for their verdicts, at most for the
   * client's close timeout, and gives the rest back to the broker. Called by a handler of this
   * listener it returns at once, and the listener is closed when the handler has returned and its
   * verdict is sent.
   */
  @Override
  void close();
}
