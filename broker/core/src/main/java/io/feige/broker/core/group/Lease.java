package io.feige.broker.core.group;

import io.feige.protocol.model.LeaseStage;

/**
 * Messages in the hands of a consumer.
 *
 * @param grant as they were given
 * @param attempt of this delivery, from 1, as the consumer was told
 * @param tries that count, before this delivery
 * @param sinceNanos monotonic time at which they were handed out
 * @param endNanos monotonic time at which the lease ends
 */
public record Lease(
    Grant grant, LeaseStage stage, int attempt, int tries, long sinceNanos, long endNanos) {
  public Holder holder() {
    return grant.holder();
  }

  /** The tries that count if this delivery is one of them. */
  public int triesWithThis() {
    return tries + 1;
  }

  Lease endingAt(long nanos) {
    return new Lease(grant, stage, attempt, tries, sinceNanos, nanos);
  }

  /** Begins anew, at least in that stage. */
  Lease begun(LeaseStage atLeast, long nowNanos) {
    LeaseStage next = stage.compareTo(atLeast) < 0 ? atLeast : stage;
    return new Lease(grant, next, attempt, tries, sinceNanos, nowNanos + grant.leaseNanos());
  }
}
