package io.feige.dist;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * One of many connections over WebSocket that share a thread. What is sent is so little that it is
 * taken at once. For the thread of its selector, whose keys have it attached.
 */
final class CrowdSocket {
  private static final int LONGEST = 4_096;
  private static final int TEXT = 1;
  private static final int CLOSE = 8;
  private static final int PING = 9;
  private static final int PONG = 10;
  private static final int WHOLE = 0x80;
  private static final int MASKED = 0x80;
  private static final int LONGER = 126;
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

  private final SocketChannel channel = SocketChannel.open();
  private final Ear ear;
  private byte[] partial = {};
  private boolean isUpgraded;

  /** Whom it is told what comes. */
  interface Ear {
    /** A text has come. */
    void hear(CrowdSocket from, String text) throws IOException;
  }

  /** Begins to connect. */
  CrowdSocket(Selector selector, InetSocketAddress proxy, Ear ear) throws IOException {
    this.ear = ear;
    channel.configureBlocking(false);
    channel.connect(proxy);
    channel.register(selector, SelectionKey.OP_CONNECT, this);
  }

  /** Whose it is. */
  Ear ear() {
    return ear;
  }

  /**
   * Does what its key is ready for.
   *
   * @param in to read into; all connections have the same
   * @throws IOException it is over, and is to be closed
   */
  void serve(SelectionKey key, ByteBuffer in) throws IOException {
    if (key.isConnectable()) {
      channel.finishConnect();
      key.interestOps(SelectionKey.OP_READ);
      send(HANDSHAKE.getBytes(StandardCharsets.ISO_8859_1));
    } else {
      read(in);
    }
  }

  /** Sends a text, of less than 126 bytes. */
  void say(String text) throws IOException {
    frame(TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  void close() throws IOException {
    channel.close();
  }

  private void send(byte[] bytes) throws IOException {
    if (channel.write(ByteBuffer.wrap(bytes)) < bytes.length) {
      throw new IOException("a few bytes are too much for a connection");
    }
  }

  /** Its mask changes nothing. */
  private void frame(int kind, byte[] payload) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(2 + NO_MASK.length + payload.length);
    frame.put((byte) (WHOLE | kind)).put((byte) (MASKED | payload.length));
    send(frame.put(NO_MASK).put(payload).array());
  }

  private void read(ByteBuffer in) throws IOException {
    in.clear().put(partial);
    if (channel.read(in) < 0) {
      throw new EOFException("the connection has ended");
    }
    in.flip();
    if (!isUpgraded) {
      upgrade(in);
    }
    while (isUpgraded && channel.isOpen() && take(in)) {
      // One frame after the other.
    }
    if (in.remaining() > LONGEST) {
      throw new IOException("a frame is longer than any should be");
    }
    partial = new byte[in.remaining()];
    in.get(partial);
  }

  private void upgrade(ByteBuffer in) throws IOException {
    String head = StandardCharsets.ISO_8859_1.decode(in.duplicate()).toString();
    int end = head.indexOf("\r\n\r\n");
    if (end >= 0) {
      if (!head.startsWith("HTTP/1.1 101")) {
        throw new IOException(head);
      }
      in.position(in.position() + end + 4);
      isUpgraded = true;
    }
  }

  private boolean take(ByteBuffer in) throws IOException {
    in.mark();
    if (in.remaining() < 4) {
      // The shortest frame that is sent here, an empty one aside, which says nothing.
      return false;
    }
    int kind = in.get() & 0x0f;
    int length = in.get();
    length = length == LONGER ? in.getShort() : length;
    if (in.remaining() < length) {
      in.reset();
      return false;
    }
    byte[] payload = new byte[length];
    in.get(payload);
    switch (kind) {
      case TEXT -> ear.hear(this, new String(payload, StandardCharsets.UTF_8));
      case PING -> frame(PONG, payload);
      case CLOSE -> throw new EOFException("the proxy has closed the session");
      default -> throw new IOException("a frame of kind " + kind);
    }
    return true;
  }
}
