package io.feige.dist;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * So many streams of server-sent events on one thread that a client for each would be too much.
 * Each follows a topic whose messages are the numbers from zero on, and each has to be told all of
 * them in order.
 */
final class StreamCrowd implements AutoCloseable {
  private static final int CONNECTING = 200;
  private static final Pattern BODY = Pattern.compile("\"body\":\"(\\d+)\"");

  private final InetSocketAddress proxy;
  private final byte[] request;
  private final int count;
  private final Selector selector = Selector.open();
  private final List<Stream> streams = new ArrayList<>();
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicLong told = new AtomicLong();
  private final AtomicReference<String> wrong = new AtomicReference<>("");
  private final ByteBuffer in = ByteBuffer.allocate(64 << 10);
  private final Thread thread;
  private int connecting;

  StreamCrowd(int port, String topic, int count) throws IOException {
    this.proxy = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    String get = "GET /v1/topics/" + topic + "/stream HTTP/1.1\r\nHost: localhost\r\n\r\n";
    this.request = get.getBytes(StandardCharsets.US_ASCII);
    this.count = count;
    this.thread = Thread.ofPlatform().name("crowd").start(this::run);
  }

  /** How many were told where they begin. */
  int begun() {
    return begun.get();
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
        while (streams.size() < count && connecting < CONNECTING) {
          streams.add(new Stream());
          connecting++;
        }
        selector.select(key -> ((Stream) key.attachment()).serve(key), 10);
      }
    } catch (IOException e) {
      wrong.compareAndSet("", e.toString());
    }
  }

  /** One of them. */
  private final class Stream {
    private final SocketChannel channel = SocketChannel.open();
    private final StringBuilder line = new StringBuilder();
    private boolean hasBegun;
    private int next;

    private Stream() throws IOException {
      channel.configureBlocking(false);
      channel.connect(proxy);
      channel.register(selector, SelectionKey.OP_CONNECT, this);
    }

    private void serve(SelectionKey key) {
      try {
        if (key.isConnectable()) {
          channel.finishConnect();
          key.interestOps(SelectionKey.OP_READ);
          if (channel.write(ByteBuffer.wrap(request)) < request.length) {
            throw new IOException("a few bytes are too much for a connection");
          }
        } else if (channel.read(in.clear()) < 0) {
          throw new EOFException("the stream has ended after " + line);
        } else {
          StandardCharsets.ISO_8859_1.decode(in.flip()).chars().forEach(this::take);
        }
      } catch (IOException | IllegalStateException e) {
        wrong.compareAndSet("", e.toString());
        key.cancel();
      }
    }

    private void take(int character) {
      if (character != '\n') {
        line.append((char) character);
        return;
      }
      if (!hasBegun && line.indexOf("id: ") == 0) {
        hasBegun = true;
        connecting--;
        begun.incrementAndGet();
      } else if (line.indexOf("data: ") == 0) {
        hear();
      }
      line.setLength(0);
    }

    private void hear() {
      Matcher body = BODY.matcher(line);
      if (!body.find() || Integer.parseInt(body.group(1)) != next) {
        throw new IllegalStateException("after " + next + " messages came " + line);
      }
      next++;
      told.incrementAndGet();
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
    for (Stream stream : streams) {
      stream.channel.close();
    }
    selector.close();
  }
}
