package io.feige.dist.crowd;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Subscribers of one MQTT topic (3.1.1, clean sessions, QoS 1), as many as a process may have
 * descriptors for, and one publisher of it (QoS 1); perf/subscribers starts it beside several
 * brokers. On standard output: when all are connected and have subscribed; then, after a line on
 * standard input, how long messages took from the publisher to each of them.
 *
 * <p>Arguments: port, count, messages a second, seconds.
 */
public final class Subscribers {
  private static final int CONNECTING = 100;
  private static final int BODY = 128;
  private static final String TOPIC = "crowd/news";
  private static final byte CONNACK = 0x20;
  private static final byte PUBLISH = 0x30;
  private static final byte PUBACK = 0x40;
  private static final byte SUBACK = (byte) 0x90;
  private static final int KEEP_ALIVE_SECONDS = 3_600;
  private static final long NANOS = 1_000_000_000;

  /** A connection and what of its next packet has come. */
  private static final class Link {
    private final int number;
    private final ByteBuffer in = ByteBuffer.allocate(1_024);

    private Link(int number) {
      this.number = number;
    }
  }

  private final InetSocketAddress broker;
  private final int count;
  private final int rate;
  private final int seconds;
  private final Selector selector = Selector.open();
  private final List<SocketChannel> channels = new ArrayList<>();
  private int connecting;
  private int subscribed;
  private long[] delays = new long[1 << 20];
  private int delivered;

  private Subscribers(int port, int count, int rate, int seconds) throws IOException {
    this.broker = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    this.count = count;
    this.rate = rate;
    this.seconds = seconds;
  }

  /** Runs until everything has come, or nothing did for ten seconds. */
  public static void main(String[] arguments) throws IOException {
    int[] numbers = Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
    Subscribers all = new Subscribers(numbers[0], numbers[1], numbers[2], numbers[3]);
    all.connect();
    System.out.println("connected " + System.currentTimeMillis());
    if (System.in.read() >= 0 && all.rate > 0) {
      all.measure();
    }
  }

  private void connect() throws IOException {
    while (subscribed < count) {
      while (channels.size() < count && connecting < CONNECTING) {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.connect(broker);
        channel.register(selector, SelectionKey.OP_CONNECT, new Link(channels.size()));
        channels.add(channel);
        connecting++;
      }
      selector.select(this::serve, 100);
    }
  }

  private void measure() throws IOException {
    SocketChannel publisher = SocketChannel.open(broker);
    send(publisher, ByteBuffer.wrap(hello("publisher")));
    publisher.configureBlocking(false);
    ByteBuffer acks = ByteBuffer.allocate(64 << 10);
    int messages = rate * seconds;
    long began = System.nanoTime();
    int sent = 0;
    long lastNews = began;
    int seen = 0;
    while (delivered < (long) messages * count && System.nanoTime() - lastNews < 10 * NANOS) {
      long now = System.nanoTime();
      if (sent < messages && now >= began + sent * NANOS / rate) {
        send(publisher, ByteBuffer.wrap(publish(sent % 65_535 + 1, now)));
        sent++;
      }
      if (publisher.read(acks.clear()) < 0) {
        throw new IOException("the publisher's connection has ended");
      }
      selector.select(this::serve, 1);
      if (delivered > seen || sent < messages) {
        seen = delivered;
        lastNews = System.nanoTime();
      }
    }
    tell((long) messages * count);
  }

  private void tell(long wanted) {
    long[] all = Arrays.copyOf(delays, delivered);
    Arrays.sort(all);
    System.out.printf(
        "delivered %,d of %,d, after p50 %.1f ms, p99 %.1f ms, longest %.1f ms%n",
        delivered, wanted, millis(all, 0.5), millis(all, 0.99), millis(all, 1));
  }

  private static double millis(long[] sorted, double share) {
    return sorted.length == 0 ? Double.NaN : sorted[(int) ((sorted.length - 1) * share)] / 1e6;
  }

