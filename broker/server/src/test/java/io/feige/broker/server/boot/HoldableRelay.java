package io.feige.broker.server.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A port that leads to another one. While it is held it takes everything and passes on nothing. */
final class HoldableRelay implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private boolean isHeld;
  private int target;

  HoldableRelay() throws IOException {
    Thread.ofVirtual().start(this::accept);
  }

  /** Whoever comes before this has been called waits for it. */
  synchronized HoldableRelay leadTo(int port) {
    target = port;
    notifyAll();
    return this;
  }

  private synchronized int awaitTarget() throws InterruptedException {
    while (target == 0) {
      wait();
    }
    return target;
  }

  int port() {
    return server.getLocalPort();
  }

  synchronized void hold() {
    isHeld = true;
  }

  synchronized void letGo() {
    isHeld = false;
    notifyAll();
  }

  private synchronized void awaitLetGo() throws InterruptedException {
    while (isHeld) {
      wait();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket from = server.accept();
        Socket to = new Socket(InetAddress.getLoopbackAddress(), awaitTarget());
        sockets.addAll(List.of(from, to));
        Thread.ofVirtual().start(() -> pass(from, to));
        Thread.ofVirtual().start(() -> pass(to, from));
      }
    } catch (IOException | InterruptedException closed) {
      // By the test, or the target is not there.
    }
  }

  private void pass(Socket from, Socket to) {
    byte[] buffer = new byte[1 << 16];
    try (from;
        to) {
      to.setTcpNoDelay(true);
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
        awaitLetGo();
        out.write(buffer, 0, read);
      }
    } catch (IOException | InterruptedException ended) {
      // One of the sides has closed.
    }
  }

  @Override
  public void close() throws IOException {
    letGo();
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
