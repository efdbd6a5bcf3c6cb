package io.feige.dist;

import io.feige.protocol.codec.FrameHeader;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Attacks one port from a seed, one connection after the other: noise, sensible openings that were
 * damaged, cut off anywhere, dripping, with huge lengths; below TLS and inside of it; and, where a
 * token is given, as somebody who is known. What it is told is read and not judged.
 */
final class PortFuzzer {
  /**
   * Whom it attacks.
   *
   * @param tls of those who dial; null: the port speaks none
   * @param isKnown whether it shows the token and goes on from there
   */
  record Target(
      String name,
      int port,
      FuzzBytes.Language language,
      @Nullable SSLContext tls,
      String token,
      boolean isKnown) {}

  private static final int SOCKET_MILLIS = 300;
  private static final int TLS_MILLIS = 3_000;
  private static final int DRIPS = 30;
  private static final int MOST_READ = 1 << 16;
  private static final long PAUSE_MILLIS = 2;

  private final Target target;
  private final SplittableRandom random;
  private final FuzzBytes bytes;
  private final Deque<Socket> dripping = new ArrayDeque<>();
  private final AtomicLong connections = new AtomicLong();

  PortFuzzer(Target target, long seed) {
    this.target = target;
    this.random = new SplittableRandom(seed);
    this.bytes = new FuzzBytes(random, target.isKnown() ? target.token() : "");
  }

  long connections() {
    return connections.get();
  }

  /** Until then, in the time of {@link System#nanoTime}. */
  void runUntil(long endNanos) throws InterruptedException {
    while (System.nanoTime() - endNanos < 0) {
      try {
        attack();
      } catch (IOException e) {
        // The other side ends connections as it likes.
      }
      connections.incrementAndGet();
      drip();
      Thread.sleep(PAUSE_MILLIS);
    }
    dripping.forEach(PortFuzzer::hangUp);
  }

  private void attack() throws IOException {
    SSLContext tls = target.tls();
    if (target.language() == FuzzBytes.Language.SOCKET) {
      say(session(tls), new FuzzSession(random).frames());
    } else if (target.language() == FuzzBytes.Language.MQTT) {
      byte[] words = new FuzzMqtt(random, target.isKnown() ? target.token() : "").conversation();
      say(
          tls == null ? plain() : encrypted(tls),
          random.nextBoolean() ? bytes.damaged(words) : words);
    } else if (target.isKnown()) {
      try (Socket socket = tls == null ? plain() : encrypted(tls)) {
        talk(socket);
      }
    } else if (tls == null) {
      say(plain(), bytes.ofStranger(target.language()));
    } else if (random.nextInt(3) > 0) {
      say(plain(), belowTls(tls));
    } else {
      say(encrypted(tls), bytes.ofStranger(target.language()));
    }
  }

  private byte[] belowTls(SSLContext tls) throws IOException {
    byte[] hello = clientHello(tls);
    return switch (random.nextInt(5)) {
      case 0 -> bytes.ofStranger(target.language());
      case 1 -> Arrays.copyOf(hello, random.nextInt(hello.length + 1));
      case 2 -> hello;
      default -> bytes.damaged(hello);
    };
  }

  private static byte[] clientHello(SSLContext tls) throws IOException {
    SSLEngine engine = tls.createSSLEngine("127.0.0.1", 1);
    engine.setUseClientMode(true);
    engine.beginHandshake();
    ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    var _ = engine.wrap(ByteBuffer.allocate(0), out);
    return Arrays.copyOf(out.array(), out.position());
  }

  private void say(Socket socket, byte[] words) throws IOException {
    boolean isKept = false;
    try {
      if (random.nextInt(20) == 0 && words.length > 0) {
        isKept = true;
        dripping.add(socket);
        socket.getOutputStream().write(words, 0, random.nextInt(words.length));
        return;
      }
      socket.getOutputStream().write(words);
      if (random.nextBoolean()) {
        socket.shutdownOutput();
      }
      if (random.nextBoolean()) {
        readAFew(socket.getInputStream());
      }
    } finally {
      if (!isKept) {
        hangUp(socket);
      }
    }
  }

  private Socket session(@Nullable SSLContext tls) throws IOException {
    Socket socket = tls == null ? plain() : encrypted(tls);
    boolean isOpen = false;
    try {
      socket.getOutputStream().write(FuzzSession.handshake(target.token()));
      skipHead(socket.getInputStream());
      isOpen = true;
      return socket;
    } finally {
      if (!isOpen) {
        hangUp(socket);
      }
    }
  }

  /** To the empty line. */
  private static void skipHead(InputStream in) throws IOException {
    int ends = 0;
    while (ends < 4) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("the head has no end");
      }
      ends = next == "\r\n\r\n".charAt(ends) ? ends + 1 : next == '\r' ? 1 : 0;
    }
  }

  private void drip() {
    Socket socket = dripping.poll();
    if (socket == null) {
      return;
    }
    try {
      socket.getOutputStream().write(random.nextInt());
      if (dripping.size() < DRIPS) {
        dripping.add(socket);
        return;
      }
    } catch (IOException e) {
      // It has been let go.
    }
    hangUp(socket);
  }

  private void talk(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    socket.getOutputStream().write(bytes.hello());
    readFrame(in);
    for (int burst = random.nextInt(20); burst >= 0; burst--) {
      socket.getOutputStream().write(bytes.ofKnown());
      while (in.available() > 0) {
        readFrame(in);
      }
    }
    socket.setSoTimeout(1 + random.nextInt(SOCKET_MILLIS));
    readAFew(in);
  }

  private static void readFrame(DataInputStream in) throws IOException {
    byte[] head = new byte[FrameHeader.BYTES];
    in.readFully(head);
    in.skipNBytes(FrameHeader.read(Unpooled.wrappedBuffer(head)).length());
  }

  private static void readAFew(InputStream in) throws IOException {
    byte[] into = new byte[4_096];
    int read = 0;
    for (int got = 0; got >= 0 && read < MOST_READ; got = in.read(into)) {
      read += got;
    }
  }

  private Socket plain() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), target.port());
    socket.setSoTimeout(target.isKnown() ? TLS_MILLIS : 1 + random.nextInt(SOCKET_MILLIS));
    socket.setTcpNoDelay(true);
    return socket;
  }

  private Socket encrypted(SSLContext tls) throws IOException {
    SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket("127.0.0.1", target.port());
    try {
      socket.setSoTimeout(TLS_MILLIS);
      socket.setTcpNoDelay(true);
      socket.startHandshake();
      socket.setSoTimeout(target.isKnown() ? TLS_MILLIS : 1 + random.nextInt(SOCKET_MILLIS));
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  // Without a linger thousands of ports would wait for their last packets.
  private static void hangUp(Socket socket) {
    try (socket) {
      if (!(socket instanceof SSLSocket)) {
        socket.setSoLinger(true, 0);
      }
    } catch (IOException e) {
      // It has gone already.
    }
  }
}
