package io.feige.admin.kit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between a client and a server on loopback, and holds back what goes one way or the other
 * while the test wants it to.
 */
public final class TcpRelay implements AutoCloseable {
  private static final int BUFFER_BYTES = 16 << 10;

  /** Lets bytes through, or holds them. */
  private static final class Gate {
    private boolean isShut;
    private int waiting;

    private synchronized void shut(boolean shut) {
      isShut = shut;
      notifyAll();
    }

    private synchronized void pass() throws InterruptedException {
      waiting++;
      while (isShut) {
        wait();
      }
      waiting--;
    }

    private synchronized boolean isHolding() {
      return isShut && waiting > 0;
    }
  }

  private final ServerSocket listening;
  private final AtomicInteger accepted = new AtomicInteger();
  private final Gate up = new Gate();
  private final Gate down = new Gate();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile int target;
  private volatile boolean refuses;

  private TcpRelay(ServerSocket listening, int target) {
    this.listening = listening;
    this.target = target;
  }

  /** Relays to a port. */
  public static TcpRelay to(int target) throws IOException {
    ServerSocket listening = new ServerSocket();
    listening.setReuseAddress(true);
    listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    TcpRelay relay = new TcpRelay(listening, target);
    Thread.ofVirtual().start(relay::accept);
    return relay;
  }

  /** As a connect string of ZooKeeper. */
  public String address() {
    return "127.0.0.1:" + listening.getLocalPort();
  }

  public int port() {
    return listening.getLocalPort();
  }

  /** New connections go to another server. */
  public void leadTo(int other) {
    target = other;
  }

  /** How many connections were made to it. */
  public int accepted() {
    return accepted.get();
  }

  /** Whether it holds something that the client has sent. */
  public boolean isHoldingUp() {
    return up.isHolding();
  }

  /** Holds what the client sends. */
  public void holdUp(boolean hold) {
    up.shut(hold);
  }

  /** Holds what the server sends. */
  public void holdDown(boolean hold) {
    down.shut(hold);
  }

  /** Cuts all connections; what is held is lost, new ones are possible. */
  public void cut() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    sockets.clear();
  }

  /** Cuts all connections, and new ones at once, until it is taken back. */
  public void refuses(boolean refuse) throws IOException {
    refuses = refuse;
    if (refuse) {
      cut();
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    cut();
    up.shut(false);
    down.shut(false);
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        accepted.incrementAndGet();
        if (refuses) {
          client.close();
        } else {
          join(client);
        }
      } catch (IOException e) {
        // Closed, or the server is away: the next one may do.
      }
    }
  }

  private void join(Socket client) throws IOException {
    sockets.add(client);
    try {
      Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.add(server);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      Thread.ofVirtual().start(() -> copy(client, server, up));
      Thread.ofVirtual().start(() -> copy(server, client, down));
    } catch (IOException e) {
      client.close();
      throw e;
    }
    if (refuses) {
      // That was said meanwhile, and nothing gets through any more.
      cut();
    }
  }

  private static void copy(Socket from, Socket to, Gate gate) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] bytes = new byte[BUFFER_BYTES];
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        gate.pass();
        out.write(bytes, 0, count);
        out.flush();
      }
    } catch (IOException e) {
      // The other side has ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
