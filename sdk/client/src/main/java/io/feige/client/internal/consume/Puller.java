package io.feige.client.internal.consume;

import io.feige.client.FeigeException;
import io.feige.client.internal.base.Backoff;
import io.feige.client.internal.base.ConsumerSpec;
import io.feige.client.internal.net.AnswerHandler;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.route.PairLink;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.error.RetryClass;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.Selection;
import io.feige.protocol.model.StartAt;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps pulls outstanding at the active node of one pair as the buffer asks for them. On the loop.
 *
 * <p>A pull ends with messages, with none (its wait is over, or it was cancelled), with a refusal,
 * or with its connection; each time the buffer is asked what to do next.
 *
 * <p>When the connection is lost, what was fetched and not handed out is kept for as long as the
 * node keeps it for this client, and is handed out again when the same activation answers. When the
 * pair is known to have been activated anew it is dropped: its leases are over, and the new active
 * delivers it again. For the same reason nothing is taken in that an earlier activation hands out
 * late.
 */
final class Puller {
  /** What a consumer wants to know of its pullers. On the loop. */
  interface Watcher {
    /** Messages came, under leases of so long. */
    void leaseIs(long nanos);

    /** The pulls have changed, so there may be something to look after. */
    void changed();

    /** The node refuses for good; whether the caller is told, instead of trying again later. */
    boolean refused(Puller by, Ask ask, FeigeException failure);
  }

  private static final int WAIT_MILLIS = 20_000;

  /** How long the node keeps for this client what it has not started, without a connection. */
  static final long GRACE_MILLIS = 1_000;

  /** How long until a pair is asked again that refuses while others do not. */
  private static final long REFUSED_PAUSE_MILLIS = 1_000;

  private final ConsumerSpec spec;
  private final PairLink link;
  private final Source source;
  private final DeliveryBuffer buffer;
  private final Claim.Port port;
  private final Watcher watcher;
  private final Backoff backoff = new Backoff(5, 1_000);
  private final Set<Outstanding> outstanding = new LinkedHashSet<>();
  private int absences;
  private boolean isPaused;
  private boolean isRefused;

  Puller(
      ConsumerSpec spec,
      PairLink link,
      Source source,
      DeliveryBuffer buffer,
      Claim.Port port,
      Watcher watcher) {
    this.spec = spec;
    this.link = link;
    this.source = source;
    this.buffer = buffer;
    this.port = port;
    this.watcher = watcher;
    buffer.addSource();
  }

  /** Sends the pulls that are wanted, cancels those that are not. */
  void run() {
    Connection connection = link.connection();
    if (connection != null && !isPaused) {
      Ask ask = buffer.nextAsk(source);
      while (ask != null) {
        send(connection, ask);
        ask = buffer.nextAsk(source);
      }
    }
    if (connection != null && !buffer.isFetching()) {
      cancelAll(connection);
    }
    watcher.changed();
  }

  /** There is a connection. */
  void connected() {
    isPaused = false;
    absences++;
    Rest unused = buffer.resume(source, Math.max(link.epoch(), link.servedEpoch()));
    run();
  }

  /** There is none any more. */
  void disconnected() {
    int absence = ++absences;
    buffer.suspend(source);
    link.loop().afterMillis(GRACE_MILLIS, () -> absentFor(absence));
  }

  /** What came before is of an activation that is over. */
  void superseded() {
    Rest unused = buffer.takeAll(source);
  }

  private void absentFor(int absence) {
    if (absence == absences) {
      buffer.takeAll(source).giveBack();
    }
  }

  /**
   * Gives back what is here and ends the pulls; afterwards nothing is outstanding once the node has
   * answered.
   */
  void close() {
    buffer.takeAll(source).giveBack();
    run();
  }

  /** Whether an answer is still to come that may bring messages. */
  boolean hasOutstanding() {
    return link.connection() != null && !outstanding.isEmpty();
  }

