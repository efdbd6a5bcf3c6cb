package io.feige.broker.server.net;

import io.feige.broker.server.ops.Supervisor;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The threads of pairs and connections. Each replica lives on one loop, and on a machine with many
 * processors there are several. A wake-up of another thread costs more than most requests, so by
 * default a connection lives on the loop of its pair: a request is read, decided on and written to
 * the journal without being handed to anybody. With threads for the connections, a request is
 * handed over once and its answer once.
 */
public final class NetLoops implements AutoCloseable {
  private static final int STOP_SECONDS = 5;

  private final EventLoopGroup pairs;
  private final EventLoopGroup connections;
  private final List<PairLoad> loads = new ArrayList<>();

  /** How many replicas live on a loop. */
  private static final class PairLoad {
    private final EventLoop loop;
    private int mastered;
    private int backed;

    PairLoad(EventLoop loop) {
      this.loop = loop;
    }

    int alike(boolean isMaster) {
      return isMaster ? mastered : backed;
    }

    int all() {
      return mastered + backed;
    }
  }

  private NetLoops(EventLoopGroup pairs, EventLoopGroup connections) {
    this.pairs = pairs;
    this.connections = connections;
    pairs.forEach(loop -> loads.add(new PairLoad((EventLoop) loop)));
  }

  /**
   * Starts the threads.
   *
   * @param pairThreads threads for pairs
   * @param netThreads threads for connections; 0: they share the pairs'
   * @param supervisor hears of what their tasks meet
   */
  public static NetLoops start(int pairThreads, int netThreads, Supervisor supervisor) {
    IoHandlerFactory io =
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    return start(pairThreads, netThreads, supervisor, io);
  }

  static NetLoops start(
      int pairThreads, int netThreads, Supervisor supervisor, IoHandlerFactory io) {
    EventLoopGroup pairs = WatchedLoops.start(pairThreads, "feige-pair-", io, supervisor);
    EventLoopGroup connections =
        netThreads == 0 ? pairs : WatchedLoops.start(netThreads, "feige-net-", io, supervisor);
    return new NetLoops(pairs, connections);
  }

  /** The loop of what concerns the whole node: Admin, and links of which the pair is not known. */
  public EventLoop controlLoop() {
    return loads.getFirst().loop;
  }

  /**
   * A place for another replica: the loop that has the fewest. Any thread.
   *
   * @param isMaster whether this node is the one that serves the pair when all is well; these are
   *     spread by themselves, because they have most of the work
   */
  public synchronized PairPlace place(boolean isMaster) {
    PairLoad least =
        loads.stream()
            .min(
                Comparator.<PairLoad>comparingInt(load -> load.alike(isMaster))
                    .thenComparingInt(PairLoad::all))
            .orElseThrow();
    if (isMaster) {
      least.mastered++;
    } else {
      least.backed++;
    }
    return new PairPlace(least.loop, pairs.equals(connections));
  }

  @Override
  public void close() {
    var _ = connections.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS);
    var _ = pairs.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS);
    connections.terminationFuture().awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
    pairs.terminationFuture().awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
  }

  EventLoopGroup connectionLoops() {
    return connections;
  }

  /** What listens on such a loop. */
  public static Class<? extends ServerChannel> serverChannel() {
    return Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
  }

  /** What dials from such a loop. */
  public static Class<? extends Channel> socketChannel() {
    return Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
  }
}
