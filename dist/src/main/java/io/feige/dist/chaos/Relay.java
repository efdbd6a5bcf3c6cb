package io.feige.dist.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A stretch of network between two processes that can be cut, in one direction or both. What is
 * sent into a cut stays where it is, as with a network that loses packets and a TCP that sends them
 * again; a connection that is made meanwhile gets nowhere. Any thread.
 */
final class Relay implements AutoCloseable {
  private static final int CONNECT_MILLIS = 1_000;
  private static final int BUFFER_BYTES = 64 << 10;

  private final String from;
  private final String to;
  private final int targetPort;
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean isForwardCut;
  private boolean isBackwardCut;
  private volatile boolean isClosed;

  /**
   * A relay that takes connections at once.
   *
   * @param from the process that connects
   * @param to the process it connects to
   */
  Relay(String from, String to, int port, int targetPort) {
    this.from = from;
    this.to = to;
    this.targetPort = targetPort;
    try {
      this.server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    } catch (IOException taken) {
      throw new UncheckedIOException("port " + port + " is needed for the network", taken);
    }
    Thread.ofVirtual().start(this::accept);
  }

  boolean isBetween(String one, String other) {
    return (from.equals(one) && to.equals(other)) || (from.equals(other) && to.equals(one));
  }

  /** Cuts or mends what one process sends to the other. */
  void cut(String sender, boolean isCut) {
    lock.lock();
    try {
      if (sender.equals(from)) {
        isForwardCut = isCut;
      } else {
        isBackwardCut = isCut;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void accept() {
    while (!isClosed) {
      try {
        Socket incoming = server.accept();
        Thread.ofVirtual().start(() -> join(incoming));
      } catch (IOException ended) {
        return;
      }
    }
  }

  private void join(Socket incoming) {
    open.add(incoming);
    try (incoming;
        Socket outgoing = new Socket()) {
      open.add(outgoing);
      incoming.setTcpNoDelay(true);
      outgoing.setTcpNoDelay(true);
      await(true);
      outgoing.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort), CONNECT_MILLIS);
      Thread back = Thread.ofVirtual().start(() -> pump(outgoing, incoming, false));
      pump(incoming, outgoing, true);
      back.join();
      open.remove(outgoing);
    } catch (IOException refused) {
      // Whoever connected finds the connection ended, as without a relay.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(incoming);
    }
  }

  private void pump(Socket in, Socket out, boolean isForward) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (in;
        out) {
      InputStream source = in.getInputStream();
      OutputStream target = out.getOutputStream();
      for (int count = source.read(buffer); count >= 0; count = source.read(buffer)) {
        await(isForward);
        target.write(buffer, 0, count);
      }
      await(isForward);
    } catch (IOException ended) {
      // The end of one side is the end of the other.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until the direction is whole. */
  private void await(boolean isForward) throws InterruptedException {
    lock.lock();
    try {
      while (!isClosed && (isForward ? isForwardCut : isBackwardCut)) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      isClosed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
