package io.feige.proxy.http;

import io.feige.testkit.Waits;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A client that sends whatever a test wants, and reads what comes. */
final class RawHttp implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;

  RawHttp(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(Waits.patienceMillis());
    in = socket.getInputStream();
  }

  RawHttp send(String bytes) throws IOException {
    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  /** A request without a body, with these lines in its head. */
  RawHttp ask(String method, String path, String... lines) throws IOException {
    StringBuilder head =
        new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n");
    for (String line : lines) {
      head.append(line).append("\r\n");
    }
    return send(head + "\r\n");
  }

  /** The next answer's first line and body; its length must be told. */
  String answer() throws IOException {
    String status = line();
    int length = 0;
    String header = line();
    while (!header.isEmpty()) {
      if (header.toLowerCase(Locale.ROOT).startsWith("content-length: ")) {
        length = Integer.parseInt(header.substring(16));
      }
      header = line();
    }
    return status + "\n" + new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  /** The rest, to the end of the connection. */
  String rest() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Reads to the end of the connection, and keeps nothing. */
  void skipRest() throws IOException {
    in.transferTo(OutputStream.nullOutputStream());
  }

  /** The next line; empty at the end. */
  String line() throws IOException {
    StringBuilder line = new StringBuilder();
    int next = in.read();
    while (next >= 0 && next != '\n') {
      if (next != '\r') {
        line.append((char) next);
      }
      next = in.read();
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