  /** Whether the node refused the last pull for good. */
  boolean isRefused() {
    return isRefused;
  }

  private void send(Connection connection, Ask ask) {
    Pull pull =
        new Pull(
            spec.topic(),
            link.servedEpoch(),
            spec.group(),
            spec.name(),
            spec.holder(),
            StartAt.valueOf(spec.start().name()),
            ask.messages(),
            ask.bytes(),
            WAIT_MILLIS,
            (int) spec.policy().leaseMillis(),
            ask.stage());
    Outstanding sent = new Outstanding(connection, ask);
    outstanding.add(sent);
    sent.correlation = connection.send(pull, sent);
  }

  private void cancelAll(Connection connection) {
    for (Outstanding pull : outstanding) {
      if (!pull.isCancelled && pull.connection == connection) {
        pull.isCancelled = true;
        connection.send(new CancelPull(pull.correlation), IGNORED);
      }
    }
  }

  private void received(Pulled pulled, LeaseStage stage) {
    if (pulled.epoch() < link.epoch()) {
      return;
    }
    long now = System.nanoTime();
    long leaseNanos = pulled.leaseMillis() * 1_000_000L;
    Chunk.Terms terms = new Chunk.Terms(now, leaseNanos, stage);
    Claim claim = new Claim(port, spec.holder(), pulled.generation(), pulled.epoch());
    List<Chunk> chunks = new ArrayList<>(pulled.deliveries().size());
    for (DeliveredBatch delivered : pulled.deliveries()) {
      chunks.add(
          new Chunk(source, claim, delivered.frame().nioBuffer(), delivered.selections(), terms));
    }
    watcher.leaseIs(leaseNanos);
    buffer.keepsOrder(pulled.order() != OrderMode.NONE);
    if (!chunks.isEmpty() && !buffer.add(chunks)) {
      chunks.forEach(chunk -> chunk.takeAll().giveBack());
    }
  }

  private static int messagesIn(Pulled pulled) {
    int messages = 0;
    for (DeliveredBatch delivered : pulled.deliveries()) {
      for (Selection part : delivered.selections()) {
        messages += part.count();
      }
    }
    return messages;
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

  private static final AnswerHandler IGNORED =
      new AnswerHandler() {
        @Override
        public void answered(Result result) {}

        @Override
        public void refused(Refusal refusal) {}

        @Override
        public void lost() {}

        @Override
        public Matter matter() {
          return Matter.UPKEEP;
        }
      };

  private final class Outstanding implements AnswerHandler {
    private final Connection connection;
    private final Ask ask;
    private final long sentNanos = System.nanoTime();
    private int correlation;
    private boolean isCancelled;

    Outstanding(Connection connection, Ask ask) {
      this.connection = connection;
      this.ask = ask;
    }

    @Override
    public void answered(Result result) {
      over(messagesIn((Pulled) result));
      isRefused = false;
      Pulled pulled = (Pulled) result;
      link.saw(connection, pulled.epoch());
      received(pulled, ask.stage());
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
      over(0);
      RetryClass retryClass = refusal.code().retryClass();
      if (retryClass == RetryClass.NEVER) {
        refusedForGood(refusal);
        return;
      }
      if (retryClass == RetryClass.REROUTE) {
        link.refused(refusal);
      }
      pause(Math.max(refusal.retryAfterMillis(), backoff.nextMillis()));
    }

    @Override
    public void lost() {
      over(0);
    }

    @Override
    public Matter matter() {
      return Matter.PULL;
    }

    private void refusedForGood(Refusal refusal) {
      isRefused = true;
      String detail = refusal.message() + " (" + link.pair() + ")";
      if (watcher.refused(Puller.this, ask, FeigeException.of(refusal.code(), detail))) {
        run();
      } else {
        pause(REFUSED_PAUSE_MILLIS);
      }
    }

    private void over(int messages) {
      outstanding.remove(this);
      buffer.answered(source, ask, messages);
    }
  }
}
