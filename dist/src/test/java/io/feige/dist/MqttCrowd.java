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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * So many sessions of MQTT 3.1.1 on one thread that a client for each would be too much. Each is
 * kept, has one subscription, with QoS 1 or 2 in turns, and goes on at the next proxy when its
 * connection ends.
 */
final class MqttCrowd implements AutoCloseable {
  private static final int CONNECTING = 200;
  private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final List<InetSocketAddress> proxies = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();
  private final Selector selector = Selector.open();
  private final ArrayDeque<Member> toConnect = new ArrayDeque<>();
  private final AtomicInteger subscribed = new AtomicInteger();
  private final AtomicInteger connected = new AtomicInteger();
  private final List<Long> pauses = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, Integer> received = new ConcurrentHashMap<>();
  private final AtomicReference<String> wrong = new AtomicReference<>("");
  private final ByteBuffer in = ByteBuffer.allocateDirect(64 << 10);
  private final Thread thread;
  private int connecting;

  /** One of them. */
  private static final class Member {
    private final int number;
    private final Set<Integer> unreleased = new HashSet<>();
    private byte[] partial = {};
    private boolean isConnected;
    private boolean isSubscribed;
    private int proxy;
    private long lostNanos = System.nanoTime();
    private long notBeforeNanos = lostNanos;

    private Member(int number) {
      this.number = number;
      this.proxy = number;
    }
  }

  MqttCrowd(int count, int... ports) throws IOException {
    for (int port : ports) {
      proxies.add(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }
    for (int i = 0; i < count; i++) {
      members.add(new Member(i));
    }
    toConnect.addAll(members);
    thread = Thread.ofPlatform().name("crowd").start(this::run);
  }

  /** The topic that one of them has subscribed to. */
  static String topic(int number) {
    return "crowd/" + number;
  }

  int subscribed() {
    return subscribed.get();
  }

  int connected() {
    return connected.get();
  }

  /** How often a message has come, by its topic, {@code =} and its body. */
  Map<String, Integer> received() {
    return received;
  }

  /** How long each was not connected, in milliseconds, the shortest first. */
  List<Long> pauses() {
    synchronized (pauses) {
      return pauses.stream().sorted().toList();
    }
  }

  /** What went wrong first; empty: nothing. */
  String wrong() {
    return wrong.get();
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        connectAll();
        selector.select(this::serve, 10);
      }
    } catch (IOException | UncheckedIOException e) {
      wrong.compareAndSet("", e.toString());
    }
  }

  /** At first some at a time; those who were cut off come back all at once. */
  private void connectAll() throws IOException {
    long now = System.nanoTime();
    for (int left = toConnect.size(); left > 0; left--) {
      Member next = toConnect.remove();
      boolean isLater = next.notBeforeNanos - now > 0;
      if (isLater || (!next.isSubscribed && connecting >= CONNECTING)) {
        toConnect.add(next);
      } else {
        connect(next);
      }
    }
  }

  private void connect(Member member) throws IOException {
    SocketChannel channel = SocketChannel.open();
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_CONNECT, member);
    connecting += member.isSubscribed ? 0 : 1;
    channel.connect(proxies.get(member.proxy % proxies.size()));
  }

  private void serve(SelectionKey key) {
    SocketChannel channel = (SocketChannel) key.channel();
    Member member = (Member) key.attachment();
    try {
      if (key.isConnectable()) {
        channel.finishConnect();
        key.interestOps(SelectionKey.OP_READ);
        String id = "crowd-" + member.number;
        send(channel, 0x10, "\0\4MQTT\4\0\0\0" + text(id));
      } else {
        read(channel, member);
      }
    } catch (IOException e) {
      lost(channel, member);
    } catch (IllegalStateException e) {
      wrong.compareAndSet("", member.number + ": " + e.getMessage());
      lost(channel, member);
    }
  }

  private void lost(SocketChannel channel, Member member) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    long now = System.nanoTime();
    connecting -= member.isSubscribed ? 0 : 1;
    if (member.isConnected) {
      member.isConnected = false;
      member.lostNanos = now;
      connected.decrementAndGet();
    } else {
      member.notBeforeNanos = now + AGAIN_NANOS;
    }
    member.partial = new byte[0];
    member.proxy++;
    toConnect.add(member);
  }

  private static String text(String text) {
    return "\0" + (char) text.length() + text;
  }

  private static void send(SocketChannel channel, int head, String rest) throws IOException {
    String packet = "" + (char) head + (char) rest.length() + rest;
    byte[] bytes = packet.getBytes(StandardCharsets.ISO_8859_1);
    if (channel.write(ByteBuffer.wrap(bytes)) < bytes.length) {
      throw new IOException("the proxy does not take a few bytes");
    }
  }

  private void read(SocketChannel channel, Member member) throws IOException {
    in.clear().put(member.partial);
    if (channel.read(in) < 0) {
      throw new IOException("the connection has ended");
    }
    in.flip();
    while (in.remaining() >= 2 && in.remaining() >= 2 + in.get(in.position() + 1)) {
      int head = Byte.toUnsignedInt(in.get());
      byte[] rest = new byte[in.get()];
      in.get(rest);
      take(channel, member, head, ByteBuffer.wrap(rest));
    }
    member.partial = new byte[in.remaining()];
    in.get(member.partial);
  }

  private void take(SocketChannel channel, Member member, int head, ByteBuffer rest)
      throws IOException {
    switch (head >> 4) {
      case 2 -> welcomed(channel, member, rest);
      case 3 -> published(channel, member, (head >> 1) & 3, rest);
      case 6 -> {
        int id = rest.getShort();
        member.unreleased.remove(id);
        answer(channel, 0x70, id);
      }
      case 9 -> {
        if (rest.get(2) < 0) {
          throw new IllegalStateException("its subscription is refused");
        }
        member.isSubscribed = true;
        connecting--;
        subscribed.incrementAndGet();
      }
      default -> throw new IllegalStateException("a packet with the head " + head);
    }
  }

  private void welcomed(SocketChannel channel, Member member, ByteBuffer rest) throws IOException {
    boolean isPresent = rest.get() == 1;
    if (rest.get() != 0) {
      throw new IOException("it is not let in for the moment");
    }
    if (member.isSubscribed && !isPresent) {
      throw new IllegalStateException("its session is not there any more");
    }
    member.isConnected = true;
    connected.incrementAndGet();
    if (member.isSubscribed) {
      pauses.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - member.lostNanos));
    } else {
      String filter = text(topic(member.number));
      send(channel, 0x82, "\0\1" + filter + (char) (1 + member.number % 2));
    }
  }

  private void published(SocketChannel channel, Member member, int qos, ByteBuffer rest)
      throws IOException {
    byte[] topic = new byte[rest.getShort()];
    rest.get(topic);
    int id = qos == 0 ? 0 : rest.getShort();
    if (qos < 2 || member.unreleased.add(id)) {
      String body = StandardCharsets.UTF_8.decode(rest).toString();
      received.merge(new String(topic, StandardCharsets.UTF_8) + "=" + body, 1, Integer::sum);
    }
    if (qos > 0) {
      answer(channel, qos == 1 ? 0x40 : 0x50, id);
    }
  }

  private static void answer(SocketChannel channel, int head, int id) throws IOException {
    send(channel, head, "" + (char) ((id >> 8) & 0xff) + (char) (id & 0xff));
  }

  @Override
  public void close() throws IOException {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (SelectionKey key : List.copyOf(selector.keys())) {
      key.channel().close();
    }
    selector.close();
  }
}
