package io.feige.client;

/**
 * How safe a message must be before its publish is confirmed. Ordered from weakest to strongest.
 */
public enum Durability {
  /** It is in the node's memory. A crash of the node may lose it. */
  QUEUED,
  /** It is on the disk of the node that took it. */
  LOCAL,
  /**
   * It is on that disk and held by the standby that is in sync, where there is one. The default.
   */
  REPLICATED,
  /** Its row is committed in the SQL store. */
  STORED
}
