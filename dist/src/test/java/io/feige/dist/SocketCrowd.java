package io.feige.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
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
 * So many sessions on one thread that a client for each would be too much. Each follows a topic
 * whose messages are the numbers from zero on, and each has to be told all of them in order.
 */
final class SocketCrowd implements AutoCloseable {
  private static final int CONNECTING = 200;
  private static final int LONGEST = 4_096;
  private static final Pattern BODY = Pattern.compile("\"body\":\"(\\d+)\"");
  private static final String HANDSHAKE =
      """
      GET /v1/ws HTTP/1.1\r
      Host: localhost\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      \r
      """;
  private static final byte[] NO_MASK = new byte[4];

  private final InetSocketAddress proxy;
  private final String topic;
  private final int count;
  private final Selector selector = Selector.open();
  private final List<SocketChannel> channels = new ArrayList<>();
  private final AtomicInteger subscribed = new AtomicInteger();
  private final AtomicLong told = new AtomicLong();
  private final AtomicReference<String> wrong = new AtomicReference<>("");
  private final ByteBuffer in = ByteBuffer.allocateDirect(64 << 10);
  private final Thread thread;
  private int connecting;

  /** One of them. */
  private static final class Member {
    private byte[] partial = {};
    private boolean isUpgraded;
    private int next;
  }

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
        while (channels.size() < count && connecting < CONNECTING) {
          connect();
        }
        selector.select(this::serve, 10);
      }
    } catch (IOException | UncheckedIOException e) {
      wrong.compareAndSet("", e.toString());
    }
  }

  private void connect() throws IOException {
    SocketChannel channel = SocketChannel.open();
    channels.add(channel);
    channel.configureBlocking(false);
    channel.connect(proxy);
    channel.register(selector, SelectionKey.OP_CONNECT, new Member());
    connecting++;
  }

  private void serve(SelectionKey key) {
    SocketChannel channel = (SocketChannel) key.channel();
    try {
      if (key.isConnectable()) {
        channel.finishConnect();
        key.interestOps(SelectionKey.OP_READ);
        send(channel, HANDSHAKE.getBytes(StandardCharsets.ISO_8859_1));
      } else {
        read(channel, (Member) key.attachment());
      }
    } catch (IOException | IllegalStateException e) {
      wrong.compareAndSet("", e.toString());
      key.cancel();
    }
  }

  private static void send(SocketChannel channel, byte[] bytes) throws IOException {
    if (channel.write(ByteBuffer.wrap(bytes)) < bytes.length) {
      throw new IOException("a few bytes are too much for a new connection");
    }
  }

  /** A client's frame; its mask changes nothing. */
  private static void frame(SocketChannel channel, int kind, byte[] payload) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(6 + payload.length);
    frame.put((byte) kind).put((byte) (0x80 | payload.length)).put(NO_MASK).put(payload);
    send(channel, frame.array());
  }

  private void read(SocketChannel channel, Member member) throws IOException {
    in.clear().put(member.partial);
    if (channel.read(in) < 0) {
      throw new IllegalStateException("a connection has ended");
    }
    in.flip();
    if (!member.isUpgraded) {
      upgrade(channel, member);
    }
    while (member.isUpgraded && take(channel, member)) {
      // One frame after the other.
    }
    if (in.remaining() > LONGEST) {
      throw new IllegalStateException("a frame is longer than any should be");
    }
    member.partial = new byte[in.remaining()];
    in.get(member.partial);
  }

  private void upgrade(SocketChannel channel, Member member) throws IOException {
    String head = StandardCharsets.ISO_8859_1.decode(in.duplicate()).toString();
    int end = head.indexOf("\r\n\r\n");
    if (end >= 0) {
      if (!head.startsWith("HTTP/1.1 101")) {
        throw new IllegalStateException(head);
      }
      in.position(in.position() + end + 4);
      member.isUpgraded = true;
      String operation =
          "{\"op\":\"subscribe\",\"id\":1,\"topic\":\"" + topic + "\",\"credit\":1000}";
      frame(channel, 0x81, operation.getBytes(StandardCharsets.UTF_8));
    }
  }

  private boolean take(SocketChannel channel, Member member) throws IOException {
    in.mark();
    if (in.remaining() < 4) {
      // The shortest frame that is sent here, an empty one aside, which says nothing.
      return false;
    }
    int kind = in.get() & 0x0f;
    int length = in.get();
    length = length == 126 ? in.getShort() : length;
    if (in.remaining() < length) {
      in.reset();
      return false;
    }
    byte[] payload = new byte[length];
    in.get(payload);
    switch (kind) {
      case 1 -> hear(member, new String(payload, StandardCharsets.UTF_8));
      case 9 -> frame(channel, 0x8a, payload);
      default -> throw new IllegalStateException("a frame of kind " + kind);
    }
    return true;
  }

  private void hear(Member member, String text) {
    if (text.startsWith("{\"event\":\"done\"")) {
      connecting--;
      subscribed.incrementAndGet();
    } else if (text.startsWith("{\"event\":\"message\"")) {
      Matcher body = BODY.matcher(text);
      if (!body.find() || Integer.parseInt(body.group(1)) != member.next) {
        throw new IllegalStateException("after " + member.next + " messages came " + text);
      }
      member.next++;
      told.incrementAndGet();
    } else if (text.startsWith("{\"event\":\"failed\"")
        || text.startsWith("{\"event\":\"ended\"")) {
      throw new IllegalStateException(text);
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
    for (SocketChannel channel : channels) {
      channel.close();
    }
    selector.close();
  }
}
