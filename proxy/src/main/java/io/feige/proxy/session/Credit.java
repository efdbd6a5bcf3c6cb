package io.feige.proxy.session;

import io.feige.proxy.answer.Problem;
import org.jspecify.annotations.Nullable;

/** How many messages a session lets come. Any thread. */
final class Credit {
  private static final int USUAL = 100;
  private static final int MOST = 100_000;

  private int left;

  /**
   * What a subscription begins with.
   *
   * @throws Problem no number that makes sense
   */
  Credit(@Nullable Integer first) {
    add(first == null ? USUAL : first);
  }

  /**
   * So many more may come.
   *
   * @throws Problem no number that makes sense
   */
  synchronized void add(int more) {
    if (more < 1 || more > MOST - left) {
      throw Problem.badRequest(
          "credit must be 1 to " + MOST + " with what is there already, not " + more);
    }
    left += more;
    notifyAll();
  }

  /** Takes one, if there is any. */
  synchronized boolean take() {
    if (left == 0) {
      return false;
    }
    left--;
    return true;
  }

  /** Waits for one, and takes as many as there are. */
  synchronized int await(int most) throws InterruptedException {
    awaitAny();
    int taken = Math.min(left, most);
    left -= taken;
    return taken;
  }

  /** Waits until there is one. */
  synchronized void awaitAny() throws InterruptedException {
    while (left == 0) {
      wait();
    }
  }

  /** So many were taken for nothing. */
  synchronized void giveBack(int count) {
    left += count;
    notifyAll();
  }
}
