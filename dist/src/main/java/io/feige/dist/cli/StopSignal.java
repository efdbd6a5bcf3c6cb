package io.feige.dist.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets a command finish what it holds when Ctrl-C or SIGTERM comes. The working thread looks at
 * {@link #isSet} and ends by itself; the process stays until then, at most ten seconds where
 * nothing else is said.
 *
 * <p>A thread that waits for input cannot look. So it gives up the right to work while it reads
 * through {@link #watching}, and the thread of the signal takes that right and finishes in its
 * place; the reader never comes back.
 */
public final class StopSignal implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final ReentrantLock right = new ReentrantLock();
  private final Runnable finish;
  private final Duration limit;
  private final Thread hook = new Thread(this::stop, "feige-stop");
  private volatile boolean set;
  private volatile boolean finished;

  private StopSignal(Runnable finish, Duration limit) {
    this.finish = finish;
    this.limit = limit;
  }

  /** Listens from now on, for work that looks often enough. */
  public static StopSignal listen() {
    return listen(() -> {});
  }

  /** Listens from now on; the calling thread is the one that works and closes. */
  public static StopSignal listen(Runnable finish) {
    return listen(finish, LIMIT);
  }

  /** Listens from now on, for work that looks often enough and then takes so long at most. */
  public static StopSignal listen(Duration limit) {
    return listen(() -> {}, limit);
  }

  private static StopSignal listen(Runnable finish, Duration limit) {
    StopSignal signal = new StopSignal(finish, limit);
    signal.right.lock();
    Runtime.getRuntime().addShutdownHook(signal.hook);
    return signal;
  }

  /** Whether the user wants it to end. */
  public boolean isSet() {
    return set;
  }

  /** The stream, with the right to work given up during each read. */
  public InputStream watching(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        right.unlock();
        try {
          return in.read(into, from, length);
        } finally {
          right.lock();
        }
      }
    };
  }

  private void stop() {
    set = true;
    try {
      if (right.tryLock(limit.toMillis(), TimeUnit.MILLISECONDS) && !finished) {
        finish.run();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The command has finished what it held. */
  @Override
  public void close() {
    finished = true;
    right.unlock();
    if (!set) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException stopping) {
        set = true;
      }
    }
  }
}
