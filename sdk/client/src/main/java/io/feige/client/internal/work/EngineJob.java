package io.feige.client.internal.work;

import io.feige.client.Header;
import io.feige.client.Message;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request in the hands of a worker, and the thread that handles it. Any thread. */
final class EngineJob implements io.feige.client.Job {
  final long id;
  final long epoch;
  private final WorkerPlace place;
  private final int attempt;
  private final long deadlineNanos;
  private final Message message;
  private boolean isCancelled;
  private @Nullable Thread thread;

  EngineJob(WorkerPlace place, long epoch, io.feige.protocol.model.Job job) {
    this.place = place;
    this.epoch = epoch;
    this.id = job.id();
    this.attempt = job.attempt();
    this.deadlineNanos = System.nanoTime() + job.leftMillis() * 1_000_000L;
    this.message = WorkRecord.unpack(job.batch());
  }

  /** The present thread begins to handle it; false: nobody wants it any more. */
  synchronized boolean begin() {
    thread = isCancelled ? null : Thread.currentThread();
    return !isCancelled;
  }

  /** The present thread has handled it. What it was interrupted for is over. */
  synchronized void end() {
    thread = null;
    boolean unused = Thread.interrupted();
  }

  synchronized void cancel() {
    if (isCancelled) {
      return;
    }
    isCancelled = true;
    Thread handling = thread;
    if (handling != null) {
      handling.interrupt();
    }
  }

  @Override
  public String topic() {
    return place.topic();
  }

  @Override
  public String stage() {
    return place.stage();
  }

  @Override
  public int attempt() {
    return attempt;
  }

  @Override
  public Duration left() {
    return Duration.ofNanos(isCancelled() ? 0 : Math.max(0, deadlineNanos - System.nanoTime()));
  }

  @Override
  public synchronized boolean isCancelled() {
    return isCancelled || System.nanoTime() - deadlineNanos >= 0;
  }

  @Override
  public boolean hasKey() {
    return message.hasKey();
  }

  @Override
  public byte[] key() {
    return message.key();
  }

  @Override
  public List<Header> headers() {
    return message.headers();
  }

  @Override
  public byte[] body() {
    return message.body();
  }

  @Override
  public String toString() {
    return place + " job " + id + ", attempt " + attempt;
  }
}
