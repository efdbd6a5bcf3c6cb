package io.feige.dist;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A stretch of network with somebody in it who writes down all that passes, both ways. */
final class RecordingRelay implements AutoCloseable {
  private static final int MOST_BYTES = 64 << 20;

  private final String name;
  private final int targetPort;
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

  RecordingRelay(String name, int port, int targetPort) throws IOException {
    this.name = name;
    this.targetPort = targetPort;
    this.server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String name() {
    return name;
  }

  /** All that passed, a character for each byte. */
  String seen() {
    synchronized (seen) {
      return seen.toString(StandardCharsets.ISO_8859_1);
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket incoming = server.accept();
        Thread.ofVirtual().start(() -> join(incoming));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void join(Socket incoming) {
    open.add(incoming);
    try (incoming;
        Socket outgoing = new Socket(InetAddress.getLoopbackAddress(), targetPort)) {
      incoming.setTcpNoDelay(true);
      outgoing.setTcpNoDelay(true);
      Thread back = Thread.ofVirtual().start(() -> pump(outgoing, incoming));
      pump(incoming, outgoing);
      back.join();
    } catch (IOException e) {
      // Whoever connected finds the connection ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(incoming);
    }
  }

  private void pump(Socket in, Socket out) {
    byte[] buffer = new byte[64 << 10];
    try (in;
        out) {
      InputStream source = in.getInputStream();
      OutputStream target = out.getOutputStream();
      for (int count = source.read(buffer); count >= 0; count = source.read(buffer)) {
        record(buffer, count);
        target.write(buffer, 0, count);
      }
    } catch (IOException e) {
      // The end of one side is the end of the other.
    }
  }

  private void record(byte[] buffer, int count) {
    synchronized (seen) {
      if (seen.size() + count > MOST_BYTES) {
        throw new IllegalStateException("more than " + MOST_BYTES + " bytes passed " + name);
      }
      seen.write(buffer, 0, count);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
