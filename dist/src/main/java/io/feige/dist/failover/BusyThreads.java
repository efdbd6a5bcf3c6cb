package io.feige.dist.failover;

/** Other work on the machine: threads that keep processors busy until they are closed. */
final class BusyThreads implements AutoCloseable {
  private volatile boolean isClosed;

  /** Begins with so many, from 0 on. */
  BusyThreads(int count) {
    for (int i = 0; i < count; i++) {
      Thread.ofPlatform().daemon().name("feige-busy-" + i).start(this::run);
    }
  }

  private void run() {
    while (!isClosed) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
