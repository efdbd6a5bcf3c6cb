package io.feige.perf.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Ports of this machine. */
public final class Ports {
  private static final int CONNECT_MILLIS = 1000;

  private Ports() {}

  /**
   * What is started on a port must be what is measured.
   *
   * @throws IOException if something answers there already
   */
  public static void requireFree(int port) throws IOException {
    if (answers(port)) {
      throw new IOException(
          "port " + port + " is in use by another program; choose others with --port");
    }
  }

  /**
   * Waits until a port answers.
   *
   * @param isAlive whether that is still worth waiting for
   * @return false if it is not, or the time is over
   */
  public static boolean await(int port, Duration limit, BooleanSupplier isAlive)
      throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!answers(port)) {
      if (!isAlive.getAsBoolean() || System.nanoTime() - end > 0) {
        return false;
      }
      Thread.sleep(50);
    }
    return true;
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }
}
