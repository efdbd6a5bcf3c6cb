package io.feige.protocol.error;

/** What a caller may do about an error without asking a person. */
public enum RetryClass {
  /** The same request will be refused again; something has to change first. */
  NEVER,
  /** Nothing was done; the same request may succeed later at the same node. */
  BACKOFF,
  /** Nothing was done here; ask for the route again and send the request where it leads. */
  REROUTE,
  /**
   * It is not known whether the request took effect. Publishing again with the same producer id and
   * sequence is safe: a batch that was stored is answered as a duplicate.
   */
  OUTCOME_UNKNOWN
}
