package io.feige.broker.core.replica;

import io.feige.broker.core.time.Patience;
import io.feige.protocol.cluster.Death;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.link.Ack;
import org.jspecify.annotations.Nullable;

/**
 * The other member, as the active sees it: the connection it copies over, the lease that its
 * promises give, and since when something is wrong with it. All but the connection outlives
 * connections, so that one that comes and goes without ever getting on is noticed as well.
 *
 * <p>What is wrong with one that copies, and makes it given up; the timeout is longer where its
 * acks were late lately, see {@link Patience}:
 *
 * <pre>
 * its process is proved to have ended                                           at once
 * it is silent                                                                  timeout
 * it is behind and does not get on                                              timeout
 * what it has written waits for its own fsync, whether or not it gets on        fsyncMillis
 * it gets on, and leaves bytes waiting that are durable here: lagMillis and more, without a break,
 *                                                                               lagForMillis
 * </pre>
 */
final class Follower {
  private static final long PERCENT = 100;

  private final ReplicaSettings settings;
  private final Backlog itsDisk;
  private final Backlog lag;
  private final Patience withSilence;
  private int timeoutMillis;
  private @Nullable Feeding feeding;
  private String mark = Death.NONE;
  private boolean isDead;
  private Member promisedBy = Member.NONE;
  private long leaseUntilNanos = Long.MIN_VALUE;
  private long keptFrom = Long.MAX_VALUE;
  private long goneNanos;
  private long ackedNanos;
  private long behindNanos = Long.MAX_VALUE;
  private long laggingNanos = Long.MAX_VALUE;

  Follower(ReplicaSettings settings) {
    this.settings = settings;
    this.itsDisk = new Backlog(settings.copies().fsyncMillis());
    this.lag = new Backlog(settings.copies().lagMillis());
    this.timeoutMillis = settings.timeoutMillis();
    this.withSilence = new Patience(timeoutMillis, Patience.MOST_MILLIS, settings.probeMillis());
  }

  /** Begins to count how long it is silent. */
  void awaitFrom(long newGoneNanos, long nowNanos) {
    goneNanos = newGoneNanos;
    ackedNanos = nowNanos;
  }

  @Nullable Feeding feeding() {
    return feeding;
  }

  /**
   * A connection begins; there is none.
   *
   * @param deathMark of the process at its other end
   */
  void feed(Feeding newFeeding, String deathMark) {
    feeding = newFeeding;
    mark = deathMark;
    isDead = false;
  }

  /** A process has ended, or so it is said; if it is the one that copied last, it is given up. */
  void died(String proof, ReplicaStep step) {
    if (!isDead && Death.isProved(mark, proof)) {
      isDead = true;
      end("its process has ended", step);
    }
  }

  /** Ends the connection, if there is one. */
  void end(String why, ReplicaStep step) {
    if (feeding != null) {
      step.port().hangUp(feeding.session(), why);
      gone(step);
    }
  }

  boolean isOn(long session) {
    return feeding != null && feeding.session() == session;
  }

  /** The connection has ended. */
  void gone(ReplicaStep step) {
    keptFrom = keepFrom();
    feeding = null;
    itsDisk.clear();
    lag.clear();
    goneNanos = step.nowNanos();
  }

  /**
   * From where on the journal is kept for the one that copies. For a while also when it has gone:
   * one that joins hangs up in between, and has been told what it will find.
   */
  long keepFrom() {
    return feeding == null ? keptFrom : feeding.written();
  }

  void acked(Ack ack, Feeding by, ReplicaStep step) {
    if (!promisedBy.equals(by.member())) {
      promisedBy = by.member();
      leaseUntilNanos = Long.MIN_VALUE;
    }
    long counted =
        ReplicaStep.nanos(ack.promiseMillis()) / PERCENT * ReplicaSettings.COUNTED_PERCENT;
    leaseUntilNanos = Math.max(leaseUntilNanos, ack.sentNanos() + counted);
    long now = step.nowNanos();
    withSilence.came(now - ackedNanos, now);
    timeoutMillis = withSilence.millis(now);
    ackedNanos = now;
    itsDisk.look(by.written(), by.durable(), now);
  }

