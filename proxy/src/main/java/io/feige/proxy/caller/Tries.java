package io.feige.proxy.caller;

import io.feige.access.HttpCredentials;
import java.util.HashMap;
import java.util.Map;

/**
 * Credentials of which the cluster is asked at the moment whether they are right. Many who show the
 * same wait for one answer and are one try: a crowd that comes to a proxy that has just started.
 */
final class Tries {
  private final int most;
  private final Map<HttpCredentials, Integer> waiting = new HashMap<>();

  /**
   * Nobody tries.
   *
   * @param most credentials at a time
   */
  Tries(int most) {
    this.most = most;
  }

  /** One more waits for the answer; false: there are as many others as may be. */
  synchronized boolean begin(HttpCredentials shown) {
    if (!waiting.containsKey(shown) && waiting.size() >= most) {
      return false;
    }
    waiting.merge(shown, 1, Integer::sum);
    return true;
  }

  /** One less. */
  synchronized void end(HttpCredentials shown) {
    waiting.computeIfPresent(shown, (_, count) -> count == 1 ? null : count - 1);
  }
}
