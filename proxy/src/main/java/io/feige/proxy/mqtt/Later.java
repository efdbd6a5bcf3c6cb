package io.feige.proxy.mqtt;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is to be done for clients that have gone, unless they come back before. Any thread. */
final class Later {
  private final int most;
  private final Map<String, Thread> waiting = new ConcurrentHashMap<>();

  /**
   * Nothing yet.
   *
   * @param most things that wait at a time
   */
  Later(int most) {
    this.most = most;
  }

  /**
   * Does it then.
   *
   * @return false: too much waits already, and this will not be done
   */
  boolean add(String identity, long millis, Runnable work) {
    if (waiting.size() >= most) {
      return false;
    }
    Thread thread =
        Thread.ofVirtual()
            .name("feige-mqtt-later")
            .unstarted(() -> {
              try {
                Thread.sleep(millis);
                if (waiting.remove(identity, Thread.currentThread())) {
                  work.run();
                }
              } catch (InterruptedException comeBack) {
                Thread.currentThread().interrupt();
              }
            });
    Thread before = waiting.put(identity, thread);
    if (before != null) {
      before.interrupt();
    }
    thread.start();
    return true;
  }

  /** The client is back. */
  void cancel(String identity) {
    Thread thread = waiting.remove(identity);
    if (thread != null) {
      thread.interrupt();
    }
  }
}
