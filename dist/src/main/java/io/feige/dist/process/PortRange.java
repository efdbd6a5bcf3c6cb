package io.feige.dist.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Where processes of ours listen that were told no port: below those that systems take for outgoing
 * connections, so that a process that was killed finds its ports free when it starts again.
 *
 * <p>Ports are bound long after they were chosen, by other processes. So who chooses them holds
 * them: a range is divided into blocks, and who listens on the first port of a block has the others
 * of it, until its process ends. No port is given twice. For any thread.
 */
public final class PortRange implements AutoCloseable {
  /** What lies above, up to the ports for outgoing connections, is for who names its ports. */
  private static final PortRange OURS = new PortRange(20_000, 27_000, 100);

  private final int lowest;
  private final int blocks;
  private final int blockPorts;
  private final List<ServerSocket> held = new ArrayList<>();
  private int next;
  private int end;

  /**
   * Nothing of it is held yet.
   *
   * @param highest is not part of it
   */
  PortRange(int lowest, int highest, int blockPorts) {
    this.lowest = lowest;
    this.blocks = (highest - lowest) / blockPorts;
    this.blockPorts = blockPorts;
  }

  /**
   * The first of so many ports in a row, which are this process' own as long as it lives. Somebody
   * who knows nothing of these ranges may listen there nevertheless.
   */
  public static int take(int ports) {
    return OURS.first(ports);
  }

  synchronized int first(int ports) {
    if (ports < 1 || ports >= blockPorts) {
      throw new IllegalArgumentException("there are no " + ports + " ports in a row");
    }
    if (end - next < ports) {
      holdAnother();
    }
    int first = next;
    next += ports;
    return first;
  }

  private void holdAnother() {
    int begin = ThreadLocalRandom.current().nextInt(blocks);
    IOException last = new IOException("none was tried");
    for (int i = 0; i < blocks; i++) {
      int guard = lowest + (begin + i) % blocks * blockPorts;
      try {
        held.add(new ServerSocket(guard, 1, InetAddress.getLoopbackAddress()));
        next = guard + 1;
        end = guard + blockPorts;
        return;
      } catch (IOException another) {
        last = another;
      }
    }
    throw new UncheckedIOException("others hold all ports from " + lowest + " on", last);
  }

  /** Lets go of all that was taken. */
  @Override
  public synchronized void close() throws IOException {
    for (ServerSocket guard : held) {
      guard.close();
    }
    held.clear();
    next = 0;
    end = 0;
  }
}
