package io.feige.perf.peers.driver;

/** A thread that does something again and again until it is closed. */
final class Loop implements AutoCloseable {
  /** What is done. */
  interface Turn {
    void run() throws Exception;
  }

  private final Thread thread;
  private volatile boolean isClosed;

  private Loop(String name, Turn turn, Turn end) {
    this.thread =
        new Thread(
            () -> {
              try {
                while (!isClosed) {
                  turn.run();
                }
              } catch (Exception e) {
                if (!isClosed) {
                  throw new IllegalStateException(name + " has ended", e);
                }
              } finally {
                quietly(end);
              }
            },
            name);
  }

  static Loop start(String name, Turn turn, Turn end) {
    Loop loop = new Loop(name, turn, end);
    loop.thread.start();
    return loop;
  }

  private static void quietly(Turn end) {
    try {
      end.run();
    } catch (Exception e) {
      System.err.println("closing: " + e);
    }
  }

  @Override
  public void close() throws InterruptedException {
    isClosed = true;
    thread.join(10_000);
  }
}
