package io.feige.broker.server.net;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;

/**
 * Flushes each connection of one event loop once in a turn, however many answers were written to it
 * in that turn. The flush is a task behind those that write, so it sees all of their answers.
 */
final class FlushQueue implements Runnable {
  private final EventLoop loop;
  // Each connection stands in it at most once.
  private final List<ClientConnection> waiting = new ArrayList<>();

  FlushQueue(EventLoop loop) {
    this.loop = loop;
  }

  /** Only on the loop; the caller makes sure that a connection is not in the queue twice. */
  void add(ClientConnection connection) {
    waiting.add(connection);
    if (waiting.size() == 1) {
      loop.execute(this);
    }
  }

  @Override
  public void run() {
    // By index: a flush that fails may close connections, but adds nothing here.
    for (int i = 0; i < waiting.size(); i++) {
      waiting.get(i).flushNow();
    }
    waiting.clear();
  }
}
