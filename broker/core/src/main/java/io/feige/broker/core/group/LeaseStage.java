package io.feige.broker.core.group;

/** How far a consumer is with a message that it was given. */
public enum LeaseStage {
  /** Fetched ahead; no handler has it or had it. */
  UNSTARTED,
  /** A handler may have it any moment. */
  CLAIMED,
  /** A handler has it: a try, should the lease end without a verdict. */
  STARTED
}
