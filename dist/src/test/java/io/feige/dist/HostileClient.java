package io.feige.dist;

import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends hostile requests to a node for a pair, over one connection after the other, and counts what
 * it is answered. It sends in small bursts and asks with few correlation ids, so that many requests
 * have the same one.
 */
final class HostileClient {
  private static final int BURST = 20;
  private static final int CORRELATIONS = 12;
  private static final int SOCKET_MILLIS = 3_000;
  private static final int BURSTS_OF_A_CONNECTION = 200;
  private static final long PAUSE_MILLIS = 20;

  private final int port;
  private final String pair;
  private final SplittableRandom random;
  private final HostileRequests requests;
  private final Map<ErrorCode, Long> refusals = new ConcurrentHashMap<>();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong results = new AtomicLong();
  private volatile boolean isOver;

  HostileClient(int port, String pair, long seed) {
    this.port = port;
    this.pair = pair;
    this.random = new SplittableRandom(seed);
    this.requests = new HostileRequests(random);
  }

  Map<ErrorCode, Long> refusals() {
    return refusals;
  }

  long sent() {
    return sent.get();
  }

  long results() {
    return results.get();
  }

  void end() {
    isOver = true;
  }

  /** Until it is told to end; a node that is away, or hangs up, is tried again. */
  void run() {
    run(PAUSE_MILLIS);
  }

  /** The same, with a pause of its own between bursts. */
  void run(long pauseMillis) {
    while (!isOver) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.setSoTimeout(SOCKET_MILLIS);
        talk(socket, pauseMillis);
      } catch (IOException | InterruptedException e) {
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS * 5);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void talk(Socket socket, long pauseMillis) throws IOException, InterruptedException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    Secret none = Secret.of("");
    Hello hello =
        new Hello(
            ProtocolVersion.MIN, ProtocolVersion.MAX, ClientKind.SDK, "hostile", pair, "", none);
    ByteBuf out = Unpooled.buffer();
    CommandEncoder.request(ProtocolVersion.MIN, 0, hello, out);
    write(socket, out);
    read(in);
    for (int burst = 0; burst < BURSTS_OF_A_CONNECTION && !isOver; burst++) {
      out.clear();
      for (int i = 0; i < BURST; i++) {
        add(out);
      }
      write(socket, out);
      while (in.available() > 0) {
        read(in);
      }
      Thread.sleep(pauseMillis);
    }
  }

  private static void write(Socket socket, ByteBuf out) throws IOException {
    socket.getOutputStream().write(out.array(), 0, out.readableBytes());
  }

  private void add(ByteBuf out) {
    try {
      Request request = requests.next();
      CommandEncoder.request(ProtocolVersion.MIN, random.nextInt(CORRELATIONS), request, out);
      sent.incrementAndGet();
    } catch (IllegalArgumentException e) {
      // The values themselves refuse to be so.
    }
  }

  private void read(DataInputStream in) throws IOException {
    byte[] head = in.readNBytes(FrameHeader.BYTES);
    if (head.length < FrameHeader.BYTES) {
      throw new EOFException("hung up");
    }
    FrameHeader header = FrameHeader.read(Unpooled.wrappedBuffer(head));
    byte[] body = in.readNBytes(header.length());
    try {
      Answer answer = CommandDecoder.answer(header, Unpooled.wrappedBuffer(body));
      if (answer instanceof Refusal refusal) {
        refusals.merge(refusal.code(), 1L, Long::sum);
      } else {
        results.incrementAndGet();
      }
    } catch (MalformedFrameException e) {
      throw new AssertionError("an answer to " + CommandType.ofNumber(header.command()), e);
    }
  }
}
