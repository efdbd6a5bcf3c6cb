package io.feige.proxy.http;

import io.feige.proxy.call.Request;
import io.feige.proxy.call.Router;
import io.feige.proxy.metric.ProxyMeters;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request in hand, between the thread that answers it and the connection: who waits is woken when
 * the caller goes, and a stream ends. Any thread.
 */
final class Exchange implements Request.Patience {
  private final HttpRequest head;
  private final int bodyBytes;
  private final long begunNanos = System.nanoTime();
  private final ReentrantLock lock = new ReentrantLock();
  private volatile Router.@Nullable Route route;
  private volatile @Nullable StreamSink stream;
  private @Nullable Thread waiting;
  private boolean isToEnd;
  private boolean isToLeave;
  private boolean waitsForWork;

  Exchange(HttpRequest head, int bodyBytes) {
    this.head = head;
    this.bodyBytes = bodyBytes;
  }

  /** The request without its body. */
  HttpRequest head() {
    return head;
  }

  int bodyBytes() {
    return bodyBytes;
  }

  boolean keepsAlive() {
    return HttpUtil.isKeepAlive(head);
  }

  void takes(Router.Route way) {
    route = way;
  }

  /** It is answered, or its stream has ended. */
  void count(ProxyMeters meters, int status) {
    long nanos = System.nanoTime() - begunNanos;
    Router.Route taken = route;
    if (taken == null) {
      meters.answered(status, nanos);
    } else {
      meters.answered(taken.method(), taken.pattern(), status, nanos);
    }
  }

  /** What is asked for. */
  @Override
  public String toString() {
    return route == null ? "a request" : route.method() + " " + route.pattern();
  }

  /**
   * It is answered with a stream.
   *
   * @return false: it is to end at once
   */
  boolean streams(StreamSink sink) {
    lock.lock();
    try {
      stream = sink;
      return !isToEnd && !isToLeave;
    } finally {
      lock.unlock();
    }
  }

  /** The caller has gone: nobody waits for anything any more. */
  void end() {
    lock.lock();
    try {
      isToEnd = true;
      wake();
    } finally {
      lock.unlock();
    }
    endStream();
  }

  /**
   * The caller is to go elsewhere: it need not wait for messages here, but for work it has asked.
   */
  void leave() {
    lock.lock();
    try {
      isToLeave = true;
      wake();
    } finally {
      lock.unlock();
    }
    endStream();
  }

  private void wake() {
    Thread thread = waiting;
    if (thread != null && isOver()) {
      thread.interrupt();
    }
  }

  private boolean isOver() {
    return isToEnd || (isToLeave && !waitsForWork);
  }

  private void endStream() {
    StreamSink sink = stream;
    if (sink != null) {
      sink.close();
    }
  }

  /** The caller takes more, or does not. */
  void writable() {
    StreamSink sink = stream;
    if (sink != null) {
      sink.writable();
    }
  }

  @Override
  public <T> T during(Supplier<T> work) {
    return during(work, false);
  }

  @Override
  public <T> T duringWork(Supplier<T> work) {
    return during(work, true);
  }

  private <T> T during(Supplier<T> work, boolean isForWork) {
    lock.lock();
    try {
      waiting = Thread.currentThread();
      waitsForWork = isForWork;
      wake();
    } finally {
      lock.unlock();
    }
    try {
      return work.get();
    } finally {
      lock.lock();
      try {
        waiting = null;
        var _ = Thread.interrupted();
      } finally {
        lock.unlock();
      }
    }
  }
}
