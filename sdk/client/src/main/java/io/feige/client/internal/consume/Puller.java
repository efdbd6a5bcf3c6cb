package io.feige.client.internal.consume;

import io.feige.client.FeigeException;
import io.feige.client.internal.base.Backoff;
import io.feige.client.internal.base.ConsumerSpec;
import io.feige.client.internal.net.AnswerHandler;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.net.NodeLink;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.error.RetryClass;
import io.feige.protocol.model.Selection;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps pulls outstanding at the node as the buffer asks for them, and gives back what nobody
 * takes. On the loop.
 *
 * <p>A pull ends with messages, with none (its wait is over, or it was cancelled), with a refusal,
 * or with its connection; each time the buffer is asked what to do next. When the connection is
 * lost, what was fetched and not handed out is given up: the node that answers next may not know of
 * its leases, and would deliver it a second time.
 */
final class Puller {
  private static final int WAIT_MILLIS = 20_000;

  /** A consumer that does not ask for so long keeps nothing from the others of its group. */
  private static final long IDLE_NANOS = 1_000_000_000L;

  private static final long MIN_SWEEP_MILLIS = 20;
  private static final long MAX_SWEEP_MILLIS = 250;

  private final ConsumerSpec spec;
  private final NodeLink link;
  private final DeliveryBuffer buffer;
  private final Settling settling;
  private final Backoff backoff = new Backoff(5, 1_000);
  private final Set<Outstanding> outstanding = new LinkedHashSet<>();
  private long leaseNanos = IDLE_NANOS * 10;
  private boolean isPaused;
  private boolean isSweeping;

  Puller(ConsumerSpec spec, NodeLink link, DeliveryBuffer buffer, Settling settling) {
    this.spec = spec;
    this.link = link;
    this.buffer = buffer;
    this.settling = settling;
  }

  /** Sends the pulls that are wanted, cancels those that are not. */
  void run() {
    Connection connection = link.connection();
    if (connection != null && !isPaused) {
      DeliveryBuffer.Ask ask = buffer.nextAsk();
      while (ask != null) {
        send(connection, ask);
        ask = buffer.nextAsk();
      }
    }
    if (connection != null && !buffer.isFetching()) {
      cancelAll(connection);
    }
    ensureSweep();
  }

  /** There is a connection. */
  void connected() {
    isPaused = false;
    run();
  }

  /** There is none any more. */
  void disconnected() {
    giveBack(buffer.takeAll());
  }

  /**
   * Gives back what is here and ends the pulls; afterwards nothing is outstanding once the node has
   * answered.
   */
  void close() {
    buffer.close();
    giveBack(buffer.takeAll());
    run();
  }

  boolean hasOutstanding() {
    return !outstanding.isEmpty();
  }

  private void send(Connection connection, DeliveryBuffer.Ask ask) {
    Pull pull =
        new Pull(
            spec.topic(),
            spec.group(),
            spec.name(),
            StartAt.valueOf(spec.start().name()),
            ask.messages(),
            ask.bytes(),
            WAIT_MILLIS,
            (int) spec.policy().leaseMillis());
    Outstanding sent = new Outstanding(ask);
    outstanding.add(sent);
    sent.correlation = connection.send(pull, sent);
  }

  private void cancelAll(Connection connection) {
    for (Outstanding pull : outstanding) {
      if (!pull.isCancelled) {
        pull.isCancelled = true;
        connection.send(new CancelPull(pull.correlation), IGNORED);
      }
    }
  }

  private void received(Pulled pulled) {
    long now = System.nanoTime();
    leaseNanos = pulled.leaseMillis() * 1_000_000L;
    List<Chunk> chunks = new ArrayList<>(pulled.deliveries().size());
    for (DeliveredBatch delivered : pulled.deliveries()) {
      chunks.add(
          new Chunk(
              spec.topic(),
              delivered.frame().nioBuffer(),
              delivered.selections(),
              pulled.generation(),
              now,
              leaseNanos));
    }
    if (!chunks.isEmpty() && !buffer.add(chunks)) {
      giveBack(chunks);
    }
  }

  private void giveBack(List<Chunk> chunks) {
    for (Chunk chunk : chunks) {
      List<Verdict> verdicts = new ArrayList<>();
      while (chunk.left() > 0) {
        Chunk.Slice slice = chunk.take(Selection.MAX_RECORDS);
        long first = chunk.offset(slice.first());
        verdicts.add(Verdict.release(first, first + slice.count() - 1, slice.attempt()));
      }
      settling.release(chunk.generation(), verdicts);
    }
  }

  private void pause(long millis) {
    isPaused = true;
    link.loop()
        .afterMillis(
            millis,
            () -> {
              isPaused = false;
              run();
            });
  }

  private void ensureSweep() {
    if (!isSweeping && !buffer.isIdle()) {
      isSweeping = true;
      long millis = Math.max(MIN_SWEEP_MILLIS, leaseNanos / 16_000_000);
      link.loop().afterMillis(Math.min(MAX_SWEEP_MILLIS, millis), this::sweep);
    }
  }

  private void sweep() {
    isSweeping = false;
    long idleNanos = Math.min(IDLE_NANOS, leaseNanos / 2);
    giveBack(buffer.takeStale(System.nanoTime(), idleNanos));
    run();
  }

  private static final AnswerHandler IGNORED =
      new AnswerHandler() {
        @Override
        public void answered(Result result) {}

        @Override
        public void refused(Refusal refusal) {}

        @Override
        public void lost() {}
      };

  private final class Outstanding implements AnswerHandler {
    private final DeliveryBuffer.Ask ask;
    private final long sentNanos = System.nanoTime();
    private int correlation;
    private boolean isCancelled;

    Outstanding(DeliveryBuffer.Ask ask) {
      this.ask = ask;
    }

    @Override
    public void answered(Result result) {
      over();
      Pulled pulled = (Pulled) result;
      received(pulled);
      boolean isHasty = System.nanoTime() - sentNanos < 1_000_000_000L;
      if (pulled.deliveries().isEmpty() && !isCancelled && isHasty) {
        pause(backoff.nextMillis()); // The node does not park it: do not spin.
      } else {
        backoff.reset();
        run();
      }
    }

    @Override
    public void refused(Refusal refusal) {
      over();
      RetryClass retryClass = refusal.code().retryClass();
      if (retryClass == RetryClass.NEVER) {
        buffer.fail(ask, FeigeException.of(refusal.code(), refusal.message()));
        run();
        return;
      }
      if (retryClass == RetryClass.REROUTE) {
        link.reroute();
      }
      pause(Math.max(refusal.retryAfterMillis(), backoff.nextMillis()));
    }

    @Override
    public void lost() {
      over();
    }

    private void over() {
      outstanding.remove(this);
      buffer.answered(ask);
    }
  }
}