  /** Whether a member, in this very life of its machine, copies now. */
  boolean isFed(Member member) {
    return feeding != null && feeding.member().equals(member);
  }

  /** How far a member is that copies now; -1 if it does not. */
  long written(Member member) {
    return feeding != null && feeding.member().equals(member) ? feeding.written() : -1;
  }

  /** How far the disk of a member is that copies now; -1 if it does not. */
  long durable(Member member) {
    return feeding != null && feeding.member().equals(member) ? feeding.durable() : -1;
  }

  /** Whether the disk of one that copies has kept up so well that it may be waited for. */
  boolean doesItsDiskKeepUp(ReplicaStep step) {
    return !step.isDue(itsDisk.waitedNanos(settings.copies().fsyncMillis() / 2));
  }

  boolean isPromised(Member by, long nowNanos) {
    return promisedBy.equals(by) && nowNanos < leaseUntilNanos;
  }

  /** Keeps track of whether it is behind. */
  void look(boolean hasProgressed, ReplicaStep step) {
    if (feeding == null) {
      boolean isGivenUp = step.isDue(goneNanos + ReplicaStep.nanos(settings.timeoutMillis()));
      keptFrom = isGivenUp ? Long.MAX_VALUE : keptFrom;
      return;
    }
    if (feeding.written() >= step.port().written()) {
      behindNanos = Long.MAX_VALUE;
    } else if (hasProgressed || behindNanos == Long.MAX_VALUE) {
      behindNanos = step.nowNanos();
    }
    lookAtLag(feeding, step);
  }

  /** Keeps track of whether it holds the others up. */
  private void lookAtLag(Feeding of, ReplicaStep step) {
    lag.look(step.port().durable(), of.written(), step.nowNanos());
    if (!step.isDue(lag.limitNanos())) {
      laggingNanos = Long.MAX_VALUE;
    } else if (laggingNanos == Long.MAX_VALUE) {
      laggingNanos = step.nowNanos();
    }
  }

  private long laggardNanos() {
    return laggingNanos == Long.MAX_VALUE || !settings.copies().givesUpLaggards()
        ? Long.MAX_VALUE
        : laggingNanos + ReplicaStep.nanos(settings.copies().lagForMillis());
  }

  /** Why a member is given up whose time has come. */
  String whyGivenUp(Member member, ReplicaStep step) {
    Feeding of = feeding;
    if (isDead) {
      return "its process has ended";
    }
    if (of == null) {
      return "its connection is away";
    }
    if (!of.member().equals(member)) {
      return "its machine was started anew";
    }
    if (step.isDue(itsDisk.limitNanos())) {
      return "what it copied has waited "
          + itsDisk.millis(step.nowNanos())
          + " ms for its own fsync";
    }
    long bytes = step.port().durable() - of.written();
    if (step.isDue(laggardNanos())) {
      return "it gets on, but holds the others up: for "
          + settings.copies().lagForMillis()
          + " ms it was "
          + settings.copies().lagMillis()
          + " ms or more behind, now "
          + lag.millis(step.nowNanos())
          + " ms and "
          + bytes
          + " bytes";
    }
    return "it is silent, or does not get on";
  }

  /**
   * When a member is to be given up if nothing changes: its connection is away, or what the table
   * above says. At once also if it is there in another life of its machine.
   */
  long givenUpNanos(Member member) {
    if (isDead) {
      return Long.MIN_VALUE;
    }
    if (feeding == null) {
      return goneNanos + ReplicaStep.nanos(settings.graceMillis());
    }
    if (!feeding.member().equals(member)) {
      return Long.MIN_VALUE;
    }
    long timeout = ReplicaStep.nanos(timeoutMillis);
    long stuck = behindNanos == Long.MAX_VALUE ? Long.MAX_VALUE : behindNanos + timeout;
    return Math.min(
        Math.min(ackedNanos + timeout, stuck), Math.min(itsDisk.limitNanos(), laggardNanos()));
  }
}
