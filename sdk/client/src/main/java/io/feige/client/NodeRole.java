package io.feige.client;

/** What a replica does now. */
public enum NodeRole {
  /** It serves. */
  ACTIVE,
  /** It copies and applies, ready to take over. */
  STANDBY,
  /** It catches up. */
  JOINING,
  /** It does nothing until it is told. */
  FENCED
}
