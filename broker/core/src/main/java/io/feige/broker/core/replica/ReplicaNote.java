package io.feige.broker.core.replica;

/** What a replica puts into the log. */
public enum ReplicaNote {
  /** Its role has changed. */
  ROLE,
  /** The other member copies from it, or it from the other member. */
  JOINED,
  /** The connection to the other member ended, or could not be made. */
  LINK,
  /** The process of the other member that it promised to is proved to have ended. */
  PEER_DIED,
  /** It asks Admin for a change, or learned what came of it. */
  ASKED,
  /** The promise it serves under has lapsed, or holds again. */
  LEASE,
  /** Its own disk has left something waiting for too long. */
  DISK_STALLED,
  /** Its own disk does its work again. */
  DISK_ANSWERS,
  /** It gives the other member up, which keeps up only by holding the others up. */
  GIVEN_UP,
  /** Damaged bytes of the journal cannot be mended. */
  DAMAGE,
  /** It refused something of an epoch that is over. */
  FENCED
}
