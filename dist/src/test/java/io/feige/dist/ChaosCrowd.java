package io.feige.dist;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.function.Consumer;

/**
 * Listeners that go to another proxy when theirs has died, on one thread: clients are on other
 * machines, and those of a test must not take what the proxies need.
 */
final class ChaosCrowd implements AutoCloseable {
  private static final int LOOK_MILLIS = 10;

  private final List<InetSocketAddress> proxies;
  private final List<ChaosListener> listeners;
  private final Consumer<String> faults;
  private final Selector selector = Selector.open();
  private final ByteBuffer in = ByteBuffer.allocateDirect(64 << 10);
  private final Thread thread;

  ChaosCrowd(
      List<InetSocketAddress> proxies, List<ChaosListener> listeners, Consumer<String> faults)
      throws IOException {
    this.proxies = List.copyOf(proxies);
    this.listeners = List.copyOf(listeners);
    this.faults = faults;
    this.thread = Thread.ofPlatform().name("crowd").start(this::run);
  }

  /** Whether messages come to all of them. */
  boolean areAllThere() {
    return listeners.stream().allMatch(ChaosListener::isThere);
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        long now = System.nanoTime();
        for (ChaosListener listener : listeners) {
          if (listener.isToConnect(now)) {
            connect(listener);
          }
        }
        selector.select(this::serve, LOOK_MILLIS);
      }
      for (SelectionKey key : selector.keys()) {
        ((CrowdSocket) key.attachment()).close();
      }
      selector.close();
    } catch (IOException e) {
      faults.accept(e.toString());
    }
  }

  private void connect(ChaosListener listener) {
    try {
      listener.connects(new CrowdSocket(selector, proxies.get(listener.proxy()), listener));
    } catch (IOException refused) {
      listener.lost(proxies.size());
    }
  }

  private void serve(SelectionKey key) {
    CrowdSocket socket = (CrowdSocket) key.attachment();
    try {
      socket.serve(key, in);
    } catch (IOException over) {
      try {
        socket.close();
      } catch (IOException e) {
        faults.accept(e.toString());
      }
      ((ChaosListener) socket.ear()).lost(proxies.size());
    }
  }

  @Override
  public void close() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }
}
