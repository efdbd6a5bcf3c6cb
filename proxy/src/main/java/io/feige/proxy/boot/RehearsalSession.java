package io.feige.proxy.boot;

import io.feige.proxy.broadcast.RehearsalBroadcast;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection to a port for HTTP that becomes a session and follows a topic (RFC 6455). */
final class RehearsalSession implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final int MOST_BYTES = 1 << 16;
  private static final int TEXT = 0x81;
  private static final int MASKED = 0x80;
  private static final int LONGER = 126;
  private static final int MASK_BYTES = 4;
  private static final String HANDSHAKE =
      String.join(
          "\r\n",
          "GET /v1/ws HTTP/1.1",
          "Host: 127.0.0.1",
          "Connection: Upgrade",
          "Upgrade: websocket",
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: cmVoZWFyc2FsIG9uZSAwMQ==",
          "Sec-WebSocket-Protocol: feige.v1.json",
          "",
          "");
  private static final String SUBSCRIBE =
      "{\"op\":\"subscribe\",\"id\":1,\"topic\":\"rehearsal\",\"credit\":100,\"after\":\""
          + RehearsalBroadcast.start()
          + "\"}";

  private final Socket socket = new Socket();
  private final DataInputStream in;

  RehearsalSession(int port) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  /** All of it, from the handshake to the message. */
  void run() throws IOException {
    send(HANDSHAKE.getBytes(StandardCharsets.US_ASCII));
    expect(head(), "HTTP/1.1 101 ");
    expect(frame(), "{\"event\":\"welcome\"");
    send(masked(SUBSCRIBE));
    expect(frame(), "{\"event\":\"done\"");
    expect(frame(), "{\"event\":\"message\"");
  }

  private static void expect(String came, String begin) throws IOException {
    if (!came.startsWith(begin)) {
      throw new IOException("not " + begin + " but " + came);
    }
  }

  private void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  private static byte[] masked(String text) {
    byte[] payload = text.getBytes(StandardCharsets.US_ASCII);
    // A mask of zeros changes nothing.
    byte[] frame = new byte[2 + MASK_BYTES + payload.length];
    frame[0] = (byte) TEXT;
    frame[1] = (byte) (MASKED | payload.length);
    System.arraycopy(payload, 0, frame, 2 + MASK_BYTES, payload.length);
    return frame;
  }

  private String head() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0 || head.length() == MOST_BYTES) {
        throw new EOFException("the connection has ended after " + head);
      }
      head.append((char) next);
    }
    return head.toString();
  }

  private String frame() throws IOException {
    if (in.readUnsignedByte() != TEXT) {
      throw new IOException("not a text");
    }
    int length = in.readUnsignedByte();
    byte[] text = new byte[length == LONGER ? in.readUnsignedShort() : length];
    in.readFully(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
