package io.feige.client.internal.net;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The I/O threads of the process: as many as it has processors, at most eight, each begun when it
 * is needed, all ended with the last client. Every client has one of them, which it may share with
 * others.
 */
final class SharedLoops {
  static final boolean IS_NATIVE = Epoll.isAvailable();

  private static final int MAX_THREADS = 8;
  private static final Object LOCK = new Object();
  private static int clients;
  private static @Nullable EventLoopGroup group;

  private SharedLoops() {}

  /** A loop for one client more. */
  static EventLoop acquire() {
    synchronized (LOCK) {
      EventLoopGroup present = group;
      if (present == null) {
        present = begin();
        group = present;
      }
      clients++;
      return present.next();
    }
  }

  /** One client less; with the last one the threads end, within a second. */
  static void release() {
    EventLoopGroup over;
    synchronized (LOCK) {
      if (--clients > 0) {
        return;
      }
      over = group;
      group = null;
    }
    if (over != null) {
      var unused = over.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }

  private static EventLoopGroup begin() {
    int threads = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
    return new MultiThreadIoEventLoopGroup(
        threads,
        new DefaultThreadFactory("feige-client-io", true),
        IS_NATIVE ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }
}
