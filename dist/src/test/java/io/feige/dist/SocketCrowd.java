package io.feige.dist;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * So many sessions on one thread that a client for each would be too much. Each follows a topic
 * whose messages are the numbers from zero on, and each has to be told all of them in order.
 */
final class SocketCrowd implements AutoCloseable {
  private static final int CONNECTING = 200;
  private static final Pattern BODY = Pattern.compile("\"body\":\"(\\d+)\"");

  private final InetSocketAddress proxy;
  private final String topic;
  private final int count;
  private final Selector selector = Selector.open();
  private final List<CrowdSocket> sockets = new ArrayList<>();
  private final AtomicInteger subscribed = new AtomicInteger();
  private final AtomicLong told = new AtomicLong();
  private final AtomicReference<String> wrong = new AtomicReference<>("");
  private final ByteBuffer in = ByteBuffer.allocateDirect(64 << 10);
  private final Thread thread;
  private int connecting;

  SocketCrowd(int port, String topic, int count) throws IOException {
    this.proxy = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    this.topic = topic;
    this.count = count;
    this.thread = Thread.ofPlatform().name("crowd").start(this::run);
  }

  /** How many follow the topic. */
  int subscribed() {
    return subscribed.get();
  }

  /** How many messages all of them together were told. */
  long told() {
    return told.get();
  }

  /** What went wrong first; empty: nothing. */
  String wrong() {
    return wrong.get();
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        while (sockets.size() < count && connecting < CONNECTING) {
          sockets.add(new CrowdSocket(selector, proxy, new Member()));
          connecting++;
        }
        selector.select(this::serve, 10);
      }
    } catch (IOException e) {
      wrong.compareAndSet("", e.toString());
    }
  }

  private void serve(SelectionKey key) {
    try {
      ((CrowdSocket) key.attachment()).serve(key, in);
    } catch (IOException | IllegalStateException e) {
      wrong.compareAndSet("", e.toString());
      key.cancel();
    }
  }

  /** One of them. */
  private final class Member implements CrowdSocket.Ear {
    private int next;

    @Override
    public void hear(CrowdSocket from, String text) throws IOException {
      if (text.startsWith("{\"event\":\"welcome\"")) {
        from.say("{\"op\":\"subscribe\",\"id\":1,\"topic\":\"" + topic + "\",\"credit\":1000}");
      } else if (text.startsWith("{\"event\":\"done\"")) {
        connecting--;
        subscribed.incrementAndGet();
      } else if (text.startsWith("{\"event\":\"message\"")) {
        Matcher body = BODY.matcher(text);
        if (!body.find() || Integer.parseInt(body.group(1)) != next) {
          throw new IllegalStateException("after " + next + " messages came " + text);
        }
        next++;
        told.incrementAndGet();
      } else if (text.startsWith("{\"event\":\"failed\"")
          || text.startsWith("{\"event\":\"ended\"")) {
        throw new IllegalStateException(text);
      }
    }
  }

  @Override
  public void close() throws IOException {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (CrowdSocket socket : sockets) {
      socket.close();
    }
    selector.close();
  }
}
