package io.feige.broker.core.work;

/**
 * What all work topics of a pair share while one node serves it: memory for requests, seats for
 * workers, and numbers. Owned by one thread.
 */
public final class WorkRoom {
  /** What a request costs besides its bytes. */
  private static final int OVERHEAD = 1_000;

  private final long most;
  private final int mostWorkers;
  private long taken;
  private int workers;
  private long ids;

  /** Room for so many bytes, and so many workers. */
  public WorkRoom(long most, int mostWorkers) {
    this.most = most;
    this.mostWorkers = mostWorkers;
  }

  boolean has(int bytes) {
    return taken + bytes + OVERHEAD <= most;
  }

  void take(int bytes) {
    taken += bytes + OVERHEAD;
  }

  void give(int bytes) {
    taken -= bytes + OVERHEAD;
  }

  /** Bytes that are taken. */
  public long taken() {
    return taken;
  }

  /** Whether there may be one more worker. */
  public boolean hasSeat() {
    return workers < mostWorkers;
  }

  void takeSeat() {
    workers++;
  }

  void giveSeats(int count) {
    workers -= count;
  }

  /** A number that no other request has had since this began, whatever its topic. */
  long nextId() {
    return ++ids;
  }
}