  private void serve(SelectionKey key) {
    try {
      SocketChannel channel = (SocketChannel) key.channel();
      Link link = (Link) key.attachment();
      if (key.isConnectable()) {
        channel.finishConnect();
        key.interestOps(SelectionKey.OP_READ);
        send(channel, ByteBuffer.wrap(hello("subscriber-" + link.number)));
      } else {
        read(channel, link);
      }
    } catch (IOException e) {
      // Figures of fewer than all would look like good ones.
      throw new UncheckedIOException(e);
    }
  }

  private static void send(SocketChannel channel, ByteBuffer packet) throws IOException {
    while (packet.hasRemaining()) {
      if (channel.write(packet) == 0) {
        Thread.onSpinWait();
      }
    }
  }

  private void read(SocketChannel channel, Link link) throws IOException {
    if (channel.read(link.in) < 0) {
      throw new IOException("a connection has ended");
    }
    ByteBuffer in = link.in.flip();
    // No packet is longer than 127 bytes and its header, but for a PUBLISH of BODY bytes.
    while (in.remaining() >= 2) {
      int length = in.get(in.position() + 1);
      int header = 2;
      if (length < 0 && in.remaining() >= 3) {
        length = (length & 0x7f) + (in.get(in.position() + 2) << 7);
        header = 3;
      }
      if (length < 0 || in.remaining() < header + length) {
        break;
      }
      take(channel, in.get(in.position()), in.slice(in.position() + header, length));
      in.position(in.position() + header + length);
    }
    in.compact();
  }

  private void take(SocketChannel channel, byte kind, ByteBuffer packet) throws IOException {
    switch ((byte) (kind & 0xf0)) {
      case CONNACK -> {
        require(packet.get(1), "CONNACK");
        send(channel, ByteBuffer.wrap(subscribe()));
      }
      case SUBACK -> {
        require(packet.get(2) & 0x80, "SUBACK");
        connecting--;
        subscribed++;
      }
      case PUBLISH -> {
        packet.position(2 + packet.getShort(0));
        short id = packet.getShort();
        arrived(System.nanoTime() - packet.getLong());
        send(channel, ByteBuffer.allocate(4).put(PUBACK).put((byte) 2).putShort(id).flip());
      }
      default -> throw new IOException("a packet of kind " + kind);
    }
  }

  private static void require(int code, String packet) throws IOException {
    if (code != 0) {
      throw new IOException("the broker refuses: " + packet + " with " + code);
    }
  }

  private void arrived(long nanos) {
    if (delivered == delays.length) {
      delays = Arrays.copyOf(delays, 2 * delivered);
    }
    delays[delivered++] = nanos;
  }

  private static byte[] hello(String id) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF("MQTT");
    out.writeByte(4);
    out.writeByte(2);
    out.writeShort(KEEP_ALIVE_SECONDS);
    out.writeUTF(id);
    return packet(0x10, bytes.toByteArray());
  }

  private static byte[] subscribe() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeShort(1);
    out.writeUTF(TOPIC);
    out.writeByte(1);
    return packet(0x82, bytes.toByteArray());
  }

  private static byte[] publish(int id, long nanos) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(TOPIC);
    out.writeShort(id);
    out.writeLong(nanos);
    out.write(new byte[BODY - Long.BYTES]);
    return packet(0x32, bytes.toByteArray());
  }

  private static byte[] packet(int kind, byte[] rest) {
    ByteBuffer packet = ByteBuffer.allocate(3 + rest.length);
    packet.put((byte) kind);
    if (rest.length < 0x80) {
      packet.put((byte) rest.length);
    } else {
      packet.put((byte) ((rest.length & 0x7f) | 0x80)).put((byte) (rest.length >> 7));
    }
    packet.put(rest);
    return Arrays.copyOf(packet.array(), packet.position());
  }
}
