package io.feige.broker.sim.check;

import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Settle;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import java.util.EnumSet;
import java.util.Set;

/**
 * A message in somebody's hands, or once there: who has it, how far it is, and how often it really
 * was tried.
 */
public final class Hand {
  /** Where a delivery of now comes from. */
  public record Given(int activation, int attempt, int tries, long nanos) {}

  private static final Set<VerdictKind> COUNTING =
      EnumSet.of(VerdictKind.NACK, VerdictKind.REJECT, VerdictKind.START);

  private Given given = new Given(-1, 0, 0, 0);
  private long holder;
  private LeaseStage stage = LeaseStage.UNSTARTED;
  private long leaseNanos;
  private long untilNanos;
  private boolean isGivenBack;
  private boolean isCounted;
  private boolean isUnsure;
  private int handOuts;
  private int unanswered;
  private int tried;

  boolean isOf(int activation) {
    return given.activation() == activation;
  }

  int attempt() {
    return given.attempt();
  }

  /** It is handed out again, by the same activation or by a later one. */
  public void check(Given now, String what) {
    if (!isOf(now.activation())) {
      Violation.unless(now.attempt() > 1, "%s comes after a restart as attempt 1", what);
      Violation.unless(
          now.tries() <= tried, "%s counts %d tries, it had %d", what, now.tries(), tried);
      return;
    }
    if (isUnsure || unanswered > 0) {
      Violation.unless(
          now.attempt() >= given.attempt(),
          "%s comes as attempt %d after %d",
          what,
          now.attempt(),
          given.attempt());
      return;
    }
    boolean isSame = isGivenBack || (stage == LeaseStage.UNSTARTED && !isCounted);
    Violation.unless(
        isSame ? now.attempt() == given.attempt() : now.attempt() > given.attempt(),
        "%s comes again as attempt %d, after attempt %d, %s",
        what,
        now.attempt(),
        given.attempt(),
        isGivenBack ? "given back" : stage);
    Violation.unless(
        isSame || isCounted || now.nanos() >= untilNanos,
        "%s is handed out while another has it, %s until %d",
        what,
        stage,
        untilNanos);
    boolean wasTried = isCounted || (stage == LeaseStage.STARTED && !isGivenBack);
    Violation.unless(
        now.tries() == given.tries() + (wasTried ? 1 : 0),
        "%s counts %d tries, after %d, %s",
        what,
        now.tries(),
        given.tries(),
        stage);
  }

  /** It is in a consumer's hands now. */
  public void give(Given now, Pull to, int topicLeaseMillis) {
    given = now;
    handOuts++;
    holder = to.holder();
    boolean isAgain = to.stage() == LeaseStage.CLAIMED && now.attempt() > 1;
    stage = isAgain ? LeaseStage.UNSTARTED : to.stage();
    tried += stage == LeaseStage.STARTED ? 1 : 0;
    unanswered = 0;
    leaseNanos = (to.leaseMillis() > 0 ? to.leaseMillis() : topicLeaseMillis) * Timeline.MILLI;
    untilNanos = now.nanos() + leaseNanos;
    isGivenBack = false;
    isCounted = false;
    isUnsure = false;
  }

  /**
   * A verdict reaches the node. Until it is answered, nobody knows what it did.
   *
   * @return the number of the delivery that it may be about
   */
  public int isAsked(Verdict verdict) {
    unanswered++;
    tried += COUNTING.contains(verdict.kind()) ? 1 : 0;
    return handOuts;
  }

  /**
   * The node refused a verdict, or says that it came too late.
   *
   * @param about what {@link #isAsked} returned
   */
  public void tookNot(int about) {
    unanswered -= about == handOuts ? 1 : 0;
  }

  /**
   * The node says that a verdict, which is good only as long as the lease is held, was in time.
   *
   * @param about what {@link #isAsked} returned
   */
  public void took(Verdict verdict, Settle by, int about, long askedNanos, String what) {
    if (about != handOuts) {
      isUnsure = true;
      return;
    }
    unanswered--;
    Violation.unless(
        given.attempt() == verdict.attempt(),
        "%s: %s is taken, it is under way as attempt %d",
        what,
        verdict,
        given.attempt());
    Violation.unless(
        by.holder() == 0 || holder == by.holder(),
        "%s: %s of %d is taken, but %d has it",
        what,
        verdict,
        by.holder(),
        holder);
    switch (verdict.kind()) {
      case CLAIM -> begin(LeaseStage.CLAIMED, askedNanos);
      case START -> begin(LeaseStage.STARTED, askedNanos);
      case EXTEND -> untilNanos = askedNanos + verdict.delayMillis() * Timeline.MILLI;
      case RELEASE -> isGivenBack = true;
      case NACK, REJECT -> isCounted = true;
      case ACK -> {}
    }
  }

  private void begin(LeaseStage atLeast, long nowNanos) {
    stage = stage.compareTo(atLeast) < 0 ? atLeast : stage;
    untilNanos = nowNanos + leaseNanos;
  }

  /** A verdict was refused, and may have been done nevertheless. */
  public void mayHaveTaken() {
    isUnsure = true;
  }
}
