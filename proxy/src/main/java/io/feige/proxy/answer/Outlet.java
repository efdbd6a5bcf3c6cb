package io.feige.proxy.answer;

import java.util.concurrent.Executor;

/** Where a client is told messages that it has not asked for one by one. Any thread. */
public interface Outlet {
  /**
   * Tells without waiting, if there is room for it. It leaves with the next {@link #flush}.
   *
   * @param bytes as the client reads them; others may be told them as well, and they are not
   *     changed
   * @return false: there is no room, or the connection ends; it is not told
   */
  boolean offer(byte[] bytes);

  /** What was offered leaves. */
  void flush();

  /** Whether what was told before is taken, but for a little. */
  boolean isTaking();

  /**
   * Waits until it is.
   *
   * @throws InterruptedException the client is gone, or is to go
   */
  void awaitTaking() throws InterruptedException;

  /** The loop of the connection, on which telling costs least. */
  Executor lane();

  /** One thing more goes on for it; false: there are as many as may be. */
  boolean begin();

  /** One thing less. */
  void end();
}
