package io.feige.dist.crowd;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Sessions over WebSocket that follow a topic and do nothing else, as many as a process may have
 * descriptors for; perf/million starts many of these. What it says, on standard output, is a line
 * for each thing that has happened and when, in milliseconds since 1970: all are connected; the
 * first and the last has been told so many messages.
 *
 * <p>Arguments: port, topic, count.
 */
public final class Listeners {
  private static final int CONNECTING = 100;
  private static final byte[] MESSAGE = "{\"event\":\"message\"".getBytes(StandardCharsets.UTF_8);
  private static final byte[] DONE = "{\"event\":\"done\"".getBytes(StandardCharsets.UTF_8);
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

  private final InetSocketAddress proxy;
  private final byte[] subscribe;
  private final int count;
  private final Selector selector = Selector.open();
  private final ByteBuffer in = ByteBuffer.allocateDirect(64 << 10);
  private final List<SocketChannel> channels = new ArrayList<>();
  private int connecting;
  private int connected;
  private int[] toldAtLeast = new int[8];

  private Listeners(int port, String topic, int count) throws IOException {
    this.proxy = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    String operation =
        "{\"op\":\"subscribe\",\"id\":1,\"topic\":\"" + topic + "\",\"credit\":100000}";
    this.subscribe = frame(0x81, operation.getBytes(StandardCharsets.UTF_8));
    this.count = count;
  }

  /** Runs until standard input ends. */
  public static void main(String[] arguments) throws IOException {
    Listeners listeners =
        new Listeners(Integer.parseInt(arguments[0]), arguments[1], Integer.parseInt(arguments[2]));
    Thread.ofPlatform().daemon().start(Listeners::awaitEnd);
    listeners.run();
  }

  private static void awaitEnd() {
    try (BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      while (input.readLine() != null) {
        // It is to end when this does.
      }
    } catch (IOException e) {
      System.err.println(e);
    }
    Runtime.getRuntime().halt(0);
  }

  private void run() throws IOException {
    while (true) {
      while (channels.size() < count && connecting < CONNECTING) {
        SocketChannel channel = SocketChannel.open();
        channels.add(channel);
        channel.configureBlocking(false);
        channel.connect(proxy);
        channel.register(selector, SelectionKey.OP_CONNECT, new int[2]);
        connecting++;
      }
      selector.select(this::serve, 100);
    }
  }

  private void serve(SelectionKey key) {
    try {
      SocketChannel channel = (SocketChannel) key.channel();
      if (key.isConnectable()) {
        channel.finishConnect();
        key.interestOps(SelectionKey.OP_READ);
        channel.write(ByteBuffer.wrap(HANDSHAKE.getBytes(StandardCharsets.ISO_8859_1)));
      } else {
        read(channel, (int[]) key.attachment());
      }
    } catch (IOException e) {
      say("broken " + e);
      key.cancel();
    }
  }

  /** The second is 0 before the handshake is over, 1 before it is subscribed, and then 2. */
  private void read(SocketChannel channel, int[] toldAndStage) throws IOException {
    in.clear();
    if (channel.read(in) < 0) {
      throw new IOException("a connection has ended");
    }
    in.flip();
    // What comes is little, and each frame comes whole: the proxy writes it at once.
    if (toldAndStage[1] == 0) {
      toldAndStage[1] = 1;
      channel.write(ByteBuffer.wrap(subscribe));
    }
    for (int at = 0; at + MESSAGE.length <= in.limit(); at++) {
      if (in.get(at) != '{') {
        continue;
      }
      if (startsWith(MESSAGE, at)) {
        told(++toldAndStage[0]);
      } else if (toldAndStage[1] == 1 && startsWith(DONE, at)) {
        toldAndStage[1] = 2;
        connecting--;
        connected++;
        if (connected == count) {
          say("connected " + count);
        }
      }
    }
    for (int at = 0; at + 1 < in.limit(); at++) {
      if (in.get(at) == (byte) 0x89 && in.get(at + 1) == 0) {
        channel.write(ByteBuffer.wrap(frame(0x8a, new byte[0])));
      }
    }
  }

  private boolean startsWith(byte[] word, int at) {
    for (int i = 0; i < word.length; i++) {
      if (at + i >= in.limit() || in.get(at + i) != word[i]) {
        return false;
      }
    }
    return true;
  }

  private void told(int messages) {
    if (messages == toldAtLeast.length) {
      toldAtLeast = java.util.Arrays.copyOf(toldAtLeast, 2 * messages);
    }
    int those = ++toldAtLeast[messages];
    if (those == 1) {
      say("first " + messages);
    }
    if (those == count) {
      say("last " + messages);
    }
  }

  private static byte[] frame(int kind, byte[] payload) {
    // The mask is zero: it changes nothing.
    ByteBuffer frame = ByteBuffer.allocate(6 + payload.length);
    frame.put((byte) kind).put((byte) (0x80 | payload.length)).putInt(0).put(payload);
    return frame.array();
  }

  private static void say(String what) {
    System.out.println(what + " " + System.currentTimeMillis());
  }
}
