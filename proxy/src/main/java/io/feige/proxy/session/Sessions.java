package io.feige.proxy.session;

import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Socket;
import io.feige.proxy.broadcast.Subscribers;
import io.feige.proxy.call.Request;
import io.feige.proxy.caller.Callers;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** All sessions of a proxy. Any thread. */
public final class Sessions {
  private final Subscribers subscribers;
  private final int mostBytes;
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger subscriptions = new AtomicInteger();
  private final LongAdder operations = new LongAdder();
  private final LongAdder messages = new LongAdder();

  /**
   * None yet.
   *
   * @param mostBytes how long a message to this proxy may be
   */
  public Sessions(Subscribers subscribers, int mostBytes) {
    this.subscribers = subscribers;
    this.mostBytes = mostBytes;
  }

  /** The connection of the request becomes a session of who asks. */
  public Answer begin(Request request) {
    request.onlyParameters();
    return new Socket(peer -> {
      open.incrementAndGet();
      Session session = new Session(this, request.who(), peer);
      session.welcome();
      return session;
    });
  }

  /** How many there are. */
  public int open() {
    return open.get();
  }

  /** How many subscriptions they have. */
  public int subscriptions() {
    return subscriptions.get();
  }

  /** What they have asked for. */
  public long operations() {
    return operations.sum();
  }

  /** Messages that they were told. */
  public long messages() {
    return messages.sum();
  }

  int mostBytes() {
    return mostBytes;
  }

  Subscribers subscribers() {
    return subscribers;
  }

  Callers callers() {
    return subscribers.callers();
  }

  void operated() {
    operations.increment();
  }

  void told() {
    messages.increment();
  }

  void subscribed(int more) {
    subscriptions.addAndGet(more);
  }

  void closed() {
    open.decrementAndGet();
  }
}
