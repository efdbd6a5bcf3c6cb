package io.feige.broker.core.controller.port;

/** What was decided about a pair. */
public enum DecisionKind {
  /** The first activation of a pair. */
  FIRST,
  /** The standby replaces an active that is dead or silent. */
  FAILOVER,
  /** The same node is active again, after a restart. */
  RESTART,
  /**
   * The furthest journal of two, neither of which may be activated by itself; or whoever acts,
   * where what is stored was set back.
   */
  FURTHEST,
  /** The active handed over. */
  SWITCH,
  /** An operator activated a replica that may lack confirmed data. */
  PROMOTE,
  /** The standby is no longer in sync. */
  SHRINK,
  /** The standby is in sync. */
  GROW,
  /** What the active had asked for, a hand-over or a standby in sync, was called off. */
  CANCEL
}
