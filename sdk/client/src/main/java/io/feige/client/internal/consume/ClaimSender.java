package io.feige.client.internal.consume;

import io.feige.client.internal.base.Backoff;
import io.feige.client.internal.base.ConsumerSpec;
import io.feige.client.internal.base.UsualTime;
import io.feige.client.internal.net.AnswerHandler;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.route.PairLink;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.error.RetryClass;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Claims and starts messages of one pair. They travel by themselves, because their answer does not
 * wait for the disk. What is under way when the connection is lost is asked again on the next one,
 * if that comes soon and the pair was not activated anew: who has a message already may claim it
 * again. On the loop, except {@link #ask}.
 *
 * <p>Before a message is started, the verdicts on those before it leave: if its handler ends the
 * process, these were settled and do not come again.
 */
final class ClaimSender implements Claims {
  private final ConsumerSpec spec;
  private final PairLink link;
  private final UsualTime roundTrip;
  private final Runnable settleFirst;
  private final List<Asking> waiting = new ArrayList<>();
  private boolean isClosed;

  ClaimSender(ConsumerSpec spec, PairLink link, UsualTime roundTrip, Runnable settleFirst) {
    this.spec = spec;
    this.link = link;
    this.roundTrip = roundTrip;
    this.settleFirst = settleFirst;
  }

  @Override
  public CompletableFuture<Optional<List<OffsetRange>>> ask(Claim claim, List<Verdict> verdicts) {
    Asking asking = new Asking(claim, verdicts);
    link.loop().execute(asking::send);
    return asking.done;
  }

  @Override
  public boolean isOver(Claim claim) {
    return link.epoch() > claim.epoch();
  }

  /** There is a connection. */
  void connected() {
    List<Asking> again = List.copyOf(waiting);
    waiting.clear();
    again.forEach(Asking::send);
  }

  /** Those that wait for a connection are not answered any more. */
  void giveUp() {
    List<Asking> over = List.copyOf(waiting);
    waiting.clear();
    over.forEach(Asking::unknown);
  }

  /** From now on nothing is asked. */
  void close() {
    isClosed = true;
    giveUp();
  }

  private final class Asking implements AnswerHandler {
    private final Claim claim;
    private final List<Verdict> verdicts;
    private final CompletableFuture<Optional<List<OffsetRange>>> done = new CompletableFuture<>();
    private final Backoff backoff = new Backoff(2, 100);
    private long sentNanos;

    Asking(Claim claim, List<Verdict> verdicts) {
      this.claim = claim;
      this.verdicts = verdicts;
    }

    void send() {
      if (done.isDone()) {
        return; // Whoever asked has given up.
      }
      Connection connection = link.connection();
      long epoch = link.servedEpoch();
      boolean isOfAnother = epoch != 0 && claim.epoch() != 0 && epoch != claim.epoch();
      if (isClosed || isOver(claim) || (connection != null && isOfAnother)) {
        unknown();
      } else if (connection == null) {
        awaitConnection();
      } else {
        if (verdicts.get(0).kind() == VerdictKind.START) {
          settleFirst.run();
        }
        sentNanos = System.nanoTime();
        connection.send(
            new Settle(
                spec.topic(),
                claim.epoch(),
                spec.group(),
                spec.name(),
                spec.holder(),
                claim.generation(),
                verdicts),
            this);
      }
    }

    /** No longer than the broker keeps what it is about: who pulls must not wait for nothing. */
    private void awaitConnection() {
      waiting.add(this);
      link.loop()
          .afterMillis(
              Puller.GRACE_MILLIS,
              () -> {
                if (waiting.remove(this)) {
                  unknown();
                }
              });
    }

    void unknown() {
      done.complete(Optional.empty());
    }

    @Override
    public void answered(Result result) {
      roundTrip.took(System.nanoTime() - sentNanos);
      done.complete(Optional.of(((Settled) result).stale()));
    }

    @Override
    public void refused(Refusal refusal) {
      RetryClass retryClass = refusal.code().retryClass();
      if (retryClass == RetryClass.BACKOFF && !isClosed) {
        long millis = Math.max(refusal.retryAfterMillis(), backoff.nextMillis());
        link.loop().afterMillis(millis, this::send);
        return;
      }
      if (retryClass == RetryClass.REROUTE) {
        link.refused(refusal);
      }
      unknown();
    }

    @Override
    public void lost() {
      if (isClosed) {
        unknown();
      } else {
        awaitConnection();
      }
    }

    @Override
    public Matter matter() {
      return Matter.UPKEEP;
    }
  }
}
