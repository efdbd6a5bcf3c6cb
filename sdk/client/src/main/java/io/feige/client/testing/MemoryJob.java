package io.feige.client.testing;

import io.feige.client.FeigeException;
import io.feige.client.Header;
import io.feige.client.Job;
import io.feige.client.Message;
import io.feige.client.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request at a stage, and the thread that handles it. Any thread. */
final class MemoryJob implements Job {
  private final MemoryStage at;
  private final Message message;
  private final long askedNanos = System.nanoTime();
  private final long deadlineNanos;
  private final int attempt;
  private final CompletableFuture<Reply> done;
  private volatile boolean isPassedOn;
  private volatile @Nullable Thread thread;

  MemoryJob(MemoryStage at, Message message, long deadlineNanos, CompletableFuture<Reply> done) {
    this(at, message, deadlineNanos, 1, done);
  }

  private MemoryJob(
      MemoryStage at,
      Message message,
      long deadlineNanos,
      int attempt,
      CompletableFuture<Reply> done) {
    this.attempt = attempt;
    this.at = at;
    this.message = message;
    this.deadlineNanos = deadlineNanos;
    this.done = done;
  }

  /** The same request at another stage. */
  MemoryJob at(MemoryStage stage, Message newMessage) {
    return new MemoryJob(stage, newMessage, deadlineNanos, done);
  }

  /** The same for another worker. */
  MemoryJob again() {
    return new MemoryJob(at, message, deadlineNanos, attempt + 1, done);
  }

  MemoryStage at() {
    return at;
  }

  /** Complete when the request is over, at whatever stage. */
  CompletableFuture<Reply> done() {
    return done;
  }

  Duration age() {
    return Duration.ofNanos(System.nanoTime() - askedNanos);
  }

  /** It goes to the next stage. */
  void passOn() {
    isPassedOn = true;
  }

  boolean isPassedOn() {
    return isPassedOn;
  }

  /** False: nobody wants it any more. */
  synchronized boolean begin() {
    thread = done.isDone() ? null : Thread.currentThread();
    return thread != null;
  }

  synchronized void end() {
    thread = null;
    boolean unused = Thread.interrupted();
  }

  synchronized void cancel() {
    Thread handling = thread;
    if (handling != null && !Thread.currentThread().equals(handling)) {
      handling.interrupt();
    }
  }

  boolean isOfThisThread() {
    return Thread.currentThread().equals(thread);
  }

  void fail(FeigeException failure) {
    boolean unused = done.completeExceptionally(failure);
  }

  @Override
  public String topic() {
    return at.topic();
  }

  @Override
  public String stage() {
    return at.name();
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
  public boolean isCancelled() {
    return done.isDone() || isPassedOn;
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
}
