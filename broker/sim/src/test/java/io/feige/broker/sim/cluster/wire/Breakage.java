package io.feige.broker.sim.cluster.wire;

import java.util.Locale;

/**
 * Ways to break the pair protocol on purpose, each at the ports of the deciding code: it is told
 * what is not so. The checks must notice each of them.
 */
public enum Breakage {
  /** Nothing is broken. */
  NONE,
  /** An active takes every promise for one of ten minutes, so that its lease never ends. */
  NO_LEASE,
  /** Epochs of links and clients always look like the replica's own. */
  NO_EPOCH_CHECK,
  /** Admin is told that every promise has lapsed, and a replica that it owes none. */
  NO_WAITING_OUT,
  /** An active that asks to shrink serves and confirms alone at once. */
  EARLY_SHRINK,
  /** A machine's restart is not told from its process's. */
  BOOT_IGNORED,
  /** A hand-over goes to the standby whichever start of its machine it is. */
  HAND_OVER_TO_REBOOTED,
  /** A replica has all the patience in the world with its own disk. */
  OWN_DISK_NOT_WATCHED,
  /** Silence is borne for the same time whatever was usual before. */
  PATIENCE_IS_FIXED,
  /** An active takes what its standby has written for what the standby's disk has. */
  STANDBY_DISK_NOT_WATCHED,
  /** A request that meets a fault ends the replica's service. */
  FAULT_ENDS_THE_REPLICA,
  /** A node goes on telling Admin how it was when its loop died. */
  DEATH_UNNOTICED,
  /** What proves the death of one process of a node proves that of each. */
  DEATHS_ALIKE,
  /** Frames are stamped with what the wall clock of the active shows. */
  STAMPS_FOLLOW_THE_CLOCK,
  /** What is damaged in a journal stays so. */
  DAMAGE_IS_LEFT,
  /** Claims and starts are answered as if they had been taken, and are not. */
  CLAIMS_ARE_FORGOTTEN,
  /** A claim counts as a start. */
  CLAIM_IS_A_TRY,
  /** Groups have as much outstanding as they want. */
  ROOM_IS_FORGOTTEN,
  /** Groups have as much outstanding as the node with the most memory could keep. */
  ROOM_IS_THAT_OF_THE_LARGEST,
  /** Acks of mail are answered as if they had been taken, and are not. */
  MAIL_ACKS_ARE_FORGOTTEN,
  /** Mail goes to somebody else. */
  MAIL_IS_MISDIRECTED,
  /** One channel is subscribed to in words only. */
  SUBSCRIPTIONS_ARE_FORGOTTEN;

  /** As people write it. */
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The one that is written so.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Breakage named(String words) {
    return valueOf(words.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
